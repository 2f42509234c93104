import { spawnSync } from 'node:child_process'
import { globSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { restockProducts } from '../../bench/load/shop-orders.ts'
import { type Child, startShop } from '../../bench/shops/child-process.ts'
import { Balancer } from '../balancer.ts'
import { Customers, compare } from '../customers.ts'
import { openDatabaseBeside } from '../database.ts'
import { brokenInvariants, countOf, customersOf, freePort, openShop } from '../shop.ts'
import type { Verdict } from '../verdict.ts'
import { SteadyOrders } from './steady-orders.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const CALM_MS = 4_000
const PER_SECOND = 20

const git = (...words: string[]): string => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()

/** The first commit whose database today's program takes over. Empty without a history. */
const firstVersion = (): string => git('log', '-1', '--format=%H', '--', 'platform/db/migrations/0000_shop.sql')

/** Two copies of the first version take orders and are replaced in turn by today's, on the same database. */
export async function testUpgrade(folder: string): Promise<Verdict[]> {
  const claim = 'an upgrade over all migrations, one copy after the other, loses and doubles nothing'
  const first = firstVersion()
  if (first === '') return [{ claim, tried: 'nothing', held: null, figure: 'needs the history of Git' }]
  const old = join(folder, 'first')
  git('worktree', 'add', '--detach', '--quiet', old, first)
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(old, 'node_modules'))
    return [await upgrade(folder, old, claim)]
  } finally {
    git('worktree', 'remove', '--force', old)
  }
}

async function upgrade(folder: string, old: string, claim: string): Promise<Verdict> {
  const database = await openDatabaseBeside(join(folder, 'database'))
  const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'silent' }
  const ports = [await freePort(), await freePort()]
  const place = (nth: number) => join(folder, `copy-${nth}`)
  const copies: Child[] = []
  for (const [nth, port] of ports.entries()) {
    const copy = startShop(place(nth), { PORT: String(port), ...settings }, old)
    await copy.address()
    copies.push(copy)
  }
  const products = await restockProducts(database.sql)
  const ids = await customersOf(ports[0]!, 4)
  const before = await countOf(database.sql, 'select count(*) from orders')
  const balancer = new Balancer(ports)
  const customers = new Customers(await balancer.open(), products, ids)
  const orders = new SteadyOrders(customers, products, ids, PER_SECOND)
  const running = orders.run()
  await sleep(CALM_MS)
  const atUpgrade = customers.acknowledged
  for (const nth of [0, 1]) {
    await copies[nth]!.end('SIGTERM')
    copies[nth] = (await openShop(place(nth), ports[nth]!, settings)).child
    await balancer.untilIn(ports[nth]!)
    await sleep(CALM_MS)
  }
  await orders.end(running)
  await balancer.close()
  const { lost, doubled } = await compare(database.sql, customers.log, before)
  const broken = await brokenInvariants(database.sql)
  for (const copy of copies) await copy.stop()
  await database.close()
  const { acknowledged, log, unexpected } = customers
  const migrations = (root: string) => globSync('platform/db/migrations/*.sql', { cwd: root }).length
  return {
    claim,
    tried: `two copies with ${migrations(old)} migrations, replaced in turn by today's with ${migrations(ROOT)}, ${PER_SECOND} orders a second`,
    held: lost + doubled + broken.length + unexpected.length === 0 && acknowledged === log.length && atUpgrade > 0,
    figure: `${acknowledged} of ${log.length} orders acknowledged, ${atUpgrade} of them before; ${lost} lost, ${doubled} doubled, ${broken.length} invariants broken, ${unexpected.length} unexpected answers${unexpected[0] ? ` (${unexpected[0].slice(0, 80)})` : ''}`,
  }
}
