import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'web/public',
  build: {
    // React Router deletes the manifest otherwise; the byte budgets are checked on it.
    manifest: true,
    // A picture inlined in script or style would be downloaded by everyone, needed or not.
    assetsInlineLimit: 0,
  },
})
