import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatMinute, localDay } from '#platform/kernel/time.ts'
import type { Config } from '../config.ts'

export interface DailyBackups {
  folder: string
  /** From which hour on, in Casablanca. */
  hour: number
  /** So many of the newest stay. */
  retained: number
}

export const dailyBackupsOf = ({ backupDir, backupHour, backupsRetained }: Config): DailyBackups | null =>
  backupHour === null ? null : { folder: backupDir, hour: backupHour, retained: backupsRetained }

const ROOT = join(import.meta.dirname, '..', '..')
const nameOf = (day: string): string => `quotidienne-${day}.tar.zst`

const hourOf = (at: Date): number => Number(formatMinute(at).slice(11, 13))

/**
 * Writes the day's backup once its hour has come, and only then removes older ones, by their number and not by their age:
 * after a pause of months the former ones are all that there is. None goes as long as none succeeds, nor at a moment that
 * is not plausible. Files of another name are nobody's business here, nor are those of a day to come.
 */
export async function writeDailyBackup(
  { folder, hour, retained }: DailyBackups,
  now: Date,
  write: (path: string) => Promise<void>,
  mayForget: () => Promise<boolean>,
): Promise<void> {
  const today = nameOf(localDay(now))
  const path = join(folder, today)
  if (hourOf(now) < hour || existsSync(path)) return
  await write(path)
  if (!(await mayForget())) return
  const backups = (await readdir(folder)).filter((name) => name === nameOf(dayOf(name)) && name <= today).sort()
  for (const name of backups.slice(0, -retained)) await rm(join(folder, name), { force: true })
}

const dayOf = (name: string): string => /\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? ''

/** The command of an operator, in a process of its own: this one has customers to answer. */
export async function runBackup(path: string, signal: AbortSignal, environment = process.env): Promise<void> {
  const script = join(ROOT, 'scripts', 'backup.ts')
  await promisify(execFile)(process.execPath, [script, path], { cwd: ROOT, env: environment, signal })
}
