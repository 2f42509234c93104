import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,features,platform,web,demo,scripts,bench,trust}/**/*.test.ts'],
    globalSetup: ['./platform/db/test-global-setup.ts'],
    // Left to itself, one file at a time on two processors: the other one has little to do for PostgreSQL alone.
    maxWorkers: 2,
    // Real mail servers, real crashes: a slow machine may take its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
