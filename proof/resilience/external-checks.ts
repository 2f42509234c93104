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
  /** Matches the number of passed checks in the output, in a group. */
  passed: RegExp
  /** The unit of that number. */
  unit: string
  /** Further output worth printing. */
  detail?: RegExp
}

/** Runs a program that checks a claim already. The claim holds when the program counts at least one pass and exits with 0. */
export async function checkByProgram(proof: ProgramCheck): Promise<Verdict> {
  const { claim, tried, program, words, environment, passed, unit, detail } = proof
  const begin = performance.now()
  const child = spawn(process.execPath, [join(ROOT, program), ...words], {
    cwd: ROOT,
    env: { ...process.env, ...environment, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  const [, count = '0'] = passed.exec(output) ?? []
  const held = code === 0 && Number(count) > 0
  const lasted = `${((performance.now() - begin) / 1000).toFixed(0)} s`
  const [more] = (held && detail?.exec(output)) || []
  const end = held ? (more ? `: ${more}` : '') : `\n${output.trim().split('\n').slice(-LAST_LINES).join('\n')}`
  return { claim, tried, held, figure: `${count} ${unit} in ${lasted}${end}` }
}

/** Runs the tests of these files. */
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
