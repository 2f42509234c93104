import { defineConfig } from '@playwright/test'

/** Named in the title of a test whose promise does not depend on the size of the screen: it runs once, on the phone. */
const ONCE = /@once/
/** Needs a keyboard, or room that a phone does not have. */
const DESKTOP = /@desktop/

const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './open-shop.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A machine that does other things makes a page late now and then: the list names what was flaky, and what fails twice fails.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'fr-FR',
    // Not the shop's: what is shown in Casablanca's time must be so anywhere.
    timezoneId: 'Asia/Tokyo',
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      grepInvert: DESKTOP,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    { name: 'desktop', grepInvert: ONCE, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
