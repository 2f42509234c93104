import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'

// A tar in zstd, as `zstd -dc FILE | tar -x` reads it too. Behind it, in a frame that zstd skips, stands the SHA-256 of all
// the bytes before.

export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

const BLOCK = 512
const NAME_BYTES = 100
const MOST_BYTES = 1024 ** 3
const PARTIAL = '.tar.zst.part'
const HOUR_MS = 3_600_000

/** What zstd takes for a frame of 32 bytes to be skipped. */
const SEAL = Buffer.from('502a4d1820000000', 'hex')
const SEAL_BYTES = SEAL.length + 32

/**
 * Writes the entries under a name beside the file's own, which it gets when everything is on the disk. Nobody but the
 * owner may read it. A file that is there already stays as it is.
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

/** What a process that was killed left: one that is being written changes all the time. */
async function removeLeftovers(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!name.startsWith('.') || !name.endsWith(PARTIAL)) continue
    const lastChange = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (lastChange < now.getTime() - HOUR_MS) await rm(path, { force: true })
  }
}

/** The names in a folder: only then are they safe from a crash of the machine. */
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

/** Zeros up to the next block. */
const paddingAfter = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** As POSIX lays it down: fields of fixed width, numbers in octal. */
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

/** The entries, in the order in which they were written. Throws a `BackupError` before the first when a byte is another. */
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
  const told = Number.parseInt(header.toString('latin1', 148, 156), 8)
  if (told !== sumOf(Buffer.from(header).fill(' ', 148, 156))) throw new Error('this is no header')
  const size = Number.parseInt(header.toString('latin1', 124, 136), 8)
  if (!(size <= MOST_BYTES)) throw new Error('an entry of this size was never written')
  const name = header.subarray(0, NAME_BYTES)
  return { name: name.toString('utf8', 0, name.indexOf(0) === -1 ? NAME_BYTES : name.indexOf(0)), size }
}

/** Takes bytes off a stream in the sizes that are asked for. */
class Blocks {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let wanted = size; wanted > 0; ) {
      if (this.#rest.length === 0) await this.#more()
      const part = this.#rest.subarray(0, wanted)
      parts.push(part)
      this.#rest = this.#rest.subarray(part.length)
      wanted -= part.length
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new Error('it ends too early')
    this.#rest = value
  }
}
