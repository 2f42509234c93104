import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Names that travel on the wire and that nobody would choose: they stop at each room's `contract.ts`. */
const LEGACY = [
  'ProductID',
  'CustomerID',
  'OrderItemID',
  'StockQuantity',
  'CurrentStatus',
  'PaymentDate',
  'customer_info',
  'distributeur_price',
  'Produit-alimentaire',
  'product_ids',
]

const sources = globSync('{server,features,platform,web,demo}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/(^|\/)(contract|model)\.ts$|\.test\.tsx?$/.test(file),
)

test('the search reads the tree', () => {
  expect(sources.length).toBeGreaterThan(50)
})

test.each(LEGACY)('%s stays in contracts', (name) => {
  const strays = sources.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(name))
  expect(strays).toEqual([])
})
