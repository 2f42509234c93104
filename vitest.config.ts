import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,features,platform,web,demo,scripts,bench,trust}/**/*.test.ts'],
    globalSetup: ['./platform/db/test-global-setup.ts'],
    // Real mail servers, real crashes: a slow machine may take its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
