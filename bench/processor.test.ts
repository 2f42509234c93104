import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { parseStat, processorOfTree } from './processor.ts'

describe('processor time', () => {
  it('reads a line of the kernel, whatever the program is called', () => {
    const line = '12 (a) b (c)) S 7 12 12 0 -1 4194560 1 2 3 4 250 31 5 6 20 0 1 0 100 200 300'
    expect(parseStat(line)).toEqual({ program: 'a) b (c)', parent: 7, ticks: 281 })
  })

  it.runIf(process.platform === 'linux')('counts what a process and its children worked', async () => {
    const busy = 'for (let used = 0; used < 300_000; used = process.cpuUsage().user) for (let n = 0; n < 1e6; n++);'
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${busy} setInterval(() => {}, 1e6); console.log('done')`)}], { stdio: 'inherit' })`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
    try {
      await once(child.stdout!, 'data')
      expect(processorOfTree(child.pid!)).toBeGreaterThan(300)
    } finally {
      process.kill(-child.pid!, 'SIGKILL')
    }
  })
})
