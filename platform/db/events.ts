import { type Db, poolOf, type Tx } from './database.ts'

/** The events between rooms. Each room adds its own: `interface Events { 'order placed': { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: rooms extend it
export interface Events {}

type Name = keyof Events & string
type Subscriber<Event extends Name> = (tx: Tx, event: Events[Event]) => Promise<void> | void

const subscribers = new WeakMap<object, Map<string, Subscriber<Name>[]>>()

/**
 * Registers a subscriber. It runs in the transaction that publishes the event, so its writes are committed with their cause
 * or not at all.
 */
export function subscribe<Event extends Name>(db: Db, name: Event, subscriber: Subscriber<Event>): void {
  const all = subscribers.get(db.$client) ?? new Map<string, Subscriber<Name>[]>()
  subscribers.set(db.$client, all)
  all.set(name, [...(all.get(name) ?? []), subscriber as Subscriber<Name>])
}

/** Runs the subscribers one after another before the transaction goes on. An error of one is thrown on. */
export async function publish<Event extends Name>(tx: Tx, name: Event, event: Events[Event]): Promise<void> {
  for (const subscriber of subscribers.get(poolOf(tx))?.get(name) ?? []) await subscriber(tx, event)
}
