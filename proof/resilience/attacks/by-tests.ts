import { findChromium } from '../../../scripts/chromium.ts'
import { checkByProgram, checkByTests } from '../external-checks.ts'
import type { Trial } from '../verdict.ts'

/** Sixty hostile files and more, sent to a process of its own, whose memory is measured. */
const checkPictures = () =>
  checkByTests(
    'Hostile images are refused or drawn anew; they cost 150 MB at most',
    'the corpus of features/catalogue/images/hostile-pictures.test.ts, on a process of its own',
    ['features/catalogue/images/hostile-pictures.test.ts'],
  )

/** A hundred scripts in every text that somebody can type, opened in a browser. */
const checkTexts = () =>
  checkByProgram({
    claim: 'Scripts in names, addresses and every other text never run, on any page',
    tried: '100 of them in every field, in a real browser under the policy of production (e2e/hostile-texts.spec.ts)',
    program: 'node_modules/@playwright/test/cli.js',
    words: ['test', '--config', 'e2e/playwright.config.ts', 'hostile-texts'],
    environment: { CHROMIUM_PATH: findChromium() },
    passed: /(\d+) passed/,
    unit: 'journeys passed',
  })

/** Neither measures time, so both at once. */
export const tryByTests: Trial = () => Promise.all([checkPictures(), checkTexts()])
