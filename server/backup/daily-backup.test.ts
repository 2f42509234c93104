import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeDailyBackup } from './daily-backup.ts'

let folder: string
let written: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daily-'))
  written = []
})

afterEach(() => rmSync(folder, { recursive: true }))

const always = async () => true

/** Looks whether a backup is due, on a machine whose clock shows this moment. */
const at = (clock: string, mayForget = always) => {
  const now = new Date(clock)
  const write = async (path: string) => {
    written.push(path)
    await writeFile(path, clock, { flag: 'wx' })
    await utimes(path, now, now)
  }
  return writeDailyBackup({ folder, hour: 4, retained: 3 }, now, write, mayForget)
}

test('a day has one backup, from its hour on, by the clock of Casablanca', async () => {
  // An hour ahead of UTC on that day.
  await at('2026-06-20T02:59:00Z')
  expect(written).toEqual([])
  await at('2026-06-20T03:00:00Z')
  await at('2026-06-20T03:10:00Z')
  await at('2026-06-20T22:30:00Z')
  expect(written).toHaveLength(1)
  await at('2026-06-21T09:00:00Z')
  expect(readdirSync(folder)).toEqual(['quotidienne-2026-06-20.tar.zst', 'quotidienne-2026-06-21.tar.zst'])
})

test('as many are kept as were asked for, and nothing that somebody else put there is touched', async () => {
  const others = ['boutique-2020-01-01-000000.tar.zst', 'notes.txt', 'quotidienne-2020-01-01.tar.zst.old']
  for (const name of others) writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, 'older'))
  for (const day of ['18', '19', '20', '21', '22']) await at(`2026-11-${day}T09:00:00Z`)
  const days = readdirSync(folder).filter((name) => ![...others, 'older'].includes(name))
  expect(days).toEqual(['20', '21', '22'].map((day) => `quotidienne-2026-11-${day}.tar.zst`))
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(others))
})

test('as long as none succeeds, none goes', async () => {
  await at('2026-11-01T09:00:00Z')
  const write = () => Promise.reject(new Error('the disk is full'))
  const failing = writeDailyBackup({ folder, hour: 4, retained: 3 }, new Date('2026-11-20T09:00:00Z'), write, always)
  await expect(failing).rejects.toThrow('the disk is full')
  expect(readdirSync(folder)).toEqual(['quotidienne-2026-11-01.tar.zst'])
})

test('one that was written while the clock was a day ahead does not stand for that day', async () => {
  await at('2026-06-20T04:00:00Z')
  await at('2026-06-21T04:30:00Z')
  await at('2026-06-20T04:35:00Z')
  written = []
  await at('2026-06-21T03:05:00Z')
  await at('2026-06-21T04:35:00Z')
  expect(written).toHaveLength(1)
  expect(readFileSync(join(folder, dailyOf('2026-06-21')), 'utf8')).toBe('2026-06-21T03:05:00Z')
})

const dailyOf = (day: string) => `quotidienne-${day}.tar.zst`

test('after a pause of a summer the newest stay, as many as were asked for', async () => {
  for (const day of ['04', '05', '06']) await at(`2026-06-${day}T09:00:00Z`)
  await at('2026-09-20T09:00:00Z')
  expect(readdirSync(folder)).toEqual(['2026-06-05', '2026-06-06', '2026-09-20'].map(dailyOf))
})

test('a moment that is not plausible removes none, and what it left behind takes nobody’s place later', async () => {
  for (const day of ['18', '19', '20']) await at(`2026-11-${day}T09:00:00Z`)
  await at('2037-11-20T09:00:00Z', async () => false)
  expect(readdirSync(folder)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20', '2037-11-20'].map(dailyOf))
  await at('2026-11-21T09:00:00Z')
  expect(readdirSync(folder)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2037-11-20'].map(dailyOf))
})
