import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTimeOf } from './processes.ts'

type LockOwner = { pid: number; start: string | undefined }

/** A live process has locked the folder; `pid` names it. */
export class FolderLockedError extends Error {
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(`${folder} is held by process ${pid}`)
    this.pid = pid
  }
}

/**
 * Locks the folder for this process until it ends or calls the returned function. The lock of a dead process is taken over;
 * of several processes at once, one gets it. Throws a `FolderLockedError`.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const lock = join(folder, 'shop.lock')
  const own = `${lock}.${process.pid}-${randomBytes(4).toString('hex')}`
  // The file is written whole and then linked, so that nobody reads a lock without its owner.
  writeFileSync(own, JSON.stringify({ pid: process.pid, start: startTimeOf(process.pid) } satisfies LockOwner))
  try {
    while (!isLinked(own, lock)) {
      const owner = ownerOf(lock)
      if (owner && isAlive(owner)) throw new FolderLockedError(folder, owner.pid)
      if (isTakenOver(own, lock)) break
      await sleep(5)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(lock, { force: true })
}

/** Replaces a dead process's lock under a second lock: otherwise a slower process could replace the new lock. */
function isTakenOver(own: string, lock: string): boolean {
  const turn = `${lock}.turn`
  if (!isLinked(own, turn)) {
    if (!isAlive(ownerOf(turn))) rmSync(turn, { force: true })
    return false
  }
  try {
    const owner = ownerOf(lock)
    if (!owner || isAlive(owner)) return false
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

/** Undefined when there is no lock; process 0 when a crash of the machine left it unreadable. */
function ownerOf(lock: string): LockOwner | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { pid: 0, start: undefined }
  }
}

const isAlive = (owner: LockOwner | undefined): boolean =>
  owner !== undefined && owner.start !== undefined && startTimeOf(owner.pid) === owner.start
