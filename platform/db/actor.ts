import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import type { AccountId } from '#platform/kernel/ids.ts'

const actors = new AsyncLocalStorage<AccountId>()

/**
 * Runs the work in a person's name: every transaction that it opens names the actor, whom the database writes in the audit
 * log. The access check does this for each call with a token; work outside of it is the shop's own.
 */
export const actingAs = <T>(actor: AccountId, work: () => T): T => actors.run(actor, work)

/** SQL to append to BEGIN, which names the actor of the transaction; empty without an actor. */
export function namingOfActor(): string {
  const actor = actors.getStore()
  return actor === undefined ? '' : `; SET LOCAL shop.actor = ${Number(actor)}`
}

/** Names the actor (null: the shop itself) and the time of the rest of a transaction, for events that are stored afterwards. */
export const nameActor = (tx: { execute(query: SQL): Promise<unknown> }, actor: AccountId | null, at: Date) =>
  tx.execute(
    sql`select set_config('shop.actor', ${actor === null ? '' : String(actor)}, true), set_config('shop.moment', ${at.toISOString()}, true)`,
  )
