import cluster, { type Address, type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from './config.ts'
import { gatherMetrics } from './metrics.ts'

/** One that died as soon as it was born would otherwise be born again without end. */
const REBIRTH_MS = 1_000

export interface Workers {
  port: number
  /** Each finishes what it has begun. */
  stop: () => Promise<void>
}

/**
 * So many processes that share one port. Throws when one of them does not open it (it has said why); one that dies later
 * is replaced.
 */
export async function startWorkers(count: number, onError: (error: unknown) => void): Promise<Workers> {
  let stopping = false
  gatherMetrics()
  const replace = async (dead: Worker, code: number, signal: string) => {
    if (stopping) return
    onError(new Error(`Worker ${dead.process.pid} ended: ${signal ?? code}`))
    await sleep(REBIRTH_MS)
    if (!stopping) open().catch(onError)
  }

  const open = async (): Promise<number> => {
    const worker = cluster.fork()
    const port = await untilListening(worker)
    worker.once('exit', (code, signal) => replace(worker, code, signal))
    return port
  }

  const stop = async () => {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map(endOf))
  }

  try {
    const ports = await Promise.all(Array.from({ length: count }, open))
    return { port: ports[0]!, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilListening(worker: Worker): Promise<number> {
  const ended = new AbortController()
  const listening = once(worker, 'listening', { signal: ended.signal })
  const onExit = () => ended.abort()
  worker.once('exit', onExit)
  try {
    const [{ port }] = (await listening) as [Address]
    return port
  } catch {
    throw new ConfigError('Un processus de la boutique ne s’ouvre pas.')
  } finally {
    worker.off('exit', onExit)
  }
}

async function endOf(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const exit = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  await exit
}
