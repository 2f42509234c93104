import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CourierId, OrderId, ProductId } from '#platform/kernel/ids.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { queuedBehindLock, whileLocked } from '#test/locks.ts'
import { type Fields, sendForm } from '#test/multipart-form.ts'
import { openTestShop, type TestShop } from '#test/test-app.ts'

let shop: TestShop
let oil: ProductId
let ozon: CourierId
let other: CourierId
let nth = 0

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addPeople()
  oil = await shop.addProduct({ name: 'Huile', user: 100, distributor: 60, stock: 500 })
  const added = async (name: string) => (await asAdmin('POST', '/api/admin/couriers', { name })).json.courier.id
  ozon = await added('Ozon')
  other = await added('Sendit')
})

afterAll(() => shop.close())

beforeEach(async () => {
  await shop.db.execute(sql`update parcels set tracking = null`)
  await shop.db.execute(sql`delete from courier_labels`)
})

afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([])
})

const asAdmin = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: shop.tokens.admin, body })

const move = (id: OrderId, CurrentStatus: string) =>
  asAdmin('PUT', `/api/admin/orders/${id}/tracking`, { CurrentStatus })

interface Parcel {
  tracking?: string | null
  courier?: CourierId | null
  phone?: string
  state?: string
}

async function placed(phone = `06${String(70_000_000 + ++nth)}`): Promise<OrderId> {
  const customer_id = await shop.addCustomer({ phone, city: 'Rabat' })
  const body = { product_ids: [oil], prices: [100], priceGain: [100], quantities: [1], customer_id }
  return (await shop.call('POST', '/api/orders/create', { body })).json.order.OrderID
}

/** An order on its way with a courier. */
async function sent({ tracking = null, courier = ozon, phone, state = 'handed' }: Parcel = {}): Promise<OrderId> {
  const id = await placed(phone)
  expect((await move(id, 'en transit')).status).toBe(200)
  await shop.db.execute(sql`update parcels set courier_id = ${courier}, tracking = ${tracking}, state = ${state}
    where order_id = ${id}`)
  return id
}

const send = (text: string, fields: Fields = {}, query = '', headers: Record<string, string> = {}) => {
  const form = { courier_id: String(ozon), file: new Blob([text]), ...fields }
  return sendForm(shop, `/api/admin/parcels/statuses${query}`, form, undefined, headers)
}

