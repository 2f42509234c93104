import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fold } from '#platform/kernel/text.ts'
import { openTestShop, type TestShop } from '#server/test-app.ts'
import { jointsIn } from './customer-search.ts'
import { ROWS_REACHED } from './names.ts'

describe('where words meet', () => {
  test.each([
    ['nadia', []],
    ['nadia lahlou', ['dia lah']],
    ['dia lah', ['dia lah']],
    ['ia lahlou', []],
    ['nadia la', []],
    ['nadia el fassi', ['dia el', 'el fas']],
    ['فاطمة بنت علي', ['طمة بنت', 'بنت علي']],
  ])('of %s', (typed, joints) => {
    expect(jointsIn(typed)).toEqual(joints)
  })
})

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  // Common first names, common last names, few who have both; one in four hundred with a word in between.
  await shop.db.execute(sql`
    insert into customers (name, phone, address, city, created_at, search)
    select name, phone, 'Rue', 'Rabat', now(), name || ' ' || phone || ' rabat'
    from generate_series(1, 8000) as n, lateral (select '06' || lpad(n::text, 8, '0') as phone,
      (array['nadia', 'omar', 'salma', 'ana'])[n % 4 + 1] || case when n % 400 = 4 then ' el' else '' end || ' ' ||
      (array['lahlou', 'tazi', 'fassi', 'alaoui', 'naciri'])[n / 4 % 5 + 1] || case when n % 800 < 4 then ' b' else '' end as name) as made`)
})

afterAll(() => shop.close())

test('the database sees the same joints', async () => {
  const { rows } = await shop.db.execute<{ search: string; joints: string[] }>(
    sql`select search, joints_of(search) as joints from customers order by id limit 900`,
  )
  for (const { search, joints } of rows) expect(joints).toEqual(expect.arrayContaining(jointsIn(search)))
})

async function found(search: string): Promise<number[]> {
  const { json } = await shop.call('GET', `/api/admin/customers?${new URLSearchParams({ search, per_page: '100' })}`, {
    token: shop.tokens.admin,
  })
  expect(json.total).toBe(json.data.length)
  return json.data.map(({ CustomerID }: { CustomerID: number }) => CustomerID)
}

test.each([
  'nadia lahlou',
  'Nadia  LAHLOU',
  'dia lahl',
  'a lahlou',
  'nadia el lahlou',
  'el lahlou',
  'lahlou b',
  'lahlou b 06',
  'lahlou b 0600000',
  'tazi 06000012',
  'tazi 0600001201 rabat',
  'adi',
  '7 rabat',
  'personne lahlou',
  '%a% lahlou',
])('a search of %s finds the newest whose text holds it', async (typed) => {
  const { rows } = await shop.db.execute<{ id: number }>(sql`
    select id from customers where strpos(search, ${fold(typed)}) > 0 order by id desc limit ${ROWS_REACHED}`)
  expect(await found(typed)).toEqual(rows.map(({ id }) => id))
})
