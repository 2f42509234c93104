import { findChromium } from './chromium.ts'
import { buildPages, isBuildFresh } from './pages-build.ts'
import { stepsSideBySide } from './steps.ts'

if (!isBuildFresh()) buildPages()
// Each waits now and then for a program that starts or a page that settles: the other one then has the processors.
await stepsSideBySide(
  {
    title: 'browser journeys',
    script: 'node_modules/@playwright/test/cli.js',
    words: ['test', '--config', 'e2e/playwright.config.ts'],
    environment: { CHROMIUM_PATH: findChromium() },
  },
  { title: 'tests', script: 'node_modules/vitest/vitest.mjs', words: ['run'] },
)
