import { useState } from 'react'
import type { Decision } from '#features/buyers/model.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Verdict } from './decision-dialog.tsx'

interface DecidableRequest {
  id: number
  status: Decision
}

export interface Decisions<Row extends DecidableRequest> {
  /** State that the row shows: a decision from the moment it is taken, before the list is loaded anew. */
  statusOf: (row: Row) => Decision
  /** Request of the open dialog, with the verdict that it asks about. */
  open: { row: Row; verdict: Verdict } | null
  ask: (row: Row, verdict: Verdict) => void
  /** Closes the dialog after a decision, and shows it in the row. */
  settle: (row: Row, verdict: Verdict) => void
  /** The dialog's own properties. */
  dialog: {
    request: { id: number; verdict: Verdict } | null
    onClose: () => void
    decide: (verdict: Verdict, words: string) => Promise<void>
  }
}

interface DecisionCalls<Row> {
  decide: (row: Row, verdict: Verdict, words: string) => Promise<void>
  /** Announces a decision that was taken. */
  toastOf: (row: Row, verdict: Verdict) => Parameters<typeof toast>[0]
  /** Runs after each try, which may have changed something even without an answer. */
  onSettled: () => void
}

/** Decisions of an admin in a list of requests, one at a time. */
export function useDecisions<Row extends DecidableRequest>(calls: DecisionCalls<Row>): Decisions<Row> {
  const [taken, setTaken] = useState<ReadonlyMap<number, Verdict>>(new Map())
  const [open, setOpen] = useState<{ row: Row; verdict: Verdict } | null>(null)

  const settle = (row: Row, verdict: Verdict) => {
    setOpen(null)
    setTaken((before) => new Map(before).set(row.id, verdict))
  }

  const decide = async (verdict: Verdict, words: string) => {
    const { row } = open!
    try {
      await calls.decide(row, verdict, words)
      settle(row, verdict)
      toast(calls.toastOf(row, verdict))
    } finally {
      calls.onSettled()
    }
  }

  return {
    statusOf: (row) => taken.get(row.id) ?? row.status,
    open,
    ask: (row, verdict) => setOpen({ row, verdict }),
    settle,
    dialog: { request: open && { id: open.row.id, verdict: open.verdict }, onClose: () => setOpen(null), decide },
  }
}