async function preview(text: string, fields: Fields = {}) {
  const answer = await send(text, fields, '?preview=1')
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

async function applied(text: string, fields: Fields = {}) {
  const { digest } = await preview(text, fields)
  const answer = await send(text, { ...fields, digest })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

const decided = (...decisions: [row: number, state: string][]) =>
  JSON.stringify(decisions.map(([row, state]) => ({ row, state })))

type Rows = { rows: { verdict: string; OrderID: number | null; after: string | null }[] }
const verdicts = ({ rows }: Rows) => rows.map(({ verdict }) => verdict)
const matched = ({ rows }: Rows) => rows.map(({ OrderID }) => OrderID)

const parcelOf = async (id: OrderId) =>
  (
    await shop.db.execute<{ state: string; status: string; follow_up_at: Date | null }>(sql`
      select state, status, follow_up_at from parcels join orders on orders.id = order_id where order_id = ${id}`)
  ).rows[0]!
const stateOf = async (id: OrderId) => [(await parcelOf(id)).state, (await parcelOf(id)).status]
const pastOf = async (id: OrderId) =>
  (
    await shop.db.execute<{ past: string }>(sql`
      select coalesce(state, '?') || ' ' || coalesce(their_word, '-') as past from parcel_events
      where order_id = ${id} and source = 'import' order by id`)
  ).rows.map(({ past }) => past)

describe('a file of statuses', () => {
  test('is looked at, which changes nothing, and applied: delivered orders are delivered, refused ones stay', async () => {
    const [delivered, refused, out, back] = [
      await sent({ tracking: 'OZ-1', state: 'out' }),
      await sent({ tracking: 'OZ-2', state: 'out' }),
      await sent({ tracking: 'OZ-3' }),
      await sent({ tracking: 'OZ-4', state: 'refused' }),
    ]
    const text = [
      'Code suivi;Statut',
      'OZ-1;Livré',
      ' OZ\u20112 ;Refusé',
      'OZ-3;En cours de livraison',
      'OZ-4;RETURNED',
    ].join('\n')
    const before = await shop.rowCounts()
    const previewed = await preview(text)
    expect(previewed.rows).toMatchObject([
      {
        row: 2,
        tracking: 'OZ-1',
        OrderID: delivered,
        before: 'out',
        word: 'Livré',
        after: 'delivered',
        verdict: 'delivers',
      },
      { row: 3, OrderID: refused, after: 'refused', verdict: 'moves' },
      { row: 4, OrderID: out, after: 'out', verdict: 'moves' },
      { row: 5, OrderID: back, after: 'returning', verdict: 'moves' },
    ])
    expect([previewed.changes, previewed.missing]).toEqual([4, []])
    expect(await shop.rowCounts()).toEqual(before)
    const stock = await shop.stockOf(oil)
    expect(await applied(text, { name: 'statuts.csv' })).toEqual({ applied: 4, left: 0 })
    expect(await stateOf(delivered)).toEqual(['delivered', 'delivered'])
    expect(await stateOf(refused)).toEqual(['refused', 'in_transit'])
    expect(await stateOf(out)).toEqual(['out', 'in_transit'])
    // Only a hand finds a parcel back.
    expect(await stateOf(back)).toEqual(['returning', 'in_transit'])
    expect(await shop.stockOf(oil)).toBe(stock)
    expect(await pastOf(delivered)).toEqual(['delivered Livré'])
  })

  test('that was applied is refused with its day and who applied it, and changes nothing', async () => {
    const id = await sent({ tracking: 'OZ-1' })
    const text = `Suivi\tStatut\nOZ-1\tLivré\n${id + 900}\tPerdu de vue`
    const { digest } = await preview(text)
    await applied(text)
    const before = await shop.rowCounts()
    for (const answer of [await send(text, {}, '?preview=1'), await send(text, { digest })]) {
      expect([answer.status, answer.json.code]).toEqual([409, 'statuses_applied_before'])
      expect(answer.json.message.replaceAll('\u00A0', ' ')).toMatch(/déjà été appliqué .+, par Nom admin/)
    }
    // With another line it is another file, and its first row changes nothing any more.
    expect(verdicts(await preview(`${text}\n\n;Livré`))[0]).toBe('same')
    expect(await shop.rowCounts()).toEqual(before)
  })

  test('goes on where it was interrupted', async () => {
    const id = await sent({ tracking: 'OZ-1' })
    const text = 'Suivi\tStatut\nOZ-1\tPas de réponse'
    const { digest } = await preview(text)
    await shop.db.execute(
      sql`create function stop_events() returns trigger language plpgsql as $$ begin raise 'stop'; end $$`,
    )
    await shop.db.execute(sql`create trigger stop before insert on parcel_events execute function stop_events()`)
    expect((await send(text, { digest })).status).toBe(500)
    await shop.db.execute(sql`drop trigger stop on parcel_events`)
    expect(await stateOf(id)).toEqual(['handed', 'in_transit'])
    expect((await send(text, { digest })).json).toEqual({ applied: 1, left: 0 })
    expect(await stateOf(id)).toEqual(['no_answer', 'in_transit'])
  })

  test('of another courier matches nothing', async () => {
    await sent({ tracking: 'SD-1', courier: other })
    expect(verdicts(await preview('Suivi\tStatut\nSD-1\tLivré'))).toEqual(['not_found'])
  })

  test('is not applied when somebody moved one of its orders meanwhile', async () => {
    const id = await sent({ tracking: 'OZ-1' })
    const text = 'Suivi\tStatut\nOZ-1\tSorti en livraison'
    const { digest } = await preview(text)
    await move(id, 'livré')
    const refused = await send(text, { digest })
    expect([refused.status, refused.json.code]).toEqual([409, 'changed_since_preview'])
    expect(await stateOf(id)).toEqual(['delivered', 'delivered'])
    expect((await send('Suivi\tStatut\nOZ-1\tLivré')).status).toBe(409)
  })

  test('never brings a parcel backward, and a refusal becomes a delivery by a tick alone', async () => {
    const delivered = await sent({ tracking: 'OZ-1' })
    await move(delivered, 'livré')
    const refused = await sent({ tracking: 'OZ-2', state: 'refused' })
    const out = await sent({ tracking: 'OZ-3', state: 'out' })
    const cancelled = await sent({ tracking: 'OZ-4' })
    await move(cancelled, 'annulé')
    const text = 'Suivi\tStatut\nOZ-1\tEn voyage\nOZ-2\tLivré\nOZ-3\tRamassé\nOZ-4\tLivré'
    expect(verdicts(await preview(text))).toEqual(['delivered_before', 'ask', 'backward', 'closed'])
    const decisions = decided([3, 'delivered'])
    expect(verdicts(await preview(text, { decisions }))).toEqual(['delivered_before', 'delivers', 'backward', 'closed'])
    expect(await applied(text, { decisions })).toEqual({ applied: 1, left: 3 })
    expect(await stateOf(refused)).toEqual(['delivered', 'delivered'])
    expect(await stateOf(out)).toEqual(['out', 'in_transit'])
    expect((await stateOf(cancelled))[1]).toBe('cancelled')
  })

  test('has words that nobody knows: they wait, are looked at, and are known once they are named', async () => {
    const id = await sent({ tracking: 'OZ-1', state: 'out' })
    const sure = await sent({ tracking: 'OZ-2', state: 'out' })
    const text = 'Suivi\tStatut\nOZ-1\tConfirmé par livreur\nOZ-2\tRefusé'
    const asked = await preview(text)
    expect([verdicts(asked), asked.unknown_words]).toEqual([['unknown_word', 'moves'], ['Confirmé par livreur']])
    expect(await applied(text)).toEqual({ applied: 1, left: 1 })
    expect([await stateOf(id), await pastOf(id)]).toEqual([['out', 'in_transit'], ['? Confirmé par livreur']])
    expect(await stateOf(sure)).toEqual(['refused', 'in_transit'])
    await asAdmin('PUT', `/api/admin/couriers/${ozon}/labels`, { label: 'confirme par livreur', state: 'no_answer' })
    expect(verdicts(await preview(`${text}\n;`))[0]).toBe('moves')
    expect(verdicts(await preview('Suivi\tStatut\nOZ-1\tPARTIALLY_DELIVERED'))).toEqual(['always_asked'])
    expect(verdicts(await preview('Suivi\tStatut\nOZ-1\t'))).toEqual(['no_word'])
    expect(verdicts(await preview('Suivi\tStatut\nOZ-1\tNon livré'))).toEqual(['unknown_word'])
  })

  test('of nothing but words that nobody knows leaves them to be looked at, each once', async () => {
    const [id, asked] = [await sent({ tracking: 'OZ-1', state: 'out' }), await sent({ tracking: 'OZ-2', state: 'out' })]
    const text = 'Suivi\tStatut\nOZ-1\tConfirmé par livreur\nOZ-2\tPARTIALLY_DELIVERED'
    for (const _ of ['first', 'again']) expect(await applied(text)).toEqual({ applied: 0, left: 2 })
    expect([await pastOf(id), await pastOf(asked)]).toEqual([['? Confirmé par livreur'], ['? PARTIALLY_DELIVERED']])
    const { data } = (await asAdmin('GET', '/api/parcels?tab=check')).json
    expect(data.map(({ OrderID }: { OrderID: OrderId }) => OrderID)).toEqual(expect.arrayContaining([id, asked]))
    const before = await shop.rowCounts()
    expect(await applied('Suivi\tStatut\nOZ-9\tLivré')).toEqual({ applied: 0, left: 1 })
    expect(await shop.rowCounts()).toEqual(before)
  })

  test('knows of parcels before their list is handed over: a person looks at them, and their orders stay', async () => {
    const stock = await shop.stockOf(oil)
    const [handed, cancelled] = [await placed(), await placed()]
    const ids = [handed, cancelled]
    const list = (await asAdmin('POST', '/api/admin/handovers', { courier_id: ozon, ids })).json.id
    await applied(['Référence;Statut', ...ids.map((id) => `${id};Sorti en livraison`)].join('\n'))
    for (const id of ids) expect(await stateOf(id)).toEqual(['out', 'assigned'])
    const { data } = (await asAdmin('GET', '/api/parcels?tab=check')).json
    expect(data.map(({ OrderID }: { OrderID: OrderId }) => OrderID)).toEqual(expect.arrayContaining(ids))
    expect(await shop.brokenInvariants()).toEqual([])

    expect((await move(cancelled, 'annulé')).status).toBe(200)
    expect(await parcelOf(cancelled)).toBeUndefined()
    expect((await asAdmin('POST', `/api/admin/handovers/${list}/hand-over`, { ids: [handed] })).status).toBe(200)
    expect(await stateOf(handed)).toEqual(['out', 'in_transit'])
    expect(await shop.stockOf(oil)).toBe(stock - 1)
  })

  test('puts parcels off to their day, and those that need a person to today', async () => {
    const ids = [await sent({ tracking: 'OZ-1' }), await sent({ tracking: 'OZ-2' }), await sent({ tracking: 'OZ-3' })]
    await applied(
      'Suivi\tStatut\tReporté au\nOZ-1\tReporté\t27/11/2026\nOZ-2\tReporté\t\nOZ-3\tPas de réponse\t27/11/2026',
    )
    const due = await Promise.all(ids.map(async (id) => formatMinute(new Date((await parcelOf(id)).follow_up_at!))))
    expect(due).toEqual(['27/11/2026 09:00', '21/11/2026 09:00', formatMinute(shop.now)])
  })

  const followUp = async (id: OrderId) => formatMinute(new Date((await parcelOf(id)).follow_up_at!))
  const triesOf = async (id: OrderId) =>
    (await asAdmin('GET', `/api/parcels?tab=chase&search=${id}`)).json.data.find(
      ({ OrderID }: { OrderID: OrderId }) => OrderID === id,
    ).tries

  test('puts a parcel off once more, and a file that repeats what it said changes nothing', async () => {
    const id = await sent({ tracking: 'OZ-1' })
    const row = (day: string) => `Suivi\tStatut\tReporté au\nOZ-1\tReporté\t${day}`
    await applied(row('24/11/2026'))
    const { rows: since } = await shop.db.execute(sql`select state_at from parcels where order_id = ${id}`)
    expect(verdicts(await preview(`${row('24/11/2026')}\n;`))[0]).toBe('same')
    shop.pass(60_000)
    expect(await applied(row('27/11/2026'))).toEqual({ applied: 1, left: 0 })
    expect(await followUp(id)).toBe('27/11/2026 09:00')
    expect(await pastOf(id)).toEqual(['postponed Reporté', 'postponed Reporté'])
    expect(await shop.db.execute(sql`select state_at from parcels where order_id = ${id}`)).toMatchObject({
      rows: since,
    })
    expect(verdicts(await preview(`${row('27/11/2026')}\n;`))[0]).toBe('same')
    // A day that somebody chose since is not undone by a file that says once more what it said.
    const seen_updated_at = shop.now.toISOString()
    const chosen = { kind: 'new_day', next: '2026-11-28', seen_updated_at }
    expect((await asAdmin('POST', `/api/parcels/${id}/follow-up`, chosen)).status).toBe(200)
    expect(verdicts(await preview(`${row('27/11/2026')}\n\n;`))[0]).toBe('same')
  })

  test('counts each try that nobody answered, and a repeated one once', async () => {
    const id = await sent({ tracking: 'OZ-1' })
    const row = (word: string) => `Suivi\tStatut\nOZ-1\t${word}`
    await applied(row('NOANSWER'))
    expect(await triesOf(id)).toBe(1)
    expect(verdicts(await preview(`${row('noanswer')}\n;`))[0]).toBe('same')
    const text = row('NOANSWER_DAY_2')
    const { digest } = await preview(text)
    const lock = `select from orders where id = ${id} for update`
    const twice = () => [send(text, { digest }), send(text, { digest })]
    for (const { status } of await queuedBehindLock(shop.db, lock, 2, twice)) expect(status).toBe(200)
    expect(await triesOf(id)).toBe(2)
    expect(await pastOf(id)).toEqual(['no_answer NOANSWER', 'no_answer NOANSWER_DAY_2'])
    expect(verdicts(await preview(`${text}\n;`))[0]).toBe('same')
  })
})

describe('a person decides about single rows', () => {
  test('also of one without a word, and of one whose day is none', async () => {
    const id = await sent({ tracking: 'OZ-1', state: 'out' })
    const text = 'Suivi\tStatut\tReporté au\nOZ-1\t\t01/01/0001'
    expect((await preview(text)).rows).toMatchObject([{ verdict: 'no_word' }])
    expect(await applied(text, { decisions: decided([2, 'postponed']) })).toEqual({ applied: 1, left: 0 })
    expect(formatMinute(new Date((await parcelOf(id)).follow_up_at!))).toBe('21/11/2026 09:00')
  })

  test('while somebody cancels the order: a parcel that comes back is not delivered after all', async () => {
    const id = await sent({ tracking: 'OZ-1', state: 'returning' })
    const text = 'Suivi\tStatut\nOZ-1\tLivré'
    const decisions = decided([2, 'delivered'])
    const { digest } = await preview(text, { decisions })
    const [cancelled, done] = await whileLocked(
      shop.db,
      `select from orders where id = ${id} for update`,
      async ({ query, untilWaiting }) => {
        const cancelling = move(id, 'annulé')
        await untilWaiting(1)
        const applying = send(text, { decisions, digest })
        await untilWaiting(2)
        await query('commit')
        return Promise.all([cancelling, applying])
      },
    )
    expect([cancelled.status, done.status, done.json]).toEqual([200, 200, { applied: 0, left: 1 }])
    expect(await stateOf(id)).toEqual(['returning', 'cancelled'])
  })

  test('of words that are always asked: the state is true of this parcel alone', async () => {
    const id = await sent({ tracking: 'OZ-1', state: 'out' })
    const text = 'Suivi\tStatut\nOZ-1\tPARTIALLY_DELIVERED'
    const decisions = decided([2, 'delivered'])
    expect((await preview(text, { decisions })).rows).toMatchObject([{ after: 'delivered', verdict: 'delivers' }])
    expect(await applied(text, { decisions })).toEqual({ applied: 1, left: 0 })
    expect([await stateOf(id), await pastOf(id)]).toEqual([
      ['delivered', 'delivered'],
      ['delivered PARTIALLY_DELIVERED'],
    ])
    expect(verdicts(await preview(`${text}\n;`))[0]).toBe('always_asked')
  })

  test('to leave some: the others are applied, and these are known no more than before', async () => {
    const [left, moved] = [await sent({ tracking: 'OZ-1' }), await sent({ tracking: 'OZ-2' })]
    const text = 'Suivi\tStatut\nOZ-1\tLivré\nOZ-2\tLivré'
    const decisions = decided([2, 'ignore'])
    const previewed = await preview(text, { decisions })
    expect([verdicts(previewed), previewed.changes]).toEqual([['left', 'delivers'], 1])
    // What was looked at is what is applied: without the decision it would be another change.
    expect((await send(text, { digest: previewed.digest })).json.code).toBe('changed_since_preview')
    expect(await applied(text, { decisions })).toEqual({ applied: 1, left: 1 })
    expect([await stateOf(left), await pastOf(left)]).toEqual([['handed', 'in_transit'], []])
    expect(await stateOf(moved)).toEqual(['delivered', 'delivered'])
  })

  test('of one parcel: the row of the decision counts, and of two decisions none', async () => {
    const id = await sent({ tracking: 'OZ-1' })
    const text = 'Suivi\tStatut\nOZ-1\tLivré\nOZ-1\tRefusé'
    expect(verdicts(await preview(text))).toEqual(['twice', 'twice'])
    const both = decided([2, 'delivered'], [3, 'refused'])
    expect(verdicts(await preview(text, { decisions: both }))).toEqual(['twice', 'twice'])
    const decisions = decided([3, 'refused'])
    expect(verdicts(await preview(text, { decisions }))).toEqual(['older', 'moves'])
    await applied(text, { decisions })
    expect(await stateOf(id)).toEqual(['refused', 'in_transit'])
  })

  test('never of a parcel that went further, and never of a row without one', async () => {
    const delivered = await sent({ tracking: 'OZ-1' })
    await move(delivered, 'livré')
    const decisions = decided([2, 'refused'], [3, 'delivered'])
    const text = 'Suivi\tStatut\nOZ-1\tDAMAGED\nOZ-9\tDAMAGED'
    expect(verdicts(await preview(text, { decisions }))).toEqual(['delivered_before', 'not_found'])
  })
})

describe('a row is matched', () => {
  test('by tracking number, else by our number, else by phone and amount together', async () => {
    const tracked = await sent({ tracking: 'OZ-1' })
    const numbered = await sent()
    const called = await sent({ phone: '0655000001' })
    const text = [
      'Suivi;Référence;Téléphone;Montant;Statut',
      `OZ-1;${numbered};;;Livré`,
      `OZ-99;${numbered};;;Livré`,
      ';;+212 655-000001;135,00 DH;Livré',
      ';;0655000001;136;Livré',
      ';;0655000001;;Livré',
    ].join('\n')
    const { rows } = await preview(text)
    expect(rows.map(({ OrderID }: { OrderID: number }) => OrderID)).toEqual([tracked, numbered, called, null, null])
  })

  test('by our number also when it left without a courier, and never when another number of theirs says otherwise', async () => {
    const free = await sent({ courier: null })
    const taken = await sent({ tracking: 'OZ-5' })
    const foreign = await sent({ courier: other })
    const text = `Suivi;Référence;Statut\nOZ-8;${free};Livré\nOZ-9;${taken};Livré\n;${foreign};Livré\n;${taken}0000;Livré`
    expect(matched(await preview(text))).toEqual([free, null, null, null])
  })

  test('by phone and amount to one order only, that is on its way', async () => {
    await sent({ phone: '0655000002' })
    await sent({ phone: '0655000002' })
    const gone = await sent({ phone: '0655000003' })
    await move(gone, 'livré')
    const text = 'Téléphone;Prix;Statut\n0655000002;135;Livré\n0655000003;135;Livré'
    expect(verdicts(await preview(text))).toEqual(['several', 'not_found'])
  })

  test('never by a phone that is on more than three rows: thirty-two rows of the driver’s number match nothing', async () => {
    await sent({ phone: '0666666667' })
    const rows = Array.from({ length: 32 }, (_, index) => `OZ-X${index};0666666667;135;Livré`)
    const previewed = await preview(['Suivi;Téléphone;Prix;Statut', ...rows].join('\n'))
    expect(new Set(verdicts(previewed))).toEqual(new Set(['shared_phone']))
    expect([previewed.rows.length, previewed.changes]).toEqual([32, 0])
    const driver = Array.from({ length: 32 }, () => '0666666666;135;Livré')
    expect(new Set(matched(await preview(['Téléphone;Prix;Statut', ...driver].join('\n'))))).toEqual(new Set([null]))
  })

  test.each(['', ' ', '\u200B', '\u00A0\u2060', '🚚', 'تتبع', '0'])(
    'by nothing when its keys are « %s »',
    async (key) => {
      await sent()
      const previewed = await preview(`Suivi;Référence;Téléphone;Prix;Statut\n${key};${key};${key};${key};Livré`)
      expect(matched(previewed)).toEqual([null])
    },
  )

  test('twice by two rows of one order: the later day counts, and without one both are looked at', async () => {
    const [first, second, third, fourth] = [
      await sent({ tracking: 'OZ-1' }),
      await sent({ tracking: 'OZ-2' }),
      await sent({ tracking: 'OZ-3' }),
      await sent({ tracking: 'OZ-4' }),
    ]
    const text = [
      'Suivi;Statut;Date',
      'OZ-1;Livré;20/11/2026 18:00',
      'OZ-1;Sorti en livraison;20/11/2026 9:00',
      'OZ-2;Livré;20/11/2026',
      'OZ-2;Refusé;2026-11-20',
      'OZ-3;Livré;',
      'OZ-3;Refusé;20/11/2026',
      'OZ-4;Pas de réponse;20/11/2026 09:10 AM',
      'OZ-4;Livré;20/11/2026 02:05 PM',
    ].join('\n')
    const both = ['twice', 'twice']
    expect(verdicts(await preview(text))).toEqual(['delivers', 'older', ...both, ...both, 'older', 'delivers'])
    await applied(text)
    expect(await Promise.all([first, second, third, fourth].map(stateOf))).toEqual([
      ['delivered', 'delivered'],
      ['handed', 'in_transit'],
      ['handed', 'in_transit'],
      ['delivered', 'delivered'],
    ])
  })
})

describe('a file is refused', () => {
  test.each([
    ['without a courier', { courier_id: undefined }, 422],
    ['of a courier that there is not', { courier_id: '999999' }, 404],
    ['with an impossible courier', { courier_id: '99999999999' }, 422],
    ['with two columns of one name', { file: new Blob(['Statut;Suivi;STATUT\na;b;c']) }, 422],
    ['with too many rows', { file: new Blob([`Suivi;Statut\n${'a;b\n'.repeat(2001)}`]) }, 422],
    ['with a decision about no row', { decisions: '[{"row":"a","state":"delivered"}]' }, 422],
    ['with a decision for what only a hand does', { decisions: '[{"row":2,"state":"back"}]' }, 422],
    ['with a column that it does not have', { columns: '{"status":"Nom"}' }, 422],
  ])('%s', async (_, fields, status) => {
    for (const query of ['?preview=1', ''])
      expect((await send('Suivi;Statut\nOZ-1;Livré', fields as Fields, query)).status).toBe(status)
  })

  test('whose status no column holds, until one is chosen', async () => {
    await sent({ tracking: 'OZ-1' })
    const text = 'Suivi;Situation\nOZ-1;Livré'
    const asked = await preview(text)
    expect([asked.missing, asked.rows]).toEqual([['status'], []])
    expect((await send(text, { digest: asked.digest })).json.codes).toEqual({ columns: ['columns_missing'] })
    expect(verdicts(await preview(text, { columns: '{"status":"Situation"}' }))).toEqual(['delivers'])
  })
})

test('a file whose answer was lost is sent again under its key, and has the same answer', async () => {
  const id = await sent({ tracking: 'OZ-1' })
  const text = 'Suivi;Statut\nOZ-1;Livré\nOZ-98;Livré'
  const { digest } = await preview(text)
  const twice = () => send(text, { digest }, '', { 'idempotency-key': 'the-statuses-of-monday' })
  const [first, again] = [await twice(), await twice()]
  expect([first.status, first.json, again.text]).toEqual([200, { applied: 1, left: 1 }, first.text])
  expect(await pastOf(id)).toHaveLength(1)
  expect((await send(text, { digest })).json.code).toBe('statuses_applied_before')
})

test('a file that comes again under its key while the first is at work waits for its answer, two seconds at most', async () => {
  const [id, unread] = [await sent({ tracking: 'OZ-1' }), await sent({ tracking: 'OZ-2' })]
  const text = 'Suivi;Statut\nOZ-1;Livré\nOZ-2;Chez le voisin'
  const { digest } = await preview(text)
  const again = () => send(text, { digest }, '', { 'idempotency-key': 'the-statuses-of-tuesday' })
  // The first has delivered one order, and waits for the other.
  const order = `select from orders where id = ${unread} for update`
  const [first, late] = await whileLocked(shop.db, order, async ({ untilWaiting, query }) => {
    const first = again()
    await untilWaiting(1)
    const late = again()
    await untilWaiting(2)
    await query('commit')
    return Promise.all([first, late])
  })
  expect([first.status, first.json]).toEqual([200, { applied: 1, left: 1 }])
  expect([late.status, late.text, late.headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
  expect(await pastOf(id)).toHaveLength(1)

  const key = `POST /api/admin/parcels/statuses ${shop.ids.admin} the-statuses-of-tuesday`
  const held = `select pg_advisory_xact_lock(hashtext('key of a call'), hashtext('${key}'))`
  const refused = await whileLocked(shop.db, held, again)
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([409, 'still_running', '2'])
})

test('the same file twice at once brings each parcel on once', async () => {
  const ids = [await sent({ tracking: 'OZ-1' }), await sent({ tracking: 'OZ-2' })]
  const text = 'Suivi;Statut\nOZ-1;Livré\nOZ-2;Pas de réponse'
  const { digest } = await preview(text)
  const answers = await Promise.all([send(text, { digest }), send(text, { digest })])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  for (const id of ids) expect(await pastOf(id)).toHaveLength(1)
})

test('a file that meets an admin’s move leaves what one of both says, and never half of it', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map((number) => sent({ tracking: `OZ-${number}` })))
  const text = `Suivi;Statut\n${ids.map((_, index) => `OZ-${index + 1};Livré`).join('\n')}`
  const { digest } = await preview(text)
  const [imported] = await Promise.all([send(text, { digest }), ...ids.map((id) => move(id, 'annulé'))])
  expect([200, 409]).toContain(imported!.status)
  for (const id of ids) expect(['delivered delivered', 'returning cancelled']).toContain((await stateOf(id)).join(' '))
})
