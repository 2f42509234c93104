import { useState } from 'react'
import type { Decision } from '#features/buyers/model.ts'
import type { Verdict } from './decision-dialogs.tsx'

interface Request {
  id: number
  status: Decision
}

export interface Decisions<Row extends Request> {
  /** What the row shows: a decision from the moment it is taken, before the list is loaded anew. */
  statusOf: (row: Row) => Decision
  /** The request that is being asked about. */
  asked: { row: Row; verdict: Verdict } | null
  ask: (row: Row, verdict: Verdict) => void
  keep: () => void
  /** It was decided: the dialog closes, the row shows it. */
  settle: (row: Row, verdict: Verdict) => void
}

/** What an admin decides in a list of requests, one at a time. */
export function useDecisions<Row extends Request>(): Decisions<Row> {
  const [taken, setTaken] = useState<ReadonlyMap<number, Verdict>>(new Map())
  const [asked, setAsked] = useState<{ row: Row; verdict: Verdict } | null>(null)
  return {
    statusOf: (row) => taken.get(row.id) ?? row.status,
    asked,
    ask: (row, verdict) => setAsked({ row, verdict }),
    keep: () => setAsked(null),
    settle: (row, verdict) => {
      setAsked(null)
      setTaken((before) => new Map(before).set(row.id, verdict))
    },
  }
}
