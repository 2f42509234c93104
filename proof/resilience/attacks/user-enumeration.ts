import { Agent } from 'node:http'
import { comparePairs, type PairComparison, timedCall } from '../../bench/load/compare-pairs.ts'
import { ask } from '../shop.ts'
import type { Trial, Verdict } from '../verdict.ts'
import { logInAs, type Target, withTarget } from './target.ts'

const MOST_PERCENT = 5
const GUESSES = 5_000
const GUESSES_A_MINUTE = 20

interface Question {
  claim: string
  pairs: number
  /** The call with a known or an unknown name. */
  call: (isKnown: boolean) => { method: string; path: string; body?: object }
}

const KNOWN = 'sara@demo.example'
const UNKNOWN = 'sare@demo.example'

const QUESTIONS: readonly Question[] = [
  {
    claim: 'Neither bytes nor time of a failed log-in tell whether there is an account',
    pairs: 100,
    call: (isKnown) => ({
      method: 'POST',
      path: '/api/login',
      body: { identifier: isKnown ? KNOWN : UNKNOWN, password: 'not the password' },
    }),
  },
  {
    claim: 'Neither bytes nor time tell whether a reset link was sent',
    pairs: 600,
    call: (isKnown) => ({ method: 'POST', path: '/api/password/email', body: { email: isKnown ? KNOWN : UNKNOWN } }),
  },
  {
    claim: 'The code of a banned supplier answers as one that never was',
    pairs: 1_000,
    call: (isKnown) => ({ method: 'GET', path: `/api/supplier-from-code/${isKnown ? 'YOUSSEF5' : 'YOUSSEF9'}` }),
  },
]

/** Tries to learn from answers and their times who has an account. */
export const tryUserEnumeration: Trial = async (folder) => {
  const compared = await withTarget(folder, {}, async (target) => {
    await banYoussef(target)
    const agent = new Agent({ keepAlive: true })
    const rows: Verdict[] = []
    for (const each of QUESTIONS) rows.push(await compare(target.port, agent, each))
    agent.destroy()
    return rows
  })
  return [...compared, await withTarget(folder, { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }, guessCodes)]
}

async function banYoussef({ port, sql }: Target): Promise<void> {
  const { rows } = await sql.query<{ id: number; code: string }>(
    `select id, promo_code as code from accounts where custom_id = 'F-1002'`,
  )
  const [youssef] = rows
  if (youssef?.code !== 'YOUSSEF5') throw new Error(`The demo's second code is ${youssef?.code}`)
  const { status } = await ask(port, 'DELETE', `/api/admin/user/${youssef.id}`, { token: await logInAs(port, 'admin') })
  if (status !== 200) throw new Error(`A ban is answered ${status}`)
}

async function compare(port: number, agent: Agent, { claim, pairs, call }: Question): Promise<Verdict> {
  const send = (isKnown: boolean) => {
    const { method, path, body } = call(isKnown)
    return timedCall({ port, agent }, method, path, body)
  }
  await comparePairs(20, send)
  const it = await comparePairs(pairs, send)
  return {
    claim,
    tried: `${pairs} pairs, in turns: at most ${MOST_PERCENT} % apart, or not to be told from none`,
    held: it.answers === 1 && (Math.abs(it.difference) <= MOST_PERCENT || isNone(it)),
    figure: figureOf(it),
  }
}

/** On a busy machine the spread is wider than what is looked for. */
const isNone = ({ low, high }: PairComparison): boolean => low <= 0 && high >= 0

const figureOf = ({ known, unknown, difference, low, high, answers }: PairComparison): string =>
  `${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown: ${difference.toFixed(1)} % (95 %: ${low.toFixed(1)} to ${high.toFixed(1)}), ${answers} kind of answer`

/** From one address, as fast as it goes. */
async function guessCodes({ port }: Target): Promise<Verdict> {
  const agent = new Agent({ keepAlive: true })
  const minutes = [Math.floor(Date.now() / 60_000)]
  let [looked, found] = [0, 0]
  for (let nth = 0; nth < GUESSES; nth++) {
    const code = `${String.fromCharCode(65 + (nth % 26))}${nth.toString(36).toUpperCase()}${nth % 10}`
    const { status, text } = await timedCall(
      { port, agent },
      'GET',
      `/api/supplier-from-code/${code}`,
      undefined,
      '198.51.100.7',
    )
    if (status !== 429) looked++
    if (status === 200 && text !== 'null') found++
  }
  minutes.push(Math.floor(Date.now() / 60_000))
  agent.destroy()
  const most = GUESSES_A_MINUTE * (minutes[1]! - minutes[0]! + 1)
  return {
    claim: 'Codes cannot be found by guessing: 20 guesses a minute from an address',
    tried: `${GUESSES} guesses from one address`,
    held: looked >= GUESSES_A_MINUTE && looked <= most && found === 0,
    figure: `${looked} were looked up (${most} may be), ${found} found`,
  }
}
