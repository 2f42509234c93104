import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { globalSetup: ['./platform/db/test-global-setup.ts'] },
})
