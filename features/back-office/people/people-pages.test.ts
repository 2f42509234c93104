import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROWS_COUNTED, SEARCH_HITS } from '#platform/kernel/list-limits.ts'
import { normaliseForSearch } from '#platform/kernel/text.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

const REQUESTS = 400

/** More than are counted. */
const CUSTOMERS = ROWS_COUNTED + 250

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  const now = sql`${shop.now.toISOString()}::timestamptz`
  // One in four is Sara's, one in four hundred lives in Oujda.
  await shop.db.execute(sql`
    insert into customers (supplier_id, name, phone, address, city, created_at, search)
    select case when n % 4 = 0 then ${shop.ids.sara} end::int, name, phone, 'Rue', 'Rabat', ${now},
      name || ' ' || phone || case when n % 400 = 0 then ' oujda' else ' rabat' end
    from generate_series(1, ${CUSTOMERS}::int) as n, lateral (select '06' || lpad(n::text, 8, '0') as phone,
      (array['nadia', 'omar', 'salma', 'ana'])[n % 4 + 1] || ' ' ||
      (array['lahlou', 'tazi', 'fassi', 'alaoui', 'naciri'])[n / 4 % 5 + 1] as name) as made`)
  for (const [table, account, id] of [
    ['withdrawals', 'account_id', shop.ids.sara],
    ['purchases', 'buyer_id', shop.ids.karim],
  ] as const)
    await shop.db.execute(sql`
      insert into ${sql.raw(table)} (${sql.raw(account)}, amount, status, requested_at, decided_at)
      select case when n % 7 = 0 then ${shop.ids.youssef} else ${id} end::int, 500000, status, ${now},
        case when status <> 'pending' then ${now} end
      from generate_series(1, ${REQUESTS}::int) as n,
        lateral (select (array['approved', 'refused', 'approved', 'pending', 'approved'])[n % 5 + 1] as status) as made`)
})

afterAll(() => shop.close())

async function numbersIn(table: string, where: SQL, order: SQL): Promise<number[]> {
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`select id from ${sql.raw(table)} where ${where} order by ${order}`,
  )
  return rows.map(({ id }) => id)
}

async function ask(path: string, query: Readonly<Record<string, string>>) {
  const { status, json } = await shop.call('GET', `${path}?${new URLSearchParams(query)}`, { token: shop.tokens.admin })
  expect(status).toBe(200)
  return { ...json, ids: json.data.map(({ id, CustomerID = id }: { id: number; CustomerID?: number }) => CustomerID) }
}

/** The pages asked are what stands there in the whole list, and each tells how long it is. */
async function comparePages(
  path: string,
  query: Readonly<Record<string, string>>,
  all: readonly number[],
  last: number,
) {
  for (const page of new Set([1, 2, Math.ceil(last / 2), last])) {
    const found = await ask(path, { ...query, page: String(page), per_page: '50' })
    expect(found.total, `${page}`).toEqual(Math.min(all.length, ROWS_COUNTED + 1))
    expect(found.ids, `${page}`).toEqual(all.slice((page - 1) * 50, page * 50))
  }
}

const REQUEST_ORDERS = {
  status: sql`status <> 'pending', id desc`,
  '-created_at': sql`id desc`,
  created_at: sql`id`,
}

const LISTS = [
  ['withdrawals', '/api/withdrawals', 'account_id'],
  ['purchases', '/api/admin/get-all-purchases', 'buyer_id'],
] as const

describe.each(LISTS)('pages of %s', (table, path, account) => {
  test.each(Object.entries(REQUEST_ORDERS))(
    'by %s are the parts of the list, whatever was decided',
    async (sort, order) => {
      for (const [status, where] of [
        ['', sql`true`],
        ['approuvé', sql`status = 'approved'`],
        ['en attente', sql`status = 'pending'`],
      ] as const) {
        const all = await numbersIn(table, where, order)
        await comparePages(path, { sort, ...(status && { status }) }, all, Math.ceil(all.length / 50))
      }
    },
  )

  test.each(Object.entries(REQUEST_ORDERS))(
    'by %s, of people who are searched for, are their newest hundred',
    async (sort, order) => {
      for (const [search, who] of [
        ['youssef', sql`name = 'Nom youssef'`],
        ['nom', sql`name like 'Nom %'`],
      ] as const) {
        const theirs = sql`${sql.raw(account)} in (select id from accounts where ${who})`
        const newest = (await numbersIn(table, theirs, sql`id desc`)).slice(0, SEARCH_HITS)
        const all = await numbersIn(table, sql`id = any(${sql.param(newest)}::int[])`, order)
        expect(all.length).toBeGreaterThan(50)
        await comparePages(path, { sort, search }, all, 2)
      }
    },
  )
})

describe('pages of customers', () => {
  test.each(['created_at', '-created_at'])(
    'by %s are the parts of the list, also beyond what is counted',
    async (sort) => {
      const all = await numbersIn('customers', sql`true`, sort === 'created_at' ? sql`id` : sql`id desc`)
      await comparePages('/api/admin/customers', { sort }, all, Math.ceil(all.length / 50))
      expect((await ask('/api/admin/customers', { sort, per_page: '50' })).last_page).toBe(201)
    },
  )

  test.each([
    'nadia lahlou',
    'Nadia  LAHLOU',
    'dia lahl',
    'lahlou 0600000',
    'a lahlou',
    'adi',
    'ou',
    '7 rabat',
    'oujda',
    '06 00 00 12 04',
    '+212 6 00 00 12 04',
    'personne lahlou',
    '%a% lahlou',
    '_a',
  ])('of a search of « %s » are the newest hundred that hold it', async (search) => {
    const held = /^[+\d ]+$/.test(search) ? '0600001204' : normaliseForSearch(search)
    const all = (await numbersIn('customers', sql`strpos(search, ${held}) > 0`, sql`id desc`)).slice(0, SEARCH_HITS)
    await comparePages('/api/admin/customers', { search }, all, 2)
  })

  test('of the whole identifier of a supplier are its customers', async () => {
    const all = (await numbersIn('customers', sql`supplier_id = ${shop.ids.sara}`, sql`id desc`)).slice(0, SEARCH_HITS)
    await comparePages('/api/admin/customers', { search: 'f-1001' }, all, 2)
    expect((await ask('/api/admin/customers', { search: 'F-100' })).ids).toEqual([])
  })
})
