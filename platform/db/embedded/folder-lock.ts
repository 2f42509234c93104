import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTimeOf } from './processes.ts'

type LockOwner = { pid: number; start: string | undefined }

/** The folder belongs to a process that lives. */
export class FolderLockedError extends Error {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(`${folder} is held by process ${pid}`)
    this.pid = pid
  }
}

/**
 * Makes the folder this process's own until the function given back is called, or the process is no more. A lock that a
 * dead process left is taken over; of several that want it at once, one gets it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const lock = join(folder, 'shop.lock')
  const own = `${lock}.${process.pid}-${randomBytes(4).toString('hex')}`
  // Written whole and then linked: whoever sees the lock sees its holder.
  writeFileSync(own, JSON.stringify({ pid: process.pid, start: startTimeOf(process.pid) } satisfies LockOwner))
  try {
    while (!isLinked(own, lock)) {
      const holder = ownerOf(lock)
      if (holder && isAlive(holder)) throw new FolderLockedError(folder, holder.pid)
      if (isTakenOver(own, lock)) break
      await sleep(5)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(lock, { force: true })
}

/** One process at a time replaces a dead one's lock: otherwise the second would replace the first one's new lock. */
function isTakenOver(own: string, lock: string): boolean {
  const turn = `${lock}.turn`
  if (!isLinked(own, turn)) {
    if (!isAlive(ownerOf(turn))) rmSync(turn, { force: true })
    return false
  }
  try {
    const holder = ownerOf(lock)
    if (!holder || isAlive(holder)) return false
    renameSync(own, lock)
    return true
  } finally {
    rmSync(turn, { force: true })
  }
}

function isLinked(existing: string, name: string): boolean {
  try {
    linkSync(existing, name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Nothing when there is no lock; nobody, process 0, when a crash of the machine left it unreadable. */
function ownerOf(lock: string): LockOwner | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { pid: 0, start: undefined }
  }
}

const isAlive = (holder: LockOwner | undefined): boolean =>
  holder !== undefined && holder.start !== undefined && startTimeOf(holder.pid) === holder.start
