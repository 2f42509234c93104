import sharp from 'sharp'
import { restockProducts } from '../../bench/load/shop-orders.ts'
import { ask, brokenInvariants, INVARIANT_COUNT } from '../shop.ts'
import type { Trial, Verdict } from '../verdict.ts'
import { type Operation, readContract } from './contract.ts'
import { SeededRandom } from './random.ts'
import { Connection, type RawAnswer } from './raw-http.ts'
import { type Attack, type AttackMaterial, drawAttack } from './requests.ts'
import { isAlive, logInAs, PEOPLE, type Person, type Target, withTarget } from './target.ts'
import type { ShopData } from './values.ts'

const USUAL_SEED = 20_261_120
const REQUESTS = 50_000
const ROUNDS = 25
const AT_ONCE = 8
const SLOW_MS = 5_000
/** Calls that draw or hash are sent less often than others. */
const LEAST_OF_EACH = 50

/** Unexpected answers by kind, with the first few examples of each. */
class Findings {
  readonly #kinds = new Map<string, { count: number; examples: string[] }>()

  add(kind: string, example: string): void {
    const found = this.#kinds.get(kind) ?? { count: 0, examples: [] }
    found.count++
    if (found.examples.length < 3) found.examples.push(example)
    this.#kinds.set(kind, found)
  }

  count = (kind: string): number => this.#kinds.get(kind)?.count ?? 0

