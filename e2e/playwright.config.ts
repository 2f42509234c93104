import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './installed-demo.ts',
  // The journeys of a file share a fresh shop, one after the other: see `fixtures.ts`.
  fullyParallel: false,
  forbidOnly: true,
  // One more than a small machine has processors: a journey waits now and then, for an answer or a picture.
  workers: 3,
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
        // A page lives for a second or two: what optimising its scripts costs never comes back. Axe takes a quarter less.
        // That every function's places are known at once spares reading it a second time, which a page with a debugger asks for.
        '--js-flags=--no-maglev --no-turbofan --no-enable-lazy-source-positions',
        // No process waits for a page that may come: a tenth of what loading one costs.
        '--renderer-process-limit=1',
      ],
    },
  },
})
