import { statSync } from 'node:fs'
import { RESET_QUEUE } from '#features/accounts/actions/reset-password.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import type { Db } from '#platform/db/database.ts'
import { MIGRATIONS } from '#platform/db/migrate.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { MAIL_QUEUE } from '#platform/mail/post-office.ts'
import { findBrokenInvariants } from '../books/check-invariants.ts'
import { invariants } from '../books/invariants.ts'
import { openShopDatabase } from '../command-database.ts'
import type { Config } from '../config.ts'

type Say = (text: string) => void

const sizeOf = (path: string): string => `${formatInteger(Math.ceil(statSync(path).size / 1000))}\u00A0Ko`

/** The default file name of a backup, in UTC: `boutique-2026-11-20-062500.tar.zst`. */
export const backupName = (at: Date): string =>
  `boutique-${at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.tar.zst`

/** Writes a backup of the shop of the settings, whether it runs or not. */
export async function backUpShop(config: Config, path: string, at: Date, say: Say): Promise<void> {
  const { db, close } = await openShopDatabase(config, say)
  try {
    await backUp(db, path, at, say)
  } finally {
    await close()
  }
}

async function backUp(db: Db, path: string, at: Date, say: Say): Promise<void> {
  const { rows, jobs } = await writeBackup(path, { db, at })
  const rowCount = Object.values(rows).reduce((sum, each) => sum + each, 0)
  say(`Sauvegarde écrite\u00A0: ${path}, ${sizeOf(path)}.`)
  say(
    `Lignes\u00A0: ${formatInteger(rowCount)}, images\u00A0: ${formatInteger(rows.images ?? 0)}, courriels en attente\u00A0: ${formatInteger(jobs.length)}.`,
  )
}

/**
 * Brings the shop from its own database in `dataDir` into the empty one of DATABASE_URL, by a backup that stays. Nobody may
 * order meanwhile: a shop that runs on either is refused. Returns true when every invariant holds on both sides.
 */
export async function moveShop(config: Config, path: string, at: Date, say: Say): Promise<boolean> {
  const { db, close } = await openShopDatabase({ ...config, databaseUrl: null }, say, true)
  try {
    await backUp(db, path, at, say)
    if (!(await reportInvariants(db, say))) return false
  } finally {
    await close()
  }
  return await restoreShop(config, path, say)
}

/** Fills the empty shop of the settings with a backup. Returns true when every invariant of the books holds. */
export async function restoreShop(config: Config, path: string, say: Say): Promise<boolean> {
  const { db, close } = await openShopDatabase(config, say, true)
  try {
    const { manifest } = await restoreBackup(path, {
      db,
      migrations: MIGRATIONS,
      queues: [MAIL_QUEUE, RESET_QUEUE],
      onError: (error) => process.emitWarning(error as Error),
    })
    say(`Sauvegarde du ${manifest.madeAt} restaurée.`)
    return await reportInvariants(db, say)
  } finally {
    await close()
  }
}

async function reportInvariants(db: Db, say: Say): Promise<boolean> {
  const broken = await findBrokenInvariants(db)
  for (const { title } of broken) say(`Ne tient pas\u00A0: ${title}.`)
  if (broken.length === 0) say(`Les ${invariants.length} contrôles tiennent.`)
  return broken.length === 0
}
