import { basename } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** What pages share travels in few files: dozens of small ones cost more, in bytes and in round trips. */
const groups = [
  { name: 'framework', test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
  // What only some public pages need, or dashboards alone.
  {
    name: 'some',
    test: /\/web\/(ui\/(checkbox|copy-field|eye-icons|password-field)|session\/guard)\.tsx?$/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'shop',
    test: /\/web\/((api|errors|shell)\/|cart\/stored-promo\.|session\/(?!guard)|ui\/(?!(ago|checkbox|copy-field|eye-icons|file-picker|number-field|pagination|password-field|use-qr-picture)\.)|[\w-]+\.tsx?$)|\/platform\/kernel\/durations\.ts$/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'pagination', test: /\/web\/ui\/pagination\.tsx$/, minShareCount: 2, priority: 1 },
  // Forms stand on public pages too, dialogs and loaded lists do not.
  { name: 'form', test: /\/web\/forms\/(form-shell|use-(api-form|idempotency-key|problems))\.tsx?$/, minShareCount: 2 },
  // What the lists of products share; the checkout and the log-in do without, and all of them without the page of a lost address.
  { name: 'catalogue', test: /\/web\/catalogue\/shop\/(?!not-found-page)/, minShareCount: 2 },
  // What the forms of recipients share, and what orders: the checkout at once, a product's page once somebody orders there.
  {
    name: 'recipient',
    test: /\/platform\/kernel\/(cities|phone)\.ts$|\/features\/(accounts\/promo-codes\/model|orders\/rules)\.ts$/,
    minShareCount: 2,
  },
  { name: 'order', test: /\/web\/orders\/(delivery-dates|order-form)\/|\/checkout\/totals/, minShareCount: 2 },
  // The hour until which an order is called about: after an order, and in the back office.
  { name: 'hours', test: /\/platform\/kernel\/(opening-hours\/.+|time)\.ts$/, minShareCount: 2, priority: 1 },
  // Schemas of dashboards alone, in one file: the list of routes names each file with each page that loads it.
  {
    name: 'schemas',
    test: /\/features\/(audit|back-office|buyer-space|buyers|earnings|notifications|parcels|settlements|supplier-space)\/(.+\/)?(contract|model)\.ts$/,
    minShareCount: 2,
  },
  {
    name: 'dashboard',
    test: /\/web\/(calls|closed-area|figures|forms|list-kit)\/|\/web\/(ui\/(file-picker|number-field|use-qr-picture)|back-office\/use-decisions)\.|\/features\/(calls|tracking)\/(queue\/|hours\/)?rules\.ts$|\/platform\/kernel\/(anonymised|whatsapp)\.ts$/,
    minShareCount: 2,
  },
]

/** Seven letters of hash, the fewest that the bundler takes: each page loads the list of all files. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
}

const styleFiles = new Map<string, string>()

/**
 * Names a class after its style's file. Each name travels in a style and in a script, and Vite's own carry a hash and a
 * line number. Throws where two files have one name, whose classes would mix.
 */
function classNameOf(local: string, file: string): string {
  const style = basename(file, '.module.css')
  if ((styleFiles.get(style) ?? file) !== file) throw new Error(`Two styles are named ${style}: rename one of them.`)
  styleFiles.set(style, file)
  return `${local}_${style}`
}

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'web/public',
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    // React Router deletes the manifest otherwise; the byte budgets are checked on it.
    manifest: true,
    // A picture inlined in script or style would be downloaded by everyone, needed or not.
    assetsInlineLimit: 0,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { ...fileNames, codeSplitting: { groups } } } } },
  },
})
