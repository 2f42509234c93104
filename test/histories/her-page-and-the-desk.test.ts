import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '../ensure-build.ts'
import { whileLocked } from '../locks.ts'
import { call, killShops, type ShopProcess, startShop } from '../shop-process.ts'
import { openTestShop, type TestShop } from '../test-app.ts'

/** Of each answer of hers, each of an agent's, and who of them is first. */
const RACES = 8

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  shop.now = new Date()
  await shop.addPeople()
  await shop.addAgent()
})

afterAll(() => shop.close())

const addressOf = ({ host, user, database, port }: TestShop['connection']) =>
  `postgres://${user}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(host ?? '')}`

const send = async ({ port }: ShopProcess, method: string, path: string, body?: object, token?: string) => {
  const { status, text } = await call(port, method, path, { ...(body && { body }), ...(token && { token }) })
  return { status, json: JSON.parse(text) }
}

test('of her answer and an agent’s of the same moment, through two server processes, one is stored', async () => {
  await ensureBuild()
  const folder = mkdtempSync(join(tmpdir(), 'shop-her-page-'))
  const settings = { DATABASE_URL: addressOf(shop.connection), DEMO: '0' }
  const [hers, theirs] = [await startShop(folder, settings), await startShop(folder, settings)]
  const token = await shop.sessionOf(shop.ids.salma, new Date())
  const oil = await shop.addProduct({ stock: 500 })
  let stock = 500
  for (let nth = 0; nth < RACES; nth++) {
    const customer_id = await shop.addCustomer({ phone: `066123800${nth}`, city: 'Rabat' })
    const lines = { product_ids: [oil], prices: [149.5], quantities: [1], priceGain: [149.5] }
    const { OrderID: id } = (await shop.call('POST', '/api/orders/create', { body: { ...lines, customer_id } })).json
      .order
    const { url } = (await send(theirs, 'POST', `/api/confirmation/${id}/link`, undefined, token)).json
    const page = new URL(url).pathname.replace('/c/', '/api/confirm/')
    const seen = { seen_updated_at: (await send(hers, 'GET', page)).json.updated_at, Reason: 'changement d’avis' }
    const [action, outcome] = [nth % 2 ? 'annuler' : 'confirmer', nth % 4 < 2 ? 'annulé' : 'confirmé']
    const sends = [
      () => send(hers, 'POST', page, { action, ...seen }),
      () => send(theirs, 'POST', `/api/confirmation/${id}/attempts`, { outcome, ...seen }, token),
    ]
    const isHersFirst = nth < 4
    const sent = await whileLocked(
      shop.db,
      `select from orders where id = ${id} for update`,
      async ({ untilWaiting }) => {
        const first = sends[isHersFirst ? 0 : 1]!()
        await untilWaiting(1)
        const second = sends[isHersFirst ? 1 : 0]!()
        await untilWaiting(2)
        return [first, second]
      },
    )
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    const { rows } = await shop.db.execute<{ by: number | null; outcome: string; status: string }>(`
      select call.by, outcome, status from call_attempts as call join orders on orders.id = order_id
      where order_id = ${id} and outcome <> 'link_sent'`)
    const isCancelled = isHersFirst ? action === 'annuler' : outcome === 'annulé'
    expect(rows).toEqual([
      {
        by: isHersFirst ? null : shop.ids.salma,
        outcome: isCancelled ? 'cancelled' : 'confirmed',
        status: isCancelled ? 'cancelled' : 'pending',
      },
    ])
    if (!isCancelled) stock -= 1
    expect(await shop.stockOf(oil)).toBe(stock)
  }
  expect(await shop.brokenInvariants()).toEqual([])
  killShops()
  rmSync(folder, { recursive: true, force: true })
}, 600_000)
