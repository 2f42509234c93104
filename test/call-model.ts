import { LANES, type Lane } from '#features/calls/model.ts'
import {
  type Attempt,
  afterAttempt,
  type Confirmation,
  laneOf,
  NEVER_CALLED,
  type Pending,
  TODAY_MS,
} from '#features/calls/rules.ts'
import { DAY_MS } from '#platform/kernel/durations.ts'

/** The state after all of these attempts, oldest first. */
export const foldAttempts = (attempts: readonly Attempt[]): Confirmation => attempts.reduce(afterAttempt, NEVER_CALLED)

/** Orders in the turn that the database puts them in, told a second time. */
export const inTurn = <Order extends Pending>(pending: readonly Order[], now: Date): Order[] =>
  pending
    .flatMap((order) => {
      const lane = laneOf(order, now)
      return lane === null ? [] : [{ order, turn: turnOf(order, lane, now) }]
    })
    .sort((a, b) => a.turn[0] - b.turn[0] || a.turn[1] - b.turn[1] || a.order.id - b.order.id)
    .map(({ order }) => order)

function turnOf({ createdAt, anewAt, dueAt }: Pending, lane: Lane, now: Date): [number, number] {
  const rank = LANES.indexOf(lane)
  const since = (anewAt ?? createdAt).getTime()
  if (lane !== 'late') return [rank, lane === 'promised' || lane === 'retry' ? dueAt!.getTime() : since]
  const age = now.getTime() - since
  if (age > DAY_MS) return [rank + 2, -since]
  return [age > TODAY_MS ? rank + 1 : rank, since]
}
