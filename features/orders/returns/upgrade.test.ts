import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, migrateDatabase } from '#platform/db/migrate.ts'
import { findBrokenInvariants } from '#server/books/check-invariants.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'

let server: TestDatabase
let folder: string

beforeAll(async () => {
  server = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'shop-upgrade-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
  goBack()
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

/** The folder as it was before this rule. */
function goBack(): void {
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const nth = journal.entries.findIndex(({ tag }) => tag.endsWith('_where_the_pieces_are'))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, nth) }))
}

/** An order of two pieces of the one product, last changed on the 20th, and the moves that it made. */
const placed = (id: number, status: string, moves: readonly string[], deletedAt: string | null = null) => sql`
  with stored as (
    insert into orders overriding system value select ${id}, 1, 'direct', null, null, 'Nadia', '0612345678', 'Ici', 'Rabat',
      null, 200, 0, 0, 3500, 3700, 3700, 0, ${status}, null, 'pending', null, null, false, 'nadia', now(), '2026-11-20',
      ${deletedAt}::timestamptz, case when ${deletedAt}::text is not null then 1 end returning id
  ), lines as (
    insert into order_lines (order_id, product_id, name, quantity, user_price, distributor_price)
    select id, 1, 'Crème', 2, 100, 50 from stored)
  insert into order_moves (order_id, status, moved_at)
  select id, move, '2026-11-01'::timestamptz + nth * interval '1 day'
  from stored, unnest(string_to_array(${moves.join(',')}, ',')) with ordinality as each(move, nth)`

/** A database of before, with these orders and so many pieces on the shelf. */
async function openBefore(stock: number, orders: readonly ReturnType<typeof placed>[]): Promise<void> {
  await server.db.execute(sql`drop schema public cascade`)
  await server.db.execute(sql`drop schema drizzle cascade`)
  await server.db.execute(sql`create schema public`)
  await migrateDatabase(server.db, folder)
  await server.db.execute(sql`
    insert into accounts (custom_id, role, name, email, phone, address, created_at, search)
    values ('A-1', 'admin', 'Amina', 'amina@shop.example', '0600000000', 'Rabat', now(), 'amina')`)
  await server.db.execute(sql`
    insert into products (name, description, user_price, distributor_price, stock, category, image, created_at, updated_at, search, words)
    values ('Crème', 'Douce.', 100, 50, ${stock}, 'cosmetic', 'products/a.webp', now(), now(), 'creme', ' creme')`)
  await server.db.execute(sql`insert into stock_entries (product_id, quantity, entered_at) values (1, 10, now())`)
  await server.db.execute(sql`
    insert into customers (name, phone, address, city, created_at, search)
    values ('Nadia', '0612345678', 'Ici', 'Rabat', now(), 'nadia')`)
  for (const order of orders) await server.db.execute(order)
}

async function whereabouts() {
  const { rows } = await server.db.execute(sql`
    select id, left_at::date::text as left, pieces_back_at::date::text as back from orders order by id`)
  return rows
}

test('a database of before keeps its stock: what is on its way has left, what gave its pieces back gives none again', async () => {
  await openBefore(4, [
    placed(1, 'in_transit', ['in_transit', 'pending', 'in_transit', 'in_transit']),
    placed(2, 'delivered', ['in_transit', 'delivered']),
    placed(3, 'cancelled', ['in_transit', 'cancelled']),
    placed(4, 'cancelled', ['assigned', 'cancelled']),
    placed(5, 'in_transit', ['in_transit'], '2026-11-09'),
    placed(6, 'assigned', ['in_transit', 'assigned']),
  ])

  await migrateDatabase(server.db, MIGRATIONS)

  expect(await findBrokenInvariants(server.db)).toEqual([])
  expect(await whereabouts()).toEqual([
    { id: 1, left: '2026-11-04', back: null },
    { id: 2, left: '2026-11-02', back: null },
    { id: 3, left: '2026-11-02', back: '2026-11-03' },
    { id: 4, left: null, back: null },
    { id: 5, left: '2026-11-02', back: '2026-11-09' },
    { id: 6, left: null, back: null },
  ])
})

test('a database of before whose moves are not all written down is upgraded by when an order was last changed', async () => {
  await openBefore(8, [placed(1, 'in_transit', []), placed(2, 'cancelled', ['in_transit'])])

  await migrateDatabase(server.db, MIGRATIONS)

  expect(await whereabouts()).toEqual([
    { id: 1, left: '2026-11-20', back: null },
    { id: 2, left: '2026-11-02', back: '2026-11-20' },
  ])
})
