import { useState } from 'react'
import type { Decision } from '#features/buyers/model.ts'
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
  cancel: () => void
  /** Closes the dialog after the decision, and shows it in the row. */
  settle: (row: Row, verdict: Verdict) => void
}

/** Decisions of an admin in a list of requests, one at a time. */
export function useDecisions<Row extends DecidableRequest>(): Decisions<Row> {
  const [taken, setTaken] = useState<ReadonlyMap<number, Verdict>>(new Map())
  const [open, setOpen] = useState<{ row: Row; verdict: Verdict } | null>(null)
  return {
    statusOf: (row) => taken.get(row.id) ?? row.status,
    open,
    ask: (row, verdict) => setOpen({ row, verdict }),
    cancel: () => setOpen(null),
    settle: (row, verdict) => {
      setOpen(null)
      setTaken((before) => new Map(before).set(row.id, verdict))
    },
  }
}
