import { execFile } from 'node:child_process'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatMinute, localDay } from '#platform/kernel/time.ts'
import type { Config } from '../config.ts'

export interface DailyBackups {
  folder: string
  /** The hour of Casablanca from which the day's backup is due. */
  hour: number
  /** The number of newest backups that stay; older ones are removed. */
  retained: number
}

export const dailyBackupsOf = ({ backupDir, backupHour, backupsRetained }: Config): DailyBackups | null =>
  backupHour === null ? null : { folder: backupDir, hour: backupHour, retained: backupsRetained }

const ROOT = join(import.meta.dirname, '..', '..')
const nameOf = (day: string): string => `quotidienne-${day}.tar.zst`

const hourOf = (at: Date): number => Number(formatMinute(at).slice(11, 13))

/**
 * Writes the day's backup once its hour has come, then removes older ones. They are removed by number and not by age,
 * since after a pause of months the old ones are all that there is. None is removed while writing fails or while the clock
 * is not plausible. Files with another name, or dated in the future, are left alone.
 */
export async function writeDailyBackup(
  { folder, hour, retained }: DailyBackups,
  now: Date,
  write: (path: string) => Promise<void>,
  mayDelete: () => Promise<boolean>,
): Promise<void> {
  const today = nameOf(localDay(now))
  const path = join(folder, today)
  if (hourOf(now) < hour || (await isWritten(path, now))) return
  // An archive replaces nothing, and the day may have a file of a clock that was ahead.
  const fresh = join(folder, `.${today}.part`)
  await rm(fresh, { force: true })
  await write(fresh)
  await rename(fresh, path)
  if (!(await mayDelete())) return
  const backups = (await readdir(folder)).filter((name) => name === nameOf(dayOf(name)) && name <= today).sort()
  for (const name of backups.slice(0, -retained)) await rm(join(folder, name), { force: true })
}

/** True for a file that is there, unless its date is to come: it was written while the clock was ahead, and holds an earlier day. */
const isWritten = async (path: string, now: Date): Promise<boolean> => {
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtimeMs <= now.getTime()
}

const dayOf = (name: string): string => /\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? ''

/** Runs the operator's backup command in a process of its own, so that this one goes on answering customers. */
export async function runBackup(path: string, signal: AbortSignal): Promise<void> {
  const script = join(ROOT, 'scripts', 'backup.ts')
  await promisify(execFile)(process.execPath, [script, path], { cwd: ROOT, signal })
}
