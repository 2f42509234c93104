import { sql } from 'drizzle-orm'
import { findAccount } from '#features/accounts/index.ts'
import { type BrokenInvariant, findInvariantCheck, storeInvariantCheck } from '#features/earnings/index.ts'
import { booksBroken, notify } from '#features/notifications/index.ts'
import { begin, connectBesidePool, type Db, inTransaction, type Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { type Invariant, invariants } from './invariants.ts'

/** Longer than the usual time-outs, since invariants read every order. */
const PATIENCE = { lock: 10_000, statement: 600_000, idleInTransaction: 10_000 }

/** Enough rows to see the fault. Where every row is wrong, loading all of them would fill the memory. */
const MOST_ROWS = 100

export interface BrokenInvariantRows extends Invariant {
  /** Up to `MOST_ROWS` of the rows that break it. */
  rows: readonly Record<string, unknown>[]
  /** The accounts that all its rows name; null when a row names none. */
  accounts: readonly AccountId[] | null
}

/** Runs each invariant's query by itself and returns those that do not hold. */
export async function findBrokenInvariants(db: Db): Promise<BrokenInvariantRows[]> {
  const client = await connectBesidePool(db, PATIENCE)
  const run = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows
  try {
    await client.query(begin(PATIENCE, 'READ ONLY'))
    const broken: BrokenInvariantRows[] = []
    for (const invariant of invariants) {
      const rows = await run(`select * from (${invariant.sql}) as found limit ${MOST_ROWS}`)
      if (rows.length > 0) broken.push({ ...invariant, rows, accounts: await accountsIn(invariant, rows[0]!, run) })
    }
    return broken
  } finally {
    await client.end()
  }
}

async function accountsIn(
  { sql }: Invariant,
  example: object,
  run: (query: string) => Promise<Record<string, unknown>[]>,
): Promise<AccountId[] | null> {
  if (!('account_id' in example)) return null
  const named = (await run(`select distinct account_id from (${sql}) as found order by 1`)).map((row) => row.account_id)
  return named.includes(null) ? null : (named as AccountId[])
}

/** Checks all invariants, notifies admins of each that is newly broken, and blocks or unblocks withdrawals accordingly. */
export async function checkInvariants({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<BrokenInvariantRows[]> {
  const broken = await findBrokenInvariants(db)
  await inTransaction(db, async (tx) => {
    // The lock lets one of several copies of the program notify, not each.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('check of the books'))`)
    const known = (await findInvariantCheck(tx))?.broken ?? []
    await storeInvariantCheck(tx, {
      checkedAt: now(),
      broken: broken.map(({ name, accounts }) => ({ name, accounts })),
    })
    for (const finding of broken)
      if (!wasReported(finding, known))
        await notify(tx, booksBroken({ title: finding.title, stopped: await identifiersOf(tx, finding) }), now())
  })
  return broken
}

async function identifiersOf(tx: Tx, { accounts }: BrokenInvariant): Promise<string[] | null> {
  if (accounts === null) return null
  const identifiers: string[] = []
  for (const id of accounts) identifiers.push((await findAccount(tx, id))?.customId ?? `n° ${id}`)
  return identifiers
}

/** An earlier check reported this invariant already, for at least the same accounts. */
function wasReported({ name, accounts }: BrokenInvariant, known: readonly BrokenInvariant[]): boolean {
  const before = known.find((each) => each.name === name)
  if (!before) return false
  return before.accounts === null || (accounts?.every((id) => before.accounts!.includes(id)) ?? false)
}
