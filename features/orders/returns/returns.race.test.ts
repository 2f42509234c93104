import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderId, ProductId } from '#platform/kernel/ids.ts'
import { queuedBehindLock } from '#test/locks.ts'
import { type Instance, openTestShop, type TestAnswer, type TestShop } from '#test/test-app.ts'

/** Three processes on one database: what races, races through connections of its own. */
let shop: TestShop
let processes: Instance[]
let id: ProductId
let first: OrderId

beforeAll(async () => {
  shop = await openTestShop()
  processes = [shop.first, await shop.another(), await shop.another()]
  await shop.addPeople()
})

afterAll(() => shop.close())

/** Three of ten pieces are on a lorry, since twenty days. */
beforeEach(async () => {
  id = await shop.addProduct({ stock: 10 })
  const token = shop.tokens.sara
  const customer_id = await shop.addCustomer({}, { token })
  const body = { product_ids: [id], prices: [110], priceGain: [149.5], quantities: [3], customer_id }
  first = (await shop.call('POST', '/api/orders/create', { token, body })).json.order.OrderID
  await move('en transit')
  await shop.db.execute(sql`update orders set left_at = left_at - interval '20 days' where id = ${first}`)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

let calls = 0

/** Each call goes through the next process. */
const asAdmin = (method: string, path: string, body?: object): Promise<TestAnswer> =>
  shop.call(method, path, { token: shop.tokens.admin, body }, processes[calls++ % processes.length])

const move = (CurrentStatus: string) => asAdmin('PUT', `/api/admin/orders/${first}/tracking`, { CurrentStatus })
const receive = () => asAdmin('POST', '/api/admin/returns', { OrderID: first })
const lose = () => asAdmin('POST', `/api/admin/orders/${first}/lost`, { note: 'Perdu' })
const removeMine = () => shop.call('DELETE', `/api/supplier/orders/${first}`, { token: shop.tokens.sara }, processes[1])

const atOnce = (...acts: (() => Promise<TestAnswer>)[]) =>
  queuedBehindLock(shop.db, `select from orders where id = ${first} for update`, acts.length, () =>
    acts.map((act) => act()),
  )

const statusesOf = (answers: readonly TestAnswer[]): number[] => answers.map(({ status }) => status).sort()

test('received by six at once, a parcel gives its pieces back once', async () => {
  await move('annulé')
  expect(statusesOf(await atOnce(...Array(6).fill(receive)))).toEqual([200, 409, 409, 409, 409, 409])
  expect(await shop.stockOf(id)).toBe(10)
})

test('received and declared lost at once, it is one of the two', async () => {
  const [received, lost] = await atOnce(receive, lose)
  expect([
    [200, 409],
    [409, 200],
  ]).toContainEqual([received!.status, lost!.status])
  expect(await shop.stockOf(id)).toBe(received!.status === 200 ? 10 : 7)
})

test('delivered, cancelled, received and deleted at once, no piece comes from the lorry, and none twice', async () => {
  const [delivered, , received] = await atOnce(
    () => move('livré'),
    () => move('annulé'),
    receive,
    removeMine,
  )
  // One that was delivered is never received; every other one can be, once.
  if (delivered!.status === 200) expect(received!.status).toBe(409)
  expect(await shop.stockOf(id)).toBe(received!.status === 200 ? 10 : 7)
  expect((await receive()).status).toBe(delivered!.status === 200 || received!.status === 200 ? 409 : 200)
  expect(await shop.stockOf(id)).toBe(delivered!.status === 200 ? 7 : 10)
})

test('handed over and cancelled at once, its pieces are on the shelf or on the lorry', async () => {
  await move('attribué')
  const [handed, cancelled] = await atOnce(
    () => move('en transit'),
    () => move('annulé'),
  )
  expect(cancelled!.status).toBe(200)
  // Cancelled after it was handed over, it gives nothing back before its parcel is there.
  expect(await shop.stockOf(id)).toBe(handed!.status === 200 ? 7 : 10)
  expect((await receive()).status).toBe(handed!.status === 200 ? 200 : 409)
  expect(await shop.stockOf(id)).toBe(10)
})

test('received while its pieces are ordered by others, no more of them is sold than came back', async () => {
  const customer_id = await shop.addCustomer()
  const body = { product_ids: [id], prices: [149.5], priceGain: [149.5], quantities: [1], customer_id }
  const order = (nth: number) => shop.call('POST', '/api/orders/create', { body }, processes[nth % 3])
  const answers = await queuedBehindLock(shop.db, `select from products where id = ${id} for update`, 13, () => [
    receive(),
    ...Array.from({ length: 12 }, (_, nth) => order(nth)),
  ])
  const sold = answers.slice(1).filter(({ status }) => status === 201).length
  expect(answers[0]!.status).toBe(200)
  expect(sold).toBeLessThanOrEqual(10)
  expect(await shop.stockOf(id)).toBe(10 - sold)
})
