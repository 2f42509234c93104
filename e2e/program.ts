import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
const OPEN = /^La boutique est ouverte : (http:\S+?)\/?$/m
const OPEN_WITHIN_MS = 120_000
const STOPPED_WITHIN_MS = 20_000

export interface Program {
  url: string
  /** As a system does: with SIGTERM. Fails when the program did not end by itself, or complained. */
  stop: () => Promise<void>
}

/** Starts the shop's program as an operator would, with these variables and nothing else of our own environment. */
export async function startProgram(variables: Record<string, string>): Promise<Program> {
  const program = spawn(process.execPath, ['--import', './scripts/quick-imports.ts', 'server/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, complaints] = ['', '']
  program.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })

  for (const end = Date.now() + OPEN_WITHIN_MS; !OPEN.test(output); await sleep(10))
    if (hasEnded(program) || Date.now() > end) {
      program.kill('SIGKILL')
      throw new Error(`The shop did not open:\n${output}${complaints}`)
    }

  const stop = async () => {
    const ending = await end(program)
    if (ending !== 0) throw new Error(`The shop was to end by itself, with 0, after SIGTERM: ${ending}`)
    if (complaints !== '') throw new Error(`The shop complained while it was tested:\n${complaints}`)
  }
  return { url: OPEN.exec(output)![1]!, stop }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function end(program: ChildProcess): Promise<number | string> {
  if (!hasEnded(program)) {
    const ended = once(program, 'exit')
    program.kill('SIGTERM')
    const late = sleep(STOPPED_WITHIN_MS, 'late', { ref: false })
    if ((await Promise.race([ended, late])) === 'late') program.kill('SIGKILL')
    await ended
  }
  return program.exitCode ?? program.signalCode ?? 'unknown'
}

/**
 * The shop's mails name its address, so the port must be known beforehand: one below those that the system gives to
 * outgoing connections, which would take it in between.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 21_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
