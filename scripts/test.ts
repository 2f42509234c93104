import { findChromium } from './chromium.ts'
import { buildPages, isBuildFresh } from './pages-build.ts'
import { step } from './steps.ts'

if (!isBuildFresh()) buildPages()
step('tests', 'node_modules/vitest/vitest.mjs', ['run'])
step('browser journeys', 'node_modules/@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
  CHROMIUM_PATH: findChromium(),
})
