import { defineConfig } from '@playwright/test'

/** A journey is made once, on a phone. One that proves a layout is made at both sizes. */
const BOTH = /@both/
/** Needs a keyboard, or room that a phone does not have. */
const DESKTOP = /@desktop/

const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './installed-demo.ts',
  // The journeys of a file share a fresh shop, one after the other: see `fixtures.ts`.
  fullyParallel: false,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Only what never comes takes as long, however busy the machine is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'fr-FR',
    // Not the shop's: what is shown in Casablanca's time must be so anywhere.
    timezoneId: 'Asia/Tokyo',
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
    { name: 'desktop', grep: [BOTH, DESKTOP], use: { viewport: { width: 1280, height: 800 } } },
  ],
})
