import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { HOUR_MS } from '#platform/kernel/durations.ts'
import { BackupError } from './backup-error.ts'

// The format is a tar compressed with zstd, which `zstd -dc FILE | tar -x` reads too. A frame that zstd skips follows, with
// the SHA-256 of all bytes before it.

export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

const BLOCK = 512
const NAME_BYTES = 100
const MOST_BYTES = 1024 ** 3
const PARTIAL = '.tar.zst.part'

/** The header of a skippable frame of 32 bytes in zstd. */
const SEAL = Buffer.from('502a4d1820000000', 'hex')
const SEAL_BYTES = SEAL.length + 32

/**
 * Writes the entries to a temporary file and renames it to `path` once everything is on the disk. Only the owner may read
 * the file. Throws a `BackupError` when `path` exists or a name is too long, and the system's error when writing fails.
 */
export async function writeArchive(path: string, entries: AsyncIterable<ArchiveEntry>, at: Date): Promise<void> {
  if (existsSync(path)) throw new BackupError(`${path} existe déjà\u00A0: choisir un autre nom.`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await removeLeftovers(dirname(path), at)
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}${PARTIAL}`)
  try {
    await pipeline(
      asTar(entries, at),
      createZstdCompress(),
      withSeal,
      createWriteStream(partial, { mode: 0o600, flush: true }),
    )
    await rename(partial, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Removes temporary files of killed processes. A file that is still being written changes within the hour. */
async function removeLeftovers(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!name.startsWith('.') || !name.endsWith(PARTIAL)) continue
    const lastChange = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (lastChange < now.getTime() - HOUR_MS) await rm(path, { force: true })
  }
}

/** Writes a folder's names to the disk; until then a crash of the machine may lose a rename. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

async function* asTar(entries: AsyncIterable<ArchiveEntry>, at: Date): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield* blocksOf(entry, at)
  yield Buffer.alloc(2 * BLOCK)
}

async function* withSeal(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.concat([SEAL, hash.digest()])
}

function blocksOf({ name, bytes }: ArchiveEntry, at: Date): Buffer[] {
  return [headerOf(name, bytes.length, at), bytes, Buffer.alloc(paddingAfter(bytes.length))]
}

/** The number of zero bytes up to the next block. */
const paddingAfter = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** A tar header of POSIX: fields of fixed width, numbers in octal. Throws a `BackupError` for a name that is too long. */
function headerOf(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new BackupError(`Ce nom de fichier est trop long\u00A0: ${name}`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`
  const seconds = Math.floor(at.getTime() / 1000)
  header.write(name, 0)
  header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(seconds, 12), 100)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  header.write(`${octal(sumOf(header), 7)} `, 148)
  return header
}

const sumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0)

/** Yields the entries in their written order. Throws a `BackupError` before the first one when the file is missing or damaged. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  if (!existsSync(path)) throw new BackupError(`${path} n’existe pas.`)
  const end = statSync(path).size - SEAL_BYTES
  if (end <= 0 || !(await isWhole(path, end)))
    throw new BackupError(`${path} est abîmé ou incomplet, ou n’est pas une sauvegarde.`)
  const chunks = connect(createReadStream(path, { end: end - 1 }), createZstdDecompress(), () => undefined)
  const blocks = new Blocks(chunks[Symbol.asyncIterator]() as AsyncIterator<Buffer>)
  try {
    for (;;) {
      const header = await blocks.take(BLOCK)
      if (header.every((byte) => byte === 0)) return
      const { name, size } = parseHeader(header)
      const bytes = await blocks.take(size)
      await blocks.take(paddingAfter(size))
      yield { name, bytes }
    }
  } finally {
    chunks.destroy()
  }
}

async function isWhole(path: string, end: number): Promise<boolean> {
  const hash = createHash('sha256')
  const seal: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: end - 1 })) hash.update(chunk)
  for await (const chunk of createReadStream(path, { start: end })) seal.push(chunk)
  return Buffer.concat(seal).equals(Buffer.concat([SEAL, hash.digest()]))
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const stated = Number.parseInt(header.toString('latin1', 148, 156), 8)
  if (stated !== sumOf(Buffer.from(header).fill(' ', 148, 156))) throw new Error('this is no header')
  const size = Number.parseInt(header.toString('latin1', 124, 136), 8)
  if (!(size <= MOST_BYTES)) throw new Error('an entry of this size was never written')
  const name = header.subarray(0, NAME_BYTES)
  return { name: name.toString('utf8', 0, name.indexOf(0) === -1 ? NAME_BYTES : name.indexOf(0)), size }
}

/** Reads a stream in given sizes. */
class Blocks {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks
  }

  async take(size: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let wanted = size; wanted > 0; ) {
      if (this.#rest.length === 0) await this.#more()
      const piece = this.#rest.subarray(0, wanted)
      pieces.push(piece)
      this.#rest = this.#rest.subarray(piece.length)
      wanted -= piece.length
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new Error('it ends too early')
    this.#rest = value
  }
}
