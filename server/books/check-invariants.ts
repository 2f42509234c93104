import { sql } from 'drizzle-orm'
import { findAccount } from '#features/accounts/index.ts'
import { type BrokenInvariant, findInvariantCheck, storeInvariantCheck } from '#features/earnings/index.ts'
import { booksBroken, notify } from '#features/notifications/index.ts'
import { begin, connectBesidePool, type Db, inTransaction, type Tx } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { type Invariant, invariants } from './invariants.ts'

/** Beyond what a statement may usually take: invariants read every order. */
const PATIENCE = { lock: 10_000, statement: 600_000, idleInTransaction: 10_000 }

/** Enough to see what is wrong: where everything is, all of it would fill the memory. */
const MOST_ROWS = 100

export interface BrokenInvariantRows extends Invariant {
  /** Some of what breaks it. */
  rows: readonly Record<string, unknown>[]
  /** Everybody whom it names; null when something of it names nobody. */
  accounts: readonly AccountId[] | null
}

/** The invariants that do not hold, each asked by itself. */
export async function findBrokenInvariants(db: Db): Promise<BrokenInvariantRows[]> {
  const client = await connectBesidePool(db, PATIENCE)
  const ask = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows
  try {
    await client.query(begin(PATIENCE, 'READ ONLY'))
    const broken: BrokenInvariantRows[] = []
    for (const invariant of invariants) {
      const rows = await ask(`select * from (${invariant.sql}) as found limit ${MOST_ROWS}`)
      if (rows.length > 0) broken.push({ ...invariant, rows, accounts: await accountsIn(invariant, rows[0]!, ask) })
    }
    return broken
  } finally {
    await client.end()
  }
}

async function accountsIn(
  { sql }: Invariant,
  example: object,
  ask: (query: string) => Promise<Record<string, unknown>[]>,
): Promise<AccountId[] | null> {
  if (!('account_id' in example)) return null
  const named = (await ask(`select distinct account_id from (${sql}) as found order by 1`)).map((row) => row.account_id)
  return named.includes(null) ? null : (named as AccountId[])
}

/** Checks all invariants, rings the bell for each that is newly broken, and stops or opens the withdrawals of whom it names. */
export async function checkInvariants({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<BrokenInvariantRows[]> {
  const broken = await findBrokenInvariants(db)
  await inTransaction(db, async (tx) => {
    // Of two copies of the program that find the same, one rings the bell.
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

/** Found before, of the same people at least. */
function wasReported({ name, accounts }: BrokenInvariant, known: readonly BrokenInvariant[]): boolean {
  const before = known.find((each) => each.name === name)
  if (!before) return false
  return before.accounts === null || (accounts?.every((id) => before.accounts!.includes(id)) ?? false)
}
