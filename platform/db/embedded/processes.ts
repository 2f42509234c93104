import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The start time of a process, in the system's own format; undefined when it does not run. Ids are reused: only id and
 * start time together identify a process.
 */
export const startTimeOf = (pid: number): string | undefined =>
  process.platform === 'linux' ? linuxStartTimeOf(pid) : askPs('lstart=', pid)

/** True when the process is a PostgreSQL server that runs in the folder. */
export function isPostgresIn(pid: number, folder: string): boolean {
  if (startTimeOf(pid) === undefined || programOf(pid) !== 'postgres') return false
  const at = orNothing(() => readlinkSync(`/proc/${pid}/cwd`))
  return at === undefined ? isOfOwner(pid, folder) : at === folder
}

/** True while the id is in use, even by an ended process that its parent has not collected yet. */
export function isPidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True when a process uses the System V shared memory with this id. Always false on systems other than Linux. */
export function isMemoryInUse(id: string): boolean {
  const table = orNothing(() => readFileSync('/proc/sysvipc/shm', 'utf8')) ?? ''
  const rows = table.split('\n').map((line) => line.trim().split(/ +/))
  return rows.some((row) => row[1] === id && Number(row[6]) > 0)
}

/** Waits for a process to end. Returns false when it still runs after that many milliseconds. */
export async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const start = startTimeOf(pid)
  const end = Date.now() + milliseconds
  while (start !== undefined && startTimeOf(pid) === start) {
    if (Date.now() > end) return false
    await sleep(5)
  }
  return true
}

function linuxStartTimeOf(pid: number): string | undefined {
  const stat = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the program's name, which may hold blanks and parentheses; the third is the state, the 22nd the start.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const isDead = fields?.[0] === 'Z' || fields?.[0] === 'X'
  return isDead ? undefined : fields && `${bootId()} ${fields[19]}`
}

/** Identifies this start of the machine: start times are counted in ticks since it. */
const bootId = (): string => orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? ''

const programOf = (pid: number): string | undefined =>
  process.platform === 'linux'
    ? orNothing(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
    : basename(askPs('comm=', pid) ?? '')

/** Compares users where a process's folder is unknown: PostgreSQL runs as the owner of its files. */
const isOfOwner = (pid: number, folder: string): boolean => Number(askPs('uid=', pid)) === statSync(folder).uid

const askPs = (field: string, pid: number): string | undefined =>
  spawnSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || undefined

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
