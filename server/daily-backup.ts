import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatMinute, localDay } from '#platform/kernel/time.ts'
import type { Config } from './config.ts'

export interface DailyBackups {
  folder: string
  /** From which hour on, in Casablanca. */
  hour: number
  keepDays: number
}

export const dailyBackupsOf = ({ backupDir, backupHour, backupDays }: Config): DailyBackups | null =>
  backupHour === null ? null : { folder: backupDir, hour: backupHour, keepDays: backupDays }

const ROOT = join(import.meta.dirname, '..')
const DAY_MS = 24 * 60 * 60 * 1000

const nameOf = (day: string): string => `quotidienne-${day}.tar.zst`

const hourOf = (at: Date): number => Number(formatMinute(at).slice(11, 13))

/**
 * Writes the day's backup once its hour has come, and only then forgets those that are too old: as long as none succeeds,
 * none goes. Files of another name are nobody's business here.
 */
export async function keepDailyBackup(
  { folder, hour, keepDays }: DailyBackups,
  now: Date,
  write: (path: string) => Promise<void>,
): Promise<void> {
  const path = join(folder, nameOf(localDay(now)))
  if (hourOf(now) < hour || existsSync(path)) return
  await write(path)
  const oldest = nameOf(localDay(new Date(now.getTime() - keepDays * DAY_MS)))
  for (const name of await readdir(folder))
    if (name === nameOf(dayOf(name)) && name <= oldest) await rm(join(folder, name), { force: true })
}

const dayOf = (name: string): string => /\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? ''

/** The command of an operator, in a process of its own: this one has customers to answer. */
export async function runBackup(path: string, signal: AbortSignal, environment = process.env): Promise<void> {
  const script = join(ROOT, 'scripts', 'backup.ts')
  await promisify(execFile)(process.execPath, [script, path], { cwd: ROOT, env: environment, signal })
}
