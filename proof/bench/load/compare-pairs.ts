import { type Agent, request } from 'node:http'
import { median } from '../report/figures.ts'

const RESAMPLES = 2_000

export interface TimedAnswer {
  status: number
  text: string
  milliseconds: number
}

/** Times a call to a shop on this machine. `from` is sent as the forwarded address, for shops that trust us as a proxy. */
export function timedCall(
  { port, agent }: { port: number; agent: Agent },
  method: string,
  path: string,
  body?: object,
  from?: string,
): Promise<TimedAnswer> {
  const begin = performance.now()
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      let received = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, text: received, milliseconds: performance.now() - begin }),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

export interface PairComparison {
  /** Median times, in milliseconds. */
  known: number
  unknown: number
  /** The median difference and its 95 % interval, in percent of the median time. */
  difference: number
  low: number
  high: number
  /** The different answers that were given. */
  answers: number
}

/** Compares the times and bytes of answers about known and unknown things, in pairs. */
export async function comparePairs(
  pairs: number,
  call: (isKnown: boolean) => Promise<TimedAnswer>,
): Promise<PairComparison> {
  const known: number[] = []
  const unknown: number[] = []
  const answers = new Set<string>()
  for (let pair = 0; pair < pairs; pair++) {
    // The two take turns in coming first, so that a drift affects both.
    for (const isKnown of pair % 2 === 0 ? [true, false] : [false, true]) {
      const { status, text, milliseconds } = await call(isKnown)
      answers.add(`${status} ${text}`)
      ;(isKnown ? known : unknown).push(milliseconds)
    }
  }
  const typical = median([...known, ...unknown])
  const differences = known.map((time, pair) => time - unknown[pair]!)
  const [low, high] = interval(differences, typical)
  const difference = (100 * median(differences)) / typical
  return { known: median(known), unknown: median(unknown), difference, low, high, answers: answers.size }
}

/** The 95 % interval of the median of differences, by resampling, in percent of the median time. */
function interval(differences: readonly number[], typical: number): [number, number] {
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(differences.map(() => differences[Math.floor(Math.random() * differences.length)]!)),
  ).sort((a, b) => a - b)
  const at = (share: number) => (100 * medians[Math.floor(RESAMPLES * share)]!) / typical
  return [at(0.025), at(0.975)]
}
