import { useRef, useState } from 'react'
import { reloadList } from './paged-list.tsx'
import type { Problem } from './problem-notice.tsx'

interface RowChange<Value> {
  /** Shown in the row from now on. */
  value: Value
  send: () => Promise<unknown>
  /** Notice about it when the shop refuses. */
  problemOf: (error: unknown) => Problem
}

export interface RowChanges<Id, Value> {
  /** Gives what a row shows: its new value as long as the server has not answered. */
  valueOf: (id: Id, current: Value) => Value
  /** Changes a row at once; it goes back, and says why, if the shop refuses. */
  change: (id: Id, change: RowChange<Value>) => void
  /** Does something to a row that changes it once it is done, such as deleting it. */
  act: (act: Omit<RowChange<Value>, 'value'>) => void
  problem: Problem | null
  forgetProblem: () => void
}

/** Changes of a list's rows, one at a time, in the order in which they were made. After each the list is loaded anew. */
export function useRowChanges<Id, Value>(reload: () => Promise<void>): RowChanges<Id, Value> {
  const [going, setGoing] = useState<ReadonlyMap<Id, Value>>(new Map())
  const [problem, setProblem] = useState<Problem | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())

  const forget = (id: Id) =>
    setGoing((before) => {
      const after = new Map(before)
      after.delete(id)
      return after
    })

  const queue = (
    { send, problemOf }: Omit<RowChange<Value>, 'value'>,
    onEnd?: { failed: () => void; shown: () => void },
  ) => {
    setProblem(null)
    last.current = last.current.then(async () => {
      try {
        await send()
      } catch (error) {
        onEnd?.failed()
        setProblem(problemOf(error))
      }
      await reloadList(reload)
      onEnd?.shown()
    })
  }

  return {
    valueOf: (id, current) => (going.has(id) ? (going.get(id) as Value) : current),
    change: (id, { value, ...how }) => {
      setGoing((before) => new Map(before).set(id, value))
      queue(how, { failed: () => forget(id), shown: () => forget(id) })
    },
    act: (how) => queue(how),
    problem,
    forgetProblem: () => setProblem(null),
  }
}