  /** The first examples of a kind, to be looked into. */
  examples = (kind: string): string =>
    (this.#kinds.get(kind)?.examples ?? []).map((example) => `\n    ${JSON.stringify(example)}`).join('')
}

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

interface Tally {
  findings: Findings
  /** Answers by the hundreds of their status; 0: connection closed. */
  classes: Map<number, number>
  slowestMs: number
  /** Calls of the contract that were made as it says, by how often; those that were answered with what they are for. */
  made: Map<string, number>
  reached: Set<string>
}

/** Fifty thousand requests of every kind of wrong, over every call of the contract. */
export const tryGenerated: Trial = (folder) =>
  withTarget(folder, { LOG_LEVEL: 'info' }, async (target) => {
    const { port, sql } = target
    const seed = Number(process.env.TRUST_SEED ?? USUAL_SEED)
    const random = new SeededRandom(seed)
    const operations = (await readContract(port)).filter(isACall)
    const products = await restockProducts(sql)
    const { rows } = await sql.query<{ id: number; price: number }>(
      'select id, distributor_price::int as price from products',
    )
    const known: ShopData = {
      products: products.map(({ id, userPrice }) => ({
        id,
        userPrice: userPrice / 100,
        distributorPrice: rows.find((row) => row.id === id)!.price / 100,
      })),
      customers: [1],
      ...(await lookAround(target)),
      picture: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a46' } })
        .png()
        .toBuffer(),
    }
    const tally: Tally = {
      findings: new Findings(),
      classes: new Map(),
      slowestMs: 0,
      made: new Map(),
      reached: new Set(),
    }
    const secrets: string[] = [...SECRETS]
    for (let round = 0; round < ROUNDS; round++) {
      Object.assign(known, await lookAround(target))
      const material: AttackMaterial = { operations, known, tokens: await freshTokens(target) }
      secrets.push(...Object.values(material.tokens))
      await fireRound(target, material, random, tally)
    }
    const alive = await isAlive(target)
    const rowOfLog = judgeLog(await target.shop.outputMatching(/[\s\S]*/), secrets)
    return [...rowsOf(tally, { operations, seed, alive, broken: await brokenInvariants(sql) }), rowOfLog]
  })

/** Whatever else is called under `/api/` is one call, whatever its method. */
const isACall = ({ path, method }: Operation): boolean => path !== '/api/{*}' || method === 'GET'

/** Reads the data that changes between rounds: without it, most writing calls would only be refused. */
async function lookAround({ sql }: Target): Promise<Pick<ShopData, 'open' | 'phones' | 'due'>> {
  const list = async <Value>(query: string, values: unknown[] = []): Promise<Value[]> =>
    (await sql.query({ text: query, values, rowMode: 'array' })).rows.flat() as Value[]
  const identifiers = Object.values(PEOPLE).map(({ identifier }) => identifier)
  return {
    open: {
      orders: await list(
        `select id from orders where deleted_at is null and status not in ('delivered', 'cancelled')
         order by origin = 'supplier' desc, id desc limit 40`,
      ),
      withdrawals: await list(`select id from withdrawals where status = 'pending'`),
      purchases: await list(`select id from purchases where status = 'pending'`),
      strangers: await list(`select id from accounts where role <> 'admin' and custom_id <> all ($1) limit 20`, [
        identifiers,
      ]),
    },
    phones: await list('select phone from customers order by id desc limit 10'),
    due: await list(
      `select sum(gain)::float8 / 100 from orders
       where status = 'delivered' and payment <> 'void' and withdrawal_id is null and supplier_id is not null group by supplier_id`,
    ),
  }
}

/** Logs everybody in again: attacks may have banned people or ended sessions. */
async function freshTokens({ port, sql }: Target): Promise<Record<Person, string>> {
  const admin = await logInAs(port, 'admin')
  const { rows } = await sql.query<{ id: number }>(
    'select id from accounts where banned_at is not null and custom_id = any ($1)',
    [Object.values(PEOPLE).map(({ identifier }) => identifier)],
  )
  for (const { id } of rows) await ask(port, 'POST', `/api/admin/user/${id}/restore`, { token: admin })
  const [sara, youssef, karim] = await Promise.all(
    (['sara', 'youssef', 'karim'] as const).map((person) => logInAs(port, person)),
  )
  return { admin, sara: sara!, youssef: youssef!, karim: karim! }
}

async function fireRound(
  { port }: Target,
  material: AttackMaterial,
  random: SeededRandom,
  tally: Tally,
): Promise<void> {
  let left = REQUESTS / ROUNDS
  const client = async () => {
    const connection = new Connection(port)
    // A connection that ends may end because of what came over it before.
    let former = ''
    while (left-- > 0) {
      const attack = drawAttack(material, random)
      try {
        const patience = { isHead: attack.method === 'HEAD', isPatient: !attack.isBroken }
        judge(attack, await connection.exchange(attack.bytes, patience), tally, material, former)
        former = attack.bytes.toString('latin1').slice(0, 300)
      } catch (error) {
        tally.findings.add('silent', String(error))
      }
      if (attack.isBroken) connection.drop()
    }
    connection.drop()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
}

function judge(attack: Attack, heard: RawAnswer | null, tally: Tally, { known }: AttackMaterial, former: string): void {
  const { findings, classes } = tally
  const kind = heard === null ? 0 : Math.floor(heard.status / 100)
  classes.set(kind, (classes.get(kind) ?? 0) + 1)
  const shown = () =>
    `${attack.bytes.toString('latin1').slice(0, 400)} → ${heard?.status ?? 'hung up'} ${heard?.body.slice(0, 200) ?? ''}`
  if (heard === null) {
    if (!attack.isBroken) findings.add('hung up', `${shown()}, after ${former}`)
    return
  }
  if (kind === 5) findings.add('5xx', shown())
  if (heard.milliseconds > SLOW_MS) findings.add('slow', shown())
  if (heard.headers.has('x-injected')) findings.add('injected', shown())
  if (kind >= 4 && attack.method !== 'HEAD' && !isOfTheContract(heard, attack)) findings.add('shape', shown())
  if (heard.status === 201 && attack.path === '/api/customers/create') remember(heard, known)
  const name = nameOf(attack)
  tally.made.set(name, (tally.made.get(name) ?? 0) + 1)
  if (kind === 2) tally.reached.add(name)
  tally.slowestMs = Math.max(tally.slowestMs, heard.milliseconds)
}

function remember({ body }: RawAnswer, { customers }: AttackMaterial['known']): void {
  const id = JSON.parse(body).customer?.CustomerID
  if (id === undefined) return
  customers.push(id)
  if (customers.length > 20) customers.shift()
}

/** `{message, code}`, and `errors` with `codes` by field where fields are at fault. Pages of the shop answer as pages. */
function isOfTheContract({ status, headers, body }: RawAnswer, { target }: Attack): boolean {
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/html') && !target.startsWith('/api/')) return true
  if (type !== 'application/json; charset=utf-8') return false
  const answer = jsonOf(body)
  if (answer === null) return false
  const { message, code, errors, codes, ...rest } = answer
  if (typeof message !== 'string' || typeof code !== 'string' || Object.keys(rest).length > 0) return false
  if (status !== 422) return errors === undefined && codes === undefined
  return isByField(errors) && isByField(codes) && lengthsOf(errors) === lengthsOf(codes)
}

const lengthsOf = (byField: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(byField)
    .map(([field, list]) => `${field} ${list.length}`)
    .join()

const isByField = (errors: unknown): errors is Record<string, string[]> =>
  typeof errors === 'object' &&
  errors !== null &&
  Object.values(errors).every((list) => Array.isArray(list) && list.every((text) => typeof text === 'string'))

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Secrets that were sent again and again and must not appear in the log. */
const SECRETS = [
  ...Object.values(PEOPLE).map(({ password }) => password),
  'un mot de passe bien long',
  '123456789012345678901234',
]
const PERSONAL = /@hostile\.example|(?<!\d)0[67]\d{8}(?!\d)/

/** Lines of JSON; what else a start says is for whoever stands at the console. */
function judgeLog(output: string, secrets: readonly string[]): Verdict {
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  // A request's own number may hold ten digits that begin like a phone.
  const withoutIds = lines.map((line) => line.replace(/"reqId":"[0-9a-f-]{36}"/, ''))
  const telling = withoutIds.filter((line) => PERSONAL.test(line) || secrets.some((secret) => line.includes(secret)))
  const broken = lines.filter((line) => jsonOf(line) === null)
  return {
    claim: 'The log is JSON and tells no token, password, address, phone or account number that was sent',
    tried: `${lines.length} lines of it about these requests`,
    held: lines.length > 0 && telling.length === 0 && broken.length === 0,
    figure: `${telling.length} that do, ${broken.length} that are no JSON${telling
      .slice(0, 3)
      .map((line) => `\n    ${line.slice(0, 300)}`)
      .join('')}`,
  }
}

interface Aftermath {
  operations: readonly Operation[]
  seed: number
  alive: boolean
  broken: string[]
}

function rowsOf(
  { findings, classes, slowestMs, made, reached }: Tally,
  { operations, seed, alive, broken }: Aftermath,
): Verdict[] {
  const of = (kind: number) => classes.get(kind) ?? 0
  const tried = `${REQUESTS} generated requests over ${operations.length} calls, ${AT_ONCE} at a time, by four roles, visitors and bad tokens; seed ${seed}`
  const counts = operations.map((each) => made.get(nameOf(each)) ?? 0)
  const unreached = operations.map(nameOf).filter((name) => !reached.has(name))
  const answered = operations.length - unreached.length
  const failures = ['5xx', 'silent', 'hung up', 'slow', 'injected']
  const otherwise = findings.count('shape')
  return [
    {
      claim: 'No request makes the shop fail, however wrong it is',
      tried,
      held:
        failures.every((kind) => findings.count(kind) === 0) && answered > 0 && Math.min(...counts) >= LEAST_OF_EACH,
      figure:
        `each call made ${Math.min(...counts)} times or more; ${of(2)} × 2xx, of ${answered} calls, ${of(3)} × 3xx, ${of(4)} × 4xx, ${of(5)} × 5xx; ${findings.count('silent') + findings.count('hung up')} without an answer, slowest ${slowestMs.toFixed(0)} ms${unreached.length > 0 ? `; only refused: ${unreached.join(', ')}` : ''}` +
        failures.map((kind) => findings.examples(kind)).join(''),
    },
    {
      claim: 'Every error is answered in the shape of the contract',
      tried: `the same ${of(4)} errors`,
      held: otherwise === 0 && of(4) > 0,
      figure: `${otherwise} in another shape${findings.examples('shape')}`,
    },
    {
      claim: 'Afterwards the shop lives, and every promise about its data holds',
      tried: `${INVARIANT_COUNT} invariants checked after them`,
      held: alive && broken.length === 0,
      figure: alive
        ? `${broken.length} broken${broken.map((name) => `\n    ${name}`).join('')}`
        : 'the process is dead',
    },
  ]
}
