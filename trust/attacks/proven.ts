import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findChromium } from '../../scripts/chromium.ts'
import type { Part, Promised } from '../promised.ts'

// What tests of the shop prove already is run, not written again.

const ROOT = join(import.meta.dirname, '..', '..')
const LAST_LINES = 15

/** Sixty hostile files and more, sent to a process of its own, whose memory is measured. */
const provePictures = (): Promise<Promised[]> =>
  prove({
    promise: 'Hostile images are refused or drawn anew; they cost 150 MB at most',
    tried: 'the corpus of features/catalogue/hostile-pictures.test.ts, on a process of its own',
    program: 'node_modules/vitest/vitest.mjs',
    words: ['run', 'features/catalogue/hostile-pictures.test.ts'],
    passed: /Tests +(\d+) passed/,
    unit: 'tests',
  })

/** A hundred scripts in every text that somebody can type, opened in a browser. */
const proveTexts = (): Promise<Promised[]> =>
  prove({
    promise: 'Scripts in names, addresses and every other text never run, on any page',
    tried: '100 of them in every field, in a real browser under the policy of production (e2e/hostile-texts.spec.ts)',
    program: 'node_modules/@playwright/test/cli.js',
    words: ['test', '--config', 'e2e/playwright.config.ts', 'hostile-texts', '--project', 'phone'],
    environment: { CHROMIUM_PATH: findChromium() },
    passed: /(\d+) passed/,
    unit: 'journeys',
  })

/** Neither measures time, so both at once. */
export const tryProven: Part = async () => (await Promise.all([provePictures(), proveTexts()])).flat()

interface Proof {
  promise: string
  tried: string
  program: string
  words: string[]
  environment?: Record<string, string>
  /** What the program says of how many held. */
  passed: RegExp
  unit: string
}

async function prove({ promise, tried, program, words, environment, passed, unit }: Proof): Promise<Promised[]> {
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
  const end = held ? '' : `\n${said.trim().split('\n').slice(-LAST_LINES).join('\n')}`
  return [{ promise, tried, held, figure: `${count} ${unit} passed in ${lasted}${end}` }]
}
