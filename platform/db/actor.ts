import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import type { AccountId } from '#platform/kernel/ids.ts'

const actors = new AsyncLocalStorage<AccountId>()

/**
 * Runs the work in a person's name: every transaction that it opens tells the database, whose audit log then says who.
 * The doors do it for each call with a token; whatever runs outside is the shop's own doing.
 */
export const actingAs = <T>(actor: AccountId, work: () => T): T => actors.run(actor, work)

/** The statement that names the actor of the transaction that is being opened; empty when nobody acts. */
export function namingOfActor(): string {
  const actor = actors.getStore()
  return actor === undefined ? '' : `; SET LOCAL shop.actor = ${Number(actor)}`
}

/** Names who does what follows in this transaction (null: the shop itself), and when: for what is written down afterwards. */
export const nameActor = (tx: { execute(query: SQL): Promise<unknown> }, actor: AccountId | null, at: Date) =>
  tx.execute(
    sql`select set_config('shop.actor', ${actor === null ? '' : String(actor)}, true), set_config('shop.moment', ${at.toISOString()}, true)`,
  )
