import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepDailyBackup } from './daily-backup.ts'

let folder: string
let written: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daily-'))
  written = []
})

afterEach(() => rmSync(folder, { recursive: true }))

const write = async (path: string) => {
  written.push(path)
  await writeFile(path, 'a backup')
}

const at = (now: string, keepDays = 3) => keepDailyBackup({ folder, hour: 4, keepDays }, new Date(now), write)

test('a day has one backup, from its hour on, by the clock of Casablanca', async () => {
  // An hour ahead of UTC on that day.
  await at('2026-06-20T02:59:00Z')
  expect(written).toEqual([])
  await at('2026-06-20T03:00:00Z')
  await at('2026-06-20T03:10:00Z')
  await at('2026-06-20T22:30:00Z')
  expect(written).toEqual([join(folder, 'quotidienne-2026-06-20.tar.zst')])
  await at('2026-06-21T09:00:00Z')
  expect(readdirSync(folder)).toEqual(['quotidienne-2026-06-20.tar.zst', 'quotidienne-2026-06-21.tar.zst'])
})

test('as many days are kept as were asked for, and nothing that somebody else put there is touched', async () => {
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
  const failing = keepDailyBackup({ folder, hour: 4, keepDays: 3 }, new Date('2026-11-20T09:00:00Z'), () =>
    Promise.reject(new Error('the disk is full')),
  )
  await expect(failing).rejects.toThrow('the disk is full')
  expect(readdirSync(folder)).toEqual(['quotidienne-2026-11-01.tar.zst'])
})
