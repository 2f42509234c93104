import { ofBrokenAudit, ring } from '#features/notifications/index.ts'
import { findAuditRound, storeAuditRound } from '#features/withdrawals/index.ts'
import { connectBesidePool, type Db, inTransaction } from '#platform/db/database.ts'
import type { Shop } from '#platform/http/shop.ts'
import { type Audit, audits } from './audit.ts'

/** Beyond what a statement may usually take: audits read every order. */
const AUDIT_MS = 600_000

/** Enough to see what is wrong: where everything is, all of it would fill the memory. */
const MOST_ROWS = 100

export interface BrokenAudit extends Audit {
  /** Some of what breaks the promise. */
  rows: readonly Record<string, unknown>[]
}

/** The audits that find something, each asked by itself. */
export async function findBroken(db: Db): Promise<BrokenAudit[]> {
  const client = await connectBesidePool(db, { statement: AUDIT_MS })
  try {
    const broken: BrokenAudit[] = []
    for (const audit of audits) {
      const { rows } = await client.query(`select * from (${audit.sql}) as found limit ${MOST_ROWS}`)
      if (rows.length > 0) broken.push({ ...audit, rows })
    }
    return broken
  } finally {
    await client.end()
  }
}

/** Asks all audits, rings the bell for each that is newly broken, and stops or opens withdrawals. */
export async function runAuditRound({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<BrokenAudit[]> {
  const broken = await findBroken(db)
  await inTransaction(db, async (tx) => {
    const known = (await findAuditRound(tx))?.broken ?? []
    await storeAuditRound(tx, { checkedAt: now(), broken: broken.map(({ name }) => name) })
    for (const audit of broken) if (!known.includes(audit.name)) await ring(tx, ofBrokenAudit(audit), now())
  })
  return broken
}
