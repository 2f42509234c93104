import { type ChildProcess, spawn } from 'node:child_process'
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const running = new Set<ChildProcess>()

export function killShops(): void {
  for (const child of running) child.kill('SIGKILL')
}

export interface ShopProcess {
  child: ChildProcess
  port: number
  /** From the start of the process to the first page, in milliseconds. */
  readyAfter: number
}

/** The shop as customers meet it: a process of its own on the built pages and a database in `dataDir`. */
export async function startShop(
  dataDir: string,
  settings: Record<string, string> = {},
  root = ROOT,
): Promise<ShopProcess> {
  const begin = Date.now()
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, DEMO: '1', RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['--import', './scripts/quick-imports.ts', 'server/main.ts'], {
    cwd: root,
    env: { ...env, HOST: '127.0.0.1', NODE_ENV: 'production', DATABASE_URL: undefined, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      const address = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(output)
      if (address) resolve(Number(address[1]))
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.once('exit', () => reject(new Error(`The shop did not start:\n${output}`)))
  })
  const page = await call(port, 'GET', '/')
  if (page.status !== 200) throw new Error(`The home page answers ${page.status}`)
  return { child, port, readyAfter: Date.now() - begin }
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface CallOptions {
  token?: string
  body?: object
  /** Instead of `body`, what is no JSON. */
  form?: { type: string; bytes: Buffer }
  key?: string
  agent?: Agent
  /** Gives up waiting. */
  signal?: AbortSignal
  /** The second half of the body is sent when this is done. */
  until?: Promise<unknown>
}

export function call(port: number, method: string, path: string, sending: CallOptions = {}): Promise<Reply> {
  const { token, body, form, key, agent, signal, until } = sending
  const json = body === undefined ? null : { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  const { type, bytes } = form ?? json ?? { type: null, bytes: Buffer.alloc(0) }
  const headers = {
    ...(type === null ? {} : { 'content-type': type, 'content-length': bytes.length }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  return new Promise((resolve, reject) => {
    const place = {
      host: '127.0.0.1',
      port,
      method,
      path,
      headers,
      agent: agent ?? false,
      ...(signal ? { signal } : {}),
    }
    const sent = request(place, (answer) => {
      let received = ''
      answer.on('data', (chunk) => {
        received += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text: received }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    if (until === undefined) sent.end(bytes)
    else {
      sent.write(bytes.subarray(0, 10))
      until.then(() => sent.end(bytes.subarray(10)))
    }
  })
}
