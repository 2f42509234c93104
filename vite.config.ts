import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { slimRouter } from './scripts/slim-router.ts'

/** What several public pages load travels in few files: dozens of small ones cost more, in bytes and in round trips. */
const groups = [
  {
    name: 'framework',
    test: /\/node_modules\/(react|react-dom|react-router|scheduler)\/|\/web\/(nonce|inlined-styles)\./,
  },
  {
    name: 'shop',
    test: /\/web\/((?!ui\/(field|error-summary|copy-field|chips|badge|pagination|privacy-notice))(ui|cart|announcements\/announcement-slot|shell\/(?!admin|dashboard-frame|account-(guard|layout)))|(?!api|french-errors|guard|idempotency-key|nonce|inlined-styles)[\w-]+\.tsx?$)|\/platform\/kernel\/(money|text|refusal)\.ts|\/features\/(accounts|catalogue|orders)\/names\.ts/,
    minShareCount: 2,
  },
  { name: 'catalogue', test: /\/web\/(catalogue\/(?!not-found)|ui\/(chips|badge)\b)/, minShareCount: 2 },
  // Dashboards page their lists with it too.
  { name: 'pagination', test: /\/web\/ui\/pagination\b/, minShareCount: 2 },
  // Dashboards show it too; where an order is followed, nothing of them is loaded.
  { name: 'following', test: /\/web\/(ui\/copy-field|orders\/status-look)\b/, minShareCount: 2 },
  { name: 'guard', test: /\/web\/guard\b/ },
  { name: 'forms', test: /\/web\/(ui\/(field|error-summary|privacy-notice)|api|french-errors)\b/, minShareCount: 2 },
  {
    name: 'ordering',
    test: /\/features\/(accounts|catalogue|orders)\/rules\.ts|\/web\/orders\/(checkout-fields|receipt)\b/,
    minShareCount: 2,
  },
  {
    name: 'contracts',
    test: /\/node_modules\/zod\/|\/platform\/kernel\/(wire|time)\.ts|\/features\/(accounts|announcements|catalogue|orders)\/contract\.ts|\/web\/(dashboard\/use-answer|idempotency-key)\b/,
    minShareCount: 2,
  },
  // Two public pages show it too, to those who are logged in.
  { name: 'load-failed', test: /\/web\/dashboard\/load-failed\b/, minShareCount: 2 },
  // What only dashboards show, whichever of them: public pages must not even have to name its parts.
  { name: 'kit', test: /\/node_modules\/(@mantine|@floating-ui)\//, minShareCount: 2 },
  {
    name: 'dashboard',
    test: /\/web\/(dashboard|gains|people\/(?!personal-data)|audit|settings|notifications|payments|withdrawals|buyers|orders\/order-|shell\/(admin|dashboard-frame|account-(guard|layout)))|\/features\/(audit|buyers|dashboards|gains|notifications|payments|settings|withdrawals)\//,
    minShareCount: 2,
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), slimRouter()],
  publicDir: 'web/public',
  build: {
    // React Router deletes the manifest otherwise; the byte budgets are checked on it.
    manifest: true,
    // A picture inlined in script or style would be downloaded by everyone, needed or not.
    assetsInlineLimit: 0,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // As a package it would be read whole at each start of the shop: eight hundred files for the few that are shown.
    ssr: { resolve: { noExternal: command === 'build' ? [/^@mantine\//] : [] } },
  },
}))
