import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenWalls, type Violation } from './walls.ts'

/** One offence a wall: the file that commits it, and what it imports. */
const OFFENCES: Record<string, [file: string, imported: string]> = {
  'accounts-asks-downwards': ['features/accounts/a.ts', '#features/catalogue/index.ts'],
  'settings-asks-downwards': ['features/settings/a.ts', '#features/catalogue/index.ts'],
  'announcements-asks-downwards': ['features/announcements/a.ts', '#features/buyers/index.ts'],
  'buyers-asks-downwards': ['features/buyers/a.ts', '#features/catalogue/index.ts'],
  'earnings-asks-downwards': ['features/earnings/a.ts', '#features/back-office/index.ts'],
  'notifications-asks-downwards': ['features/notifications/a.ts', '#features/back-office/index.ts'],
  'audit-asks-downwards': ['features/audit/a.ts', '#features/back-office/index.ts'],
  'privacy-asks-downwards': ['features/privacy/a.ts', '#features/back-office/index.ts'],
  'catalogue-asks-downwards': ['features/catalogue/a.ts', '#features/orders/index.ts'],
  'orders-asks-downwards': ['features/orders/a.ts', '#features/earnings/index.ts'],
  'calls-asks-downwards': ['features/calls/a.ts', '#features/earnings/index.ts'],
  'settlements-asks-downwards': ['features/settlements/a.ts', '#features/back-office/index.ts'],
  'parcels-asks-downwards': ['features/parcels/a.ts', '#features/earnings/index.ts'],
  'tracking-asks-downwards': ['features/tracking/a.ts', '#features/back-office/index.ts'],
  'supplier-space-asks-downwards': ['features/supplier-space/a.ts', '#features/back-office/index.ts'],
  'buyer-space-asks-downwards': ['features/buyer-space/a.ts', '#features/back-office/index.ts'],
  'no-circles': ['web/circle-a.ts', './circle-b.ts'],
  'kernel-knows-nothing': ['platform/kernel/a.ts', '#platform/db/database.ts'],
  'platform-knows-no-room': ['platform/http/a.ts', '#features/accounts/index.ts'],
  'rooms-know-no-server-and-no-page': ['features/orders/b.ts', '#server/app.ts'],
  'a-room-is-entered-by-its-door': ['features/orders/c.ts', '#features/accounts/queries.ts'],
  'routes-are-registered-by-the-server': ['features/orders/d.ts', './routes.ts'],
  'tables-name-tables': ['features/orders/tables.ts', '#features/accounts/index.ts'],
  'readers-read-tables-and-doors': ['features/back-office/a.ts', '#features/orders/queries.ts'],
  'rules-are-pure': ['features/orders/rules.ts', '#platform/db/database.ts'],
  'contracts-are-browser-safe': ['features/orders/notes/contract.ts', '../queries.ts'],
  'models-need-no-library': ['features/orders/notes/model.ts', './contract.ts'],
  'pages-take-contracts-and-rules': ['web/a.ts', '#features/orders/index.ts'],
  'nobody-imports-the-process': ['demo/a.ts', '#server/app.ts'],
  'only-proofs-use-test': ['demo/b.ts', '#test/test-app.ts'],
}

const BYSTANDERS = [
  'features/accounts/index.ts',
  'features/accounts/queries.ts',
  'features/buyers/index.ts',
  'features/catalogue/index.ts',
  'features/orders/index.ts',
  'features/orders/queries.ts',
  'features/orders/routes.ts',
  'features/earnings/index.ts',
  'features/back-office/index.ts',
  'platform/db/database.ts',
  'server/app.ts',
  'test/test-app.ts',
]

const root = mkdtempSync(join(tmpdir(), 'walls-'))
let violations: Violation[]

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

beforeAll(() => {
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(root, 'node_modules'))
  const imports = Object.fromEntries(
    ['platform', 'features', 'server', 'web', 'demo', 'test'].map((folder) => [`#${folder}/*`, `./${folder}/*`]),
  )
  write('package.json', JSON.stringify({ type: 'module', imports }))
  for (const file of BYSTANDERS) write(file, 'export const here = 1\n')
  write('web/circle-b.ts', "import './circle-a.ts'\n")
  for (const [file, imported] of Object.values(OFFENCES)) write(file, `import '${imported}'\n`)
  violations = brokenWalls(root, ['server', 'features', 'platform', 'web', 'demo'])
})

afterAll(() => rmSync(root, { recursive: true }))

test.each(Object.entries(OFFENCES))('%s bites', (rule, [file]) => {
  expect(violations).toContainEqual(expect.objectContaining({ rule, from: file }))
})

test('each wall has an offence here', async () => {
  const path = new URL('../.dependency-cruiser.mjs', import.meta.url).href
  const { default: config } = (await import(path)) as { default: { forbidden: { name: string }[] } }
  const rules = config.forbidden.map((rule) => rule.name)
  expect(Object.keys(OFFENCES).sort()).toEqual(rules.sort())
})
