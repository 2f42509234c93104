import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountId, ProductId } from '#platform/kernel/ids.ts'
import { localMoment } from '#platform/kernel/time.ts'
import { queuedBehindLock } from '#test/locks.ts'
import { type Instance, openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let second: Instance
let limited: Instance
let cream: ProductId

beforeAll(async () => {
  shop = await openTestShop()
  second = await shop.another()
  limited = await shop.another({ rateLimits: true })
  await shop.addPeople()
  cream = await shop.addProduct()
})

afterAll(() => shop.close())

/** Both suppliers have the codes of the beginning again. */
beforeEach(async () => {
  await shop.db.execute(sql`update accounts set promo_code = 'SARA10' where id = ${shop.ids.sara}`)
  await shop.db.execute(sql`update accounts set promo_code = 'YOUSSEF5' where id = ${shop.ids.youssef}`)
  await shop.db.execute(sql`
    delete from promo_codes where account_id in (${shop.ids.sara}, ${shop.ids.youssef}) and code not in ('SARA10', 'YOUSSEF5')`)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

type Supplier = 'sara' | 'youssef'

const choose = (who: Supplier, code: string, instance?: Instance) =>
  shop.call('PUT', '/api/supplier/code', { token: shop.tokens[who], body: { code } }, instance)
const isFree = async (who: Supplier, code: string): Promise<unknown> =>
  (await shop.call('GET', `/api/supplier/code/${code}`, { token: shop.tokens[who] })).json.available
const ownerOf = async (code: string): Promise<unknown> =>
  (await shop.call('GET', `/api/supplier-from-code/${code}`)).json?.supplier_id ?? null
const orderWith = async (promo_code: string, instance?: Instance) => {
  const customer_id = await shop.addCustomer()
  const body = { product_ids: [cream], prices: [149.5], priceGain: [149.5], quantities: [1], customer_id, promo_code }
  return shop.call('POST', '/api/orders/create', { body }, instance)
}
const ban = (who: Supplier) => shop.call('DELETE', `/api/admin/user/${shop.ids[who]}`, { token: shop.tokens.admin })
const restore = (who: Supplier) =>
  shop.call('POST', `/api/admin/user/${shop.ids[who]}/restore`, { token: shop.tokens.admin })
const codesOf = async (id: AccountId): Promise<string[]> =>
  (
    await shop.db.execute<{ code: string }>(sql`select code from promo_codes where account_id = ${id} order by 1`)
  ).rows.map(({ code }) => code)

describe('a supplier’s own code', () => {
  test('is chosen, and the former one goes on working: a printed QR code never dies', async () => {
    expect(await isFree('sara', 'SaraBeaute')).toBe(true)
    const { status, json } = await choose('sara', ' SaraBeaute ')
    expect([status, json.code]).toEqual([200, 'SARABEAUTE'])
    expect(json.changeable_from).toBe(localMoment('2026-12-20', '00:00').toISOString())
    for (const code of ['SARABEAUTE', 'sarabeaute', 'SARA10', 'sara10']) expect(await ownerOf(code)).toBe(shop.ids.sara)
    for (const code of ['sarabeaute', 'sara10']) {
      const { status, json } = await orderWith(code)
      expect([status, json.order.discount]).toEqual([201, 7.48])
    }
    const profile = await shop.call('GET', `/api/suppliers/${shop.ids.sara}`, { token: shop.tokens.sara })
    expect(profile.json.promo_code).toBe('SARABEAUTE')
  })

  test.each(['SARA10', 'sara10', 'SaRa10'])('is nobody else’s, whatever its case: %s', async (code) => {
    expect(await isFree('youssef', code)).toBe(false)
    const { status, json } = await choose('youssef', code)
    expect([status, json.codes]).toEqual([422, { code: ['code_taken'] }])
    expect(await ownerOf(code)).toBe(shop.ids.sara)
  })

  test('is nobody else’s when it is a former one', async () => {
    await choose('sara', 'NOUVEAU1')
    expect(await isFree('youssef', 'sara10')).toBe(false)
    expect((await choose('youssef', 'sara10')).status).toBe(422)
  })

  test.each(['ABC12', 'ABCDEFGHIJKLM', 'SARA-10', 'SARÀ100', 'SARA_10', '', 'X00042'])(
    '« %s » is none that can be chosen',
    async (code) => {
      const { status, json } = await choose('sara', code)
      expect([status, Object.keys(json.errors)]).toEqual([422, ['code']])
      if (code !== '') expect(await isFree('sara', encodeURIComponent(code))).toBe(false)
      expect(await codesOf(shop.ids.sara)).toEqual(['SARA10'])
    },
  )

  test('is changed at once after sign-up, then once a month, and the answer says from when', async () => {
    expect((await choose('sara', 'PREMIER1')).status).toBe(200)
    const again = await choose('sara', 'SECOND22')
    expect([again.status, again.json.code]).toEqual([409, 'code_changed_lately'])
    expect(again.json.message).toBe('Vous pourrez changer de code à partir du dimanche 20\u00A0décembre.')
    // The present one is no change; a former one is.
    expect((await choose('sara', 'premier1')).status).toBe(200)
    expect((await choose('sara', 'SARA10')).status).toBe(409)
    shop.now = new Date(localMoment('2026-12-20', '00:00').getTime() - 1000)
    shop.tokens.sara = await shop.sessionOf(shop.ids.sara)
    expect((await choose('sara', 'SARA10')).status).toBe(409)
    shop.pass(1000)
    expect((await choose('sara', 'SARA10')).status).toBe(200)
    expect((await choose('sara', 'SECOND22')).status).toBe(409)
    expect(await codesOf(shop.ids.sara)).toEqual(['PREMIER1', 'SARA10'])
    for (const who of ['youssef', 'admin', 'karim'] as const) shop.tokens[who] = await shop.sessionOf(shop.ids[who])
  })

  test('is one supplier’s when two want it at the same moment', async () => {
    const taken = `insert into promo_codes values ('MEMECODE', ${shop.ids.karim}, now())`
    const answers = await queuedBehindLock(
      shop.db,
      taken,
      2,
      () => [choose('sara', 'MEMECODE'), choose('youssef', 'memecode', second)],
      (holder) => holder.query('rollback'),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const winner = answers[0]!.status === 200 ? shop.ids.sara : shop.ids.youssef
    expect(await ownerOf('memecode')).toBe(winner)
  })

  test('is changed once when two are chosen at the same moment', async () => {
    const held = `select from accounts where id = ${shop.ids.sara} for update`
    const answers = await queuedBehindLock(shop.db, held, 2, () => [
      choose('sara', 'DEUXFOIS'),
      choose('sara', 'DEUXFOIX', second),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await codesOf(shop.ids.sara)).toHaveLength(2)
  })

  test('counts for nothing while its account is banned, is given to nobody, and comes back with its former ones', async () => {
    await choose('sara', 'SARABEAUTE')
    await ban('sara')
    for (const code of ['SARABEAUTE', 'SARA10']) {
      expect(await ownerOf(code)).toBeNull()
      expect((await orderWith(code)).status).toBe(422)
      expect(await isFree('youssef', code)).toBe(false)
      expect((await choose('youssef', code)).status).toBe(422)
    }
    await restore('sara')
    for (const code of ['SARABEAUTE', 'SARA10']) {
      expect(await ownerOf(code)).toBe(shop.ids.sara)
      expect((await orderWith(code)).status).toBe(201)
    }
    shop.tokens.sara = await shop.sessionOf(shop.ids.sara)
  })

  test('goes with the person when its account is erased: one that names nobody is left', async () => {
    const email = 'part@shop.example'
    const person = { name: 'Part', email, phone: '0611223344', address: 'Fès', password: 'un mot de passe bien long' }
    const { json } = await shop.call('POST', '/api/register', { body: person })
    const id: AccountId = json.user.id
    const token = await shop.sessionOf(id)
    await shop.call('PUT', '/api/supplier/code', { token, body: { code: 'PARTBIEN' } })
    expect(await codesOf(id)).toHaveLength(2)
    const erased = await shop.call('POST', `/api/admin/user/${id}/personal-data/anonymise`, {
      token: shop.tokens.admin,
    })
    expect(erased.status).toBe(200)
    expect(await codesOf(id)).toEqual([`X0${String(id).padStart(4, '0')}`])
    expect(await ownerOf('PARTBIEN')).toBeNull()
  })

  test('that sign-up gives is kept as well, also by a former program, which writes the account alone', async () => {
    const { rows } = await shop.db.execute(sql`
      select from accounts where promo_code is not null
        and not exists (select from promo_codes where code = promo_code and account_id = accounts.id)`)
    expect(rows).toEqual([])
    const steal = sql`update accounts set promo_code = 'SARA10' where id = ${shop.ids.youssef}`
    await expect(shop.db.execute(steal)).rejects.toThrow()
  })

  test('is asked about twenty times a minute, by each supplier for itself', async () => {
    const ask = (who: Supplier, nth: number) =>
      shop.call('GET', `/api/supplier/code/DEVINE${nth}`, { token: shop.tokens[who] }, limited)
    for (let nth = 0; nth < 20; nth++) expect((await ask('youssef', nth)).status).toBe(200)
    const refused = await ask('youssef', 20)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await choose('youssef', 'DEVINE99', limited)).status).toBe(429)
    expect((await ask('sara', 0)).status).toBe(200)
  })
})
