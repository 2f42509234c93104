import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Item } from '#demo/studio/item.ts'
import { nextCustomId, storeAccount } from '#features/accounts/index.ts'
import { newSalt, type PasswordHashQueue } from '#features/accounts/password-hashing.ts'
import { saveMasters } from '#features/catalogue/images/image-store.ts'
import { addProduct, findCategory, storeContents } from '#features/catalogue/index.ts'
import { settlePayment } from '#features/earnings/index.ts'
import { createCustomer, listLines, moveOrder, placeOrder, receiveReturn } from '#features/orders/index.ts'
import type { CancelReason, OrderStatus } from '#features/orders/model.ts'
import { storeSetting } from '#features/settings/index.ts'
import { BUILT_IN_SETTINGS, ratesOf, type SettingName } from '#features/settings/model.ts'
import { nameActor } from '#platform/db/actor.ts'
import { type DbOrTx, inTransaction, type Tx } from '#platform/db/database.ts'
import type { Caller } from '#platform/http/access.ts'
import type { Shop } from '#platform/http/shop.ts'
import { DAY_MS, HOUR_MS } from '#platform/kernel/durations.ts'
import type { AccountId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { centimes } from '#platform/kernel/money.ts'
import { startOfDays } from '#platform/kernel/time.ts'
import {
  callsBefore,
  correctAddresses,
  eventsOfCalls,
  ON_THE_DESK,
  onTheDesk,
  type PlannedCall,
  type SentLink,
} from './calls.ts'
import { demoCourierOf, storeCouriers, UNPAID_DAYS } from './couriers.ts'
import { storeParcels } from './parcels.ts'
import { eventsBesideOrders, type PastEvent } from './past-events.ts'
import { admin, agents, buyers, customers, type DemoAccount, suppliers } from './people.ts'
import { type DemoProduct, products } from './products.ts'
import { type SeededRandom, seededRandom } from './random.ts'
import { SELLER } from './seller.ts'
import { storeStatements } from './statements.ts'

const SEED = 20_261_120
const ORDERS = 200
const DAYS = 90

const PICTURES = join(import.meta.dirname, 'pictures')
const DRAWN = /-\d{3}\.(avif|webp)$/
const MASTER_WIDTH = 960

/**
 * Fills an empty database with the demo shop; any other database is left alone. Everything happens in one transaction and
 * through the shop's own actions, so the shop is the same every time, with dates counted back from today.
 */
export async function seedDemo(shop: Shop, hashing: PasswordHashQueue, say: (line: string) => void): Promise<void> {
  if (!(await isEmpty(shop.db))) return
  say('Base vide : la boutique de démonstration est installée…')
  const images = imagesOfProducts()
  copyDrawnSizes(shop.storageDir)
  const people = await withPasswords([admin, ...suppliers, ...buyers, ...agents], shop, hashing)
  const now = shop.now()
  const plan = planOrders(seededRandom(SEED), plentiful(images), now)
  const links: SentLink[] = []
  await inTransaction(shop.db, async (tx) => {
    // Another process that installs the demo takes longer than a statement may wait, so the lock is polled.
    while (!(await isOurTurn(tx))) await sleep(200)
    if (!(await isEmpty(tx))) return
    // An interrupted installation has used numbers of sequences, which a rollback does not undo.
    const sequences = await tx.execute<{ name: string }>(
      sql`select format('%I', sequencename) as name from pg_sequences where schemaname = 'public'`,
    )
    for (const { name } of sequences.rows) await tx.execute(sql.raw(`alter sequence ${name} restart`))
    const opening = new Date(startOfDays(now, DAYS + 1).getTime() + 8 * HOUR_MS)
    await nameActor(tx, null, opening)
    const accounts = await storePeople(tx, people, opening)
    await nameActor(tx, accounts.get(admin.customId)!, opening)
    for (const [name, value] of Object.entries(SELLER)) await storeSetting(tx, name as SettingName, value, opening)
    await saveMasters(tx, [...images.values()].map(readMaster), opening)
    const ids = await storeProducts(tx, images, plan, accounts.get(admin.customId)!, opening)
    const calling = { agents: agents.map(({ customId }) => accounts.get(customId)!), shop, links }
    const storedIds = { accounts, ids, calling }
    const past = [
      ...plan.flatMap((order) => eventsOfOrder(order, storedIds)),
      ...eventsBesideOrders({ shop, accounts, admin: accounts.get(admin.customId)!, now }),
    ]
    // The order matters: a withdrawal contains the orders delivered before it.
    for (const { at, happen } of past.sort((a, b) => a.at.getTime() - b.at.getTime())) {
      await nameActor(tx, accounts.get(admin.customId)!, at)
      await happen(tx)
    }
    const couriers = await storeCouriers(tx, opening)
    const by = accounts.get(admin.customId)!
    await storeParcels(tx, couriers, by, now)
    await storeStatements(tx, couriers[0]!, by, now)
  })
  await correctAddresses(shop, links)
}

async function isOurTurn(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('demo shop')) as ours`,
  )
  return rows[0]!.ours
}

async function isEmpty(db: DbOrTx): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(sql`
    select not exists (select from accounts) and not exists (select from products)
      and not exists (select from customers) as empty`)
  return rows[0]!.empty
}

/** The `image` of each product by its slug, and of its further pictures by slug and kind. */
function imagesOfProducts(): Map<string, string> {
  const index = JSON.parse(readFileSync(join(PICTURES, 'index.json'), 'utf8')) as Record<string, { hash: string }>
  return new Map(
    Object.entries(index).map(([name, { hash }]) => [name, `products/${name.replace('@', '-')}-${hash}.webp`]),
  )
}

const FURTHER = ['scale', 'texture', 'setting']

/** Their cards show them in a hand: rows of nothing but plinths would look like wallpaper. */
const FIRST_IN_A_HAND: ReadonlySet<string> = new Set([
  'serum-eclat-vitamine-c',
  'gel-nettoyant-visage-aloe-vera',
  'beurre-corporel-karite',
  'omega-3-huile-de-poisson',
])

function picturesOf(slug: string, images: ReadonlyMap<string, string>): { image: string; furtherImages: string[] } {
  const all = [slug, ...FURTHER.map((kind) => `${slug}@${kind}`)].flatMap((name) => images.get(name) ?? [])
  const [first, second] = all
  return FIRST_IN_A_HAND.has(slug)
    ? { image: second!, furtherImages: [first!, ...all.slice(2)] }
    : { image: first!, furtherImages: all.slice(1) }
}

const readMaster = (image: string) => ({
  image,
  bytes: readFileSync(join(PICTURES, basename(image))),
  width: MASTER_WIDTH,
  height: MASTER_WIDTH,
})

/** Copies the drawn sizes of pictures, so that the first visitors do not wait for the shop to draw them. */
function copyDrawnSizes(storageDir: string): void {
  const target = join(storageDir, 'products')
  mkdirSync(target, { recursive: true })
  for (const file of readdirSync(PICTURES)) if (DRAWN.test(file)) cpSync(join(PICTURES, file), join(target, file))
}

type Hashed = DemoAccount & { passwordHash: string | null }

async function withPasswords(
  people: readonly DemoAccount[],
  shop: Shop,
  hashing: PasswordHashQueue,
): Promise<Hashed[]> {
  const hashed = people.map(async (person) => ({
    ...person,
    passwordHash: person.password ? await hashing.hash(person.password, newSalt(shop.randomBytes), null) : null,
  }))
  return Promise.all(hashed)
}

async function storePeople(tx: Tx, people: readonly Hashed[], now: Date): Promise<Map<string, AccountId>> {
  const ids = new Map<string, AccountId>()
  for (const { role, name, email, phone, address, passwordHash, promoCode = null, rib = null, customId } of people) {
    // Numbers come from the sequences as in the real sign-up, so that the next person gets the next number.
    const given = role === 'admin' ? customId : await nextCustomId(tx, role)
    if (given !== customId) throw new Error(`${name} was to be ${customId} and would be ${given}`)
    const account = { customId, role, name, email, phone, address, passwordHash, promoCode, rib }
    ids.set(customId, await storeAccount(tx, account, now))
  }
  return ids
}

interface PlannedOrder {
  at: Date
  supplier: DemoAccount | null
  placedBy: 'supplier' | 'visitor'
  customer: (typeof customers)[number]
  lines: { slug: string; quantity: number }[]
  moves: { status: OrderStatus; reason: CancelReason | null; at: Date }[]
  payment: { status: 'paid' | 'void'; at: Date } | null
  /** The return of its parcel, with the number of damaged pieces of the first line; null: none. */
  returned: { at: Date; damaged: number } | null
  calls: PlannedCall[]
}

async function storeProducts(
  tx: Tx,
  images: ReadonlyMap<string, string>,
  plan: readonly PlannedOrder[],
  by: AccountId,
  now: Date,
): Promise<Map<string, ProductId>> {
  const ids = new Map<string, ProductId>()
  for (const demo of products) {
    const { slug, name, description, usage, highlights, precautions, userPrice, distributorPrice, stock, category } =
      demo
    const product = {
      name,
      description,
      benefit: benefitOf(demo),
      usage,
      highlights: highlights ?? null,
      precautions,
      userPrice: centimes(userPrice),
      distributorPrice: centimes(distributorPrice),
      // The opening stock includes the pieces that orders take later, so that today's stock is that of the list.
      stock: stock + piecesTaken(plan, slug),
      category: findCategory(category)!,
      ...picturesOf(slug, images),
    }
    ids.set(slug, await addProduct(tx, product, by, now))
  }
  for (const { slug, shot } of products)
    if (shot.shape === 'pack')
      await storeContents(tx, { id: ids.get(slug)!, category: 'pack' }, contentsOf(shot.items, ids))
  return ids
}

/** The small print of its label, where a measure stays with its word; of some, and of a pack, its own line. */
function benefitOf({ shot, contents }: DemoProduct): string | null {
  if (contents || shot.shape === 'pack') return contents ?? null
  return `${shot.sub.replace(/ (?=\d)/g, '\u00A0')} · ${shot.size}`
}

const contentsOf = (items: readonly Item[], ids: ReadonlyMap<string, ProductId>) =>
  items.map((item) => ({ id: ids.get(products.find(({ shot }) => shot === item)!.slug)!, pieces: 1 }))

/** Pieces of delivered or open orders, and pieces that did not come back intact. */
const piecesTaken = (plan: readonly PlannedOrder[], slug: string): number =>
  plan
    .filter(({ calls }) => calls.every(({ outcome }) => outcome !== 'cancelled'))
    .flatMap(({ lines, returned }) =>
      lines.map((line, nth) => ({
        slug: line.slug,
        gone: returned === null ? line.quantity : nth === 0 ? returned.damaged : 0,
      })),
    )
    .reduce((sum, line) => sum + (line.slug === slug ? line.gone : 0), 0)

interface StoredIds {
  accounts: ReadonlyMap<string, AccountId>
  ids: ReadonlyMap<string, ProductId>
  calling: { agents: readonly AccountId[]; shop: Shop; links: SentLink[] }
}

/** The events of an order, through the rooms' own actions: placing, the admin's moves, the payment, the return. */
function eventsOfOrder(order: PlannedOrder, storedIds: StoredIds): PastEvent[] {
  const by = storedIds.accounts.get(admin.customId)!
  const { at, moves, payment, returned } = order
  let placed: OrderId
  const place = async (tx: Tx) => {
    placed = await placePlanned(tx, order, storedIds)
  }
  return [
    { at, happen: place },
    ...eventsOfCalls(order.calls, () => placed, storedIds.calling),
    ...moves.map(({ at, ...move }) => ({ at, happen: (tx: Tx) => moveOrder(tx, placed, { ...move, by }, at) })),
    ...(payment ? [{ at: payment.at, happen: (tx: Tx) => settlePayment(tx, placed, payment.status, payment.at) }] : []),
    ...(returned ? [{ at: returned.at, happen: (tx: Tx) => receivePlanned(tx, placed, returned, by) }] : []),
  ]
}

/** Receives a return; all damaged pieces are of the first line. */
async function receivePlanned(
  tx: Tx,
  id: OrderId,
  { at, damaged }: { at: Date; damaged: number },
  by: AccountId,
): Promise<void> {
  const lines = await listLines(tx, id)
  const counted = lines.map(({ id: lineId, quantity }, nth) => {
    const broken = nth === 0 ? damaged : 0
    return { lineId, intact: quantity - broken, damaged: broken, missing: 0 }
  })
  await receiveReturn(tx, id, { counted, reason: 'refused', by }, at)
}

/** Places a planned order at that day's prices. */
async function placePlanned(tx: Tx, order: PlannedOrder, { accounts, ids }: StoredIds): Promise<OrderId> {
  const caller: Caller | null =
    order.placedBy === 'supplier'
      ? { id: accounts.get(order.supplier!.customId)!, role: 'supplier', banned: false, mustSetUp: false }
      : null
  const proof = { key: 'demo', address: '127.0.0.1' }
  const customer = await createCustomer(tx, caller, { ...order.customer, email: null }, proof, order.at)
  const lines = order.lines.map(({ slug, quantity }) => {
    const product = products.find((each) => each.slug === slug)!
    const userPrice = centimes(product.userPrice)
    const price = caller ? centimes(product.distributorPrice) : userPrice
    return { productId: ids.get(slug)!, quantity, price, userPrice }
  })
  const promoCode = caller ? null : (order.supplier?.promoCode ?? null)
  const customerKey = caller ? null : proof.key
  const request = { lines, customerId: customer.id, customerKey, promoCode, note: null, total: null }
  const { id } = await placeOrder(
    tx,
    { caller, address: proof.address, request, rates: ratesOf(BUILT_IN_SETTINGS) },
    order.at,
  )
  return id
}

/** Plans two hundred orders by weighted random draws, oldest first, none later than now. */
function planOrders(draw: SeededRandom, chosenFrom: readonly DemoProduct[], now: Date): PlannedOrder[] {
  const start = startOfDays(now, DAYS).getTime()
  const span = now.getTime() - start
  const moments = Array.from({ length: ORDERS }, () => start + Math.floor(draw.upTo(1) ** 0.8 * span)).sort(
    (a, b) => a - b,
  )
  const plan = moments.map((at, nth) => {
    const order = planOrder(draw, chosenFrom, new Date(at), now)
    return { ...order, returned: planReturn(order, nth, now), calls: callsBefore(order.at, nth, order.moves[0]?.at) }
  })
  return plan.map((order, nth) => {
    const onDesk = nth % EVERY === 0 ? ON_THE_DESK[nth / EVERY] : undefined
    return onDesk === undefined ? order : { ...order, ...NOT_YET_SENT, ...onTheDesk(onDesk, order.customer, now) }
  })
}

/** One order in so many came in the last days instead, and is on the desk of those who call. */
const EVERY = 14

const NOT_YET_SENT = { supplier: null, placedBy: 'visitor' as const, moves: [], payment: null, returned: null }

/** A refused parcel is back within a week; every fifth brings a piece that is damaged, and every ninth nobody brought back yet. */
function planReturn({ moves }: Pick<PlannedOrder, 'moves'>, nth: number, now: Date): PlannedOrder['returned'] {
  const last = moves.at(-1)
  const hasLeft = moves.some(({ status }) => status === 'in_transit')
  if (last?.status !== 'cancelled' || !hasLeft || nth % 9 === 0) return null
  const at = new Date(last.at.getTime() + (3 + (nth % 4)) * DAY_MS)
  return at < now ? { at, damaged: nth % 5 === 0 ? 1 : 0 } : null
}

/** The last pieces and the sold out are left as the list says. Products with several pictures come first: they sell best. */
const plentiful = (images: ReadonlyMap<string, string>): DemoProduct[] => {
  const alone = ({ slug }: DemoProduct) => Number(!images.has(`${slug}@${FURTHER[0]}`))
  return products.filter(({ stock }) => stock >= 15).sort((one, other) => alone(one) - alone(other))
}

function planOrder(
  draw: SeededRandom,
  chosenFrom: readonly DemoProduct[],
  at: Date,
  now: Date,
): Omit<PlannedOrder, 'returned' | 'calls'> {
  const kind = draw.weighted({ supplier: 35, code: 35, nobody: 30 })
  const chosen = draw.ranked(chosenFrom, draw.weighted({ 1: 45, 2: 35, 3: 20 }))
  const life = drawLife(draw)
  const supplier = kind === 'nobody' ? null : draw.one(suppliers)
  const customer = draw.one(customers)
  return {
    at,
    supplier,
    placedBy: kind === 'supplier' ? 'supplier' : 'visitor',
    customer,
    lines: chosen.map(({ slug }) => ({ slug, quantity: Number(draw.weighted({ 1: 60, 2: 30, 3: 10 })) })),
    ...withoutPaymentToCome(
      planLife(life, { at, now, pace: customer.city === HOME_CITY ? HOME_PACE : 1 }),
      customer,
      now,
    ),
  }
}

/** The first courier has not paid yet for its deliveries of this month. */
function withoutPaymentToCome(
  life: Pick<PlannedOrder, 'moves' | 'payment'>,
  { city }: Pick<PlannedOrder['customer'], 'city'>,
  now: Date,
): Pick<PlannedOrder, 'moves' | 'payment'> {
  const last = life.moves.at(-1)
  const isThisMonth = last !== undefined && last.at > new Date(now.getTime() - UNPAID_DAYS * DAY_MS)
  const isDue = life.payment?.status === 'paid' && isThisMonth && demoCourierOf(city) === 0
  return isDue ? { ...life, payment: null } : life
}

/** The shop stands in this city: parcels reach it within three days. */
const HOME_CITY = 'Casablanca'
const HOME_PACE = 0.35

const CANCEL_REASONS: readonly CancelReason[] = ['unreachable', 'refused', 'changed_mind', 'wrong_number', 'address']

/** An order is taken up within a day, sent the next, and delivered or refused within a week. Times in days after it. */
function drawLife(draw: SeededRandom) {
  const after = (days: number) => days * (0.5 + draw.upTo(0.5))
  const ending = draw.weighted({ delivered: 76, cancelled: 20, forgotten: 4 })
  const steps: { status: OrderStatus; reason: CancelReason | null; days: number }[] = [
    { status: 'assigned', reason: null, days: after(2) },
    { status: 'in_transit', reason: null, days: after(4) },
  ]
  if (ending === 'delivered') steps.push({ status: 'delivered', reason: null, days: after(8) })
  if (ending === 'cancelled') steps.push({ status: 'cancelled', reason: draw.one(CANCEL_REASONS), days: after(8) })
  return { steps, collected: after(12), decision: draw.weighted({ paid: 88, void: 6, waiting: 6 }) }
}

/** What has happened to an order by now: young ones are on their way. */
function planLife(
  { steps, collected, decision }: ReturnType<typeof drawLife>,
  { at, now, pace }: { at: Date; now: Date; pace: number },
): Pick<PlannedOrder, 'moves' | 'payment'> {
  const after = (days: number) => new Date(at.getTime() + days * pace * DAY_MS)
  const moves = steps.map(({ days, ...step }) => ({ ...step, at: after(days) })).filter((step) => step.at < now)
  const collectedAt = after(collected)
  const last = moves.at(-1)
  if (last?.status !== 'delivered') return { moves, payment: null }
  // A courier who got no money says so at the door, before anybody asks for the gain.
  if (decision === 'void') return { moves, payment: { status: decision, at: last.at } }
  const paidAt = collectedAt > last.at ? collectedAt : last.at
  return { moves, payment: decision === 'paid' && paidAt < now ? { status: decision, at: paidAt } : null }
}
