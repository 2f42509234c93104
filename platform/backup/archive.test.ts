import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { type ArchiveEntry, readArchive, writeArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'

const AT = new Date('2026-11-20T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'archive-'))

afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const place = () => join(folder, `${files++}.tar.zst`)

async function* each(entries: readonly ArchiveEntry[]) {
  yield* entries
}

async function read(path: string): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  for await (const entry of readArchive(path)) entries.push(entry)
  return entries
}

const text = (name: string, value: string): ArchiveEntry => ({ name, bytes: Buffer.from(value) })

const SIZES = [0, 1, 511, 512, 513, 3_000_000]
const entries = SIZES.map((size) => ({ name: `tables/rows of ${size}`, bytes: randomBytes(size) }))

test('what is read is what was written, in its order, down to the last byte', async () => {
  const path = place()
  await writeArchive(path, each(entries), AT)
  expect(await read(path)).toEqual(entries)
})

test('any tar that understands zstd reads it as well', async () => {
  const path = place()
  await writeArchive(path, each(entries), AT)
  const { stdout } = spawnSync('tar', ['-xO', `tables/rows of 513`], { input: zstdDecompressSync(readFileSync(path)) })
  expect(stdout.equals(entries[4]!.bytes)).toBe(true)
})

test('nobody but the owner may read it', async () => {
  const path = place()
  await writeArchive(path, each(entries), AT)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('one byte that is another, wherever it is, is noticed', async () => {
  const path = place()
  await writeArchive(path, each([text('one', 'ab'.repeat(300)), text('two', 'deux')]), AT)
  const whole = readFileSync(path)
  const changed = place()
  for (let at = 0; at < whole.length; at++) {
    const bytes = Buffer.from(whole)
    bytes[at]! ^= 1 << (at % 8)
    writeFileSync(changed, bytes)
    await expect(read(changed), `byte ${at}`).rejects.toThrow(BackupError)
  }
})

test('a file that ends too early, wherever it does, or goes on after its end is noticed', async () => {
  const path = place()
  await writeArchive(path, each([text('one', 'un'), text('two', 'deux')]), AT)
  const whole = readFileSync(path)
  const changed = place()
  const others = Array.from(whole, (_, length) => whole.subarray(0, length))
  for (const bytes of [...others, Buffer.concat([whole, Buffer.from('x')]), Buffer.concat([whole, whole])]) {
    writeFileSync(changed, bytes)
    await expect(read(changed), `${bytes.length} of ${whole.length} bytes`).rejects.toThrow(BackupError)
  }
})

test('what fails halfway leaves no file, under no name', async () => {
  const path = place()
  const before = readdirSync(folder)
  const failing = async function* () {
    yield* entries
    throw new Error('the database is gone')
  }
  await expect(writeArchive(path, failing(), AT)).rejects.toThrow('the database is gone')
  expect(readdirSync(folder)).toEqual(before)
})

test('what a killed process left is taken away once it is old; what is being written stays', async () => {
  const [old, young] = ['.old.1.tar.zst.part', '.young.2.tar.zst.part'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  writeFileSync(old, '')
  writeFileSync(young, '')
  utimesSync(old, AT, new Date(AT.getTime() - 2 * 3_600_000))
  utimesSync(young, AT, AT)
  await writeArchive(place(), each(entries), AT)
  expect([old, young].map((path) => existsSync(path))).toEqual([false, true])
})

test('a file that is there is not written over', async () => {
  const path = place()
  writeFileSync(path, 'kept')
  await expect(writeArchive(path, each(entries), AT)).rejects.toThrow(BackupError)
  expect(readFileSync(path, 'utf8')).toBe('kept')
})

test('something else than a backup, or nothing at all, is told in one line', async () => {
  const path = place()
  await expect(read(path)).rejects.toThrow(`${path} n’existe pas.`)
  writeFileSync(path, 'a letter')
  await expect(read(path)).rejects.toThrow('n’est pas une sauvegarde')
})
