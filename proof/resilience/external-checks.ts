import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Verdict } from './verdict.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LAST_LINES = 15

export interface ProgramCheck {
  claim: string
  tried: string
  program: string
  words: string[]
  environment?: Record<string, string>
  /** What the program says of how many held; the number stands in parentheses. */
  passed: RegExp
  /** What was counted, and what became of it. */
  unit: string
  /** What else of its output is worth telling. */
  detail?: RegExp
}

/** Runs what proves a promise already, instead of writing it again: it holds when the program says so and ends well. */
export async function checkByProgram(proof: ProgramCheck): Promise<Verdict> {
  const { claim, tried, program, words, environment, passed, unit, detail } = proof
  const begin = performance.now()
  const child = spawn(process.execPath, [join(ROOT, program), ...words], {
    cwd: ROOT,
    env: { ...process.env, ...environment, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [code] = await once(child, 'close')
  const [, count = '0'] = passed.exec(said) ?? []
  const held = code === 0 && Number(count) > 0
  const lasted = `${((performance.now() - begin) / 1000).toFixed(0)} s`
  const [more] = (held && detail?.exec(said)) || []
  const end = held ? (more ? `: ${more}` : '') : `\n${said.trim().split('\n').slice(-LAST_LINES).join('\n')}`
  return { claim, tried, held, figure: `${count} ${unit} in ${lasted}${end}` }
}

/** The tests of these files. */
export const checkByTests = (claim: string, tried: string, files: string[]): Promise<Verdict> =>
  checkByProgram({
    claim,
    tried,
    program: 'node_modules/vitest/vitest.mjs',
    words: ['run', ...files],
    // In `npm test` a fifth of them has to do.
    environment: { HISTORIES: 'all' },
    passed: /Tests +(\d+) passed/,
    unit: 'tests passed',
  })
