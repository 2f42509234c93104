import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { WorkerProcess } from './worker-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'worker-'))
afterAll(() => rmSync(folder, { recursive: true }))

function workerOf(onMessage: string): string {
  const file = join(folder, `${onMessage.length}.mjs`)
  writeFileSync(file, `process.on('message', (job) => { ${onMessage} })`)
  return file
}

test('a worker answers one job after the other', async () => {
  const worker = new WorkerProcess<number, number>(workerOf('process.send(job * 2)'))
  expect([await worker.ask(1), await worker.ask(2)]).toEqual([2, 4])
  worker.end()
})

test('one that never comes to an end is ended, and whoever waits is told', async () => {
  const worker = new WorkerProcess<string, string>(workerOf('for (;;) {}'), 1)
  expect(await worker.ask('')).toBeNull()
  await expect.poll(() => worker.isRunning).toBe(false)
})

test('one that dies over its job has no answer', async () => {
  const worker = new WorkerProcess<string, string>(workerOf('process.kill(process.pid)'))
  expect(await worker.ask('')).toBeNull()
  expect(await worker.ask('')).toBeNull()
})
