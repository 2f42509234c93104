import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, percentile } from '../../bench/report/figures.ts'
import type { Trial } from '../verdict.ts'
import { atRate, Connections } from './open-loop.ts'
import { requestOf } from './raw-http.ts'
import { isAlive, type Target, withTarget } from './target.ts'

const EACH = 500
const CLOSED_WITHIN_MS = 12_000
const CALM_SECONDS = 6
const TOGETHER_SECONDS = 11
const ROUNDS = 3
const HONEST_PER_SECOND = 150
const BYTE_EVERY_MS = 1_000

/** Two cached pages, two calls of the API that query the database, one page that is rendered each time. */
const HONEST = [
  '/',
  '/api/same-category-products/3',
  '/Boutique',
  '/api/supplier-from-code/SARA10',
  '/Boutique?q=argan',
]

/** A thousand connections that send a byte now and then, while others want to buy. */
export const trySlow: Trial = (folder) =>
  withTarget(folder, {}, async (target) => {
    const connections = new Connections(target.port)
    await browse(connections, 5)
    const rounds: { calm: number; beside: number; lives: ConnectionLife[] }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const calm = await browse(connections, CALM_SECONDS)
      const attack = attackSlowly(target)
      const beside = await browse(connections, TOGETHER_SECONDS)
      rounds.push({ calm, beside, lives: await attack })
    }
    connections.close()
    const lives = rounds.flatMap((round) => round.lives)
    const opened = lives.filter(({ isOpened }) => isOpened).length
    const late = lives.filter(({ milliseconds }) => milliseconds > CLOSED_WITHIN_MS).length
    const last = Math.max(...lives.map(({ milliseconds }) => milliseconds))
    const ratio = median(rounds.map(({ calm, beside }) => beside / calm))
    const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick)).toFixed(1)
    const tried = `${EACH} connections with slow headers and ${EACH} with slow bodies, ${ROUNDS} times`
    return [
      {
        claim: 'Connections that send a byte now and then are closed within 12 s',
        tried,
        held: late === 0 && opened === lives.length && (await isAlive(target)),
        figure: `${opened} opened, ${late} of them closed later; the last after ${(last / 1000).toFixed(1)} s`,
      },
      {
        claim: 'Honest visitors feel little of them: p99 within 3 × the same run without them',
        tried: `${HONEST_PER_SECOND} pages and calls a second, without and beside them in turns`,
        held: ratio <= 3,
        figure: `p99 ${of(({ beside }) => beside)} ms beside ${of(({ calm }) => calm)} ms: × ${ratio.toFixed(2)} (median of ${ROUNDS})`,
      },
    ]
  })

/** The p99 in milliseconds. */
async function browse(connections: Connections, seconds: number): Promise<number> {
  const answers = await atRate(HONEST_PER_SECOND, seconds, (nth) =>
    connections.exchange(requestOf({ path: HONEST[nth % HONEST.length]!, headers: { 'accept-encoding': 'br' } })),
  )
  const wrong = answers.find((answer) => answer?.status !== 200)
  if (wrong !== undefined) throw new Error(`An honest visitor is answered ${wrong?.status}: ${wrong?.body}`)
  return percentile(
    answers.map((answer) => answer!.milliseconds),
    0.99,
  )
}

const SLOW_HEADERS = 'GET /Boutique HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '
const SLOW_BODY =
  'POST /api/customers/create HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"Name":"'

interface ConnectionLife {
  /** Until it was closed, from the attempt to open it on. */
  milliseconds: number
  isOpened: boolean
}

function attackSlowly({ port }: Target): Promise<ConnectionLife[]> {
  const openings = Array.from({ length: 2 * EACH }, (_, nth) => (nth % 2 ? SLOW_HEADERS : SLOW_BODY))
  return Promise.all(
    openings.map(async (opening, nth) => {
      await sleep(nth % BYTE_EVERY_MS)
      return lifeOf(port, opening)
    }),
  )
}

function lifeOf(port: number, opening: string): Promise<ConnectionLife> {
  const begin = performance.now()
  let isOpened = false
  const socket = connect({ port, host: '127.0.0.1' })
  socket.once('connect', () => {
    isOpened = true
  })
  socket.write(opening)
  const dripping = setInterval(() => socket.write('a'), BYTE_EVERY_MS)
  socket.on('error', () => undefined).resume()
  return new Promise((resolve) => {
    const given = setTimeout(() => socket.destroy(), 2 * CLOSED_WITHIN_MS)
    socket.once('close', () => {
      clearInterval(dripping)
      clearTimeout(given)
      resolve({ milliseconds: performance.now() - begin, isOpened })
    })
  })
}
