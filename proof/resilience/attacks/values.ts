import { PRODUCT_FIELDS } from '#features/catalogue/model.ts'
import { typedProduct } from '#test/multipart-form.ts'
import type { Schema } from './contract.ts'
import type { SeededRandom } from './random.ts'
import { PEOPLE } from './target.ts'

/** Data of the shop that requests refer to; otherwise all would be about missing rows. */
export interface ShopData {
  products: { id: number; userPrice: number; distributorPrice: number }[]
  /** The last ones that were created. */
  customers: number[]
  /** Ids for paths: open orders and requests, and accounts that no attacker logs in as. */
  open: Record<'orders' | 'withdrawals' | 'purchases' | 'strangers', number[]>
  phones: string[]
  /** Gains that suppliers could withdraw, in dirhams. */
  due: number[]
  /** A small one that can be drawn. */
  picture: Buffer
}

const CITIES = ['Casablanca', 'fès', 'AGADIR', 'autre', 'Paris', '']

/** By the names that the contract uses, whatever the case. */
const BY_NAME: Readonly<Record<string, (random: SeededRandom) => unknown>> = {
  email: (random) => `essai-${random.below(1e9)}@hostile.example`,
  identifier: (random) => random.pick(['F-1001', 'B-2001', 'ADMIN', `personne-${random.below(99)}@hostile.example`]),
  password: (random) => random.pick(['un mot de passe bien long', 'demo-sara-2026', 'court']),
  password_confirmation: () => 'un mot de passe bien long',
  phone: (random) => `06${String(random.below(1e8)).padStart(8, '0')}`,
  city: (random) => random.pick(CITIES),
  currentstatus: (random) => random.pick(['en attente', 'livré', 'annulé']),
  paymentstatus: (random) => random.pick(['payé', 'annulé']),
  code: (random) => random.pick(['SARA10', 'sara10', 'INCONNU', 'F-1001']),
  promo_code: (random) => random.pick([null, null, 'SARA10', 'INCONNU']),
  amount: (random) => random.pick([5000, 10000, 15000, 20000, 1, 0.5]),
  rib: () => '123456789012345678901234',
}

/** A valid value for a schema. */
export function goodValue(schema: Schema, random: SeededRandom, name = ''): unknown {
  const known = BY_NAME[name.toLowerCase()]
  if (known) return known(random)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (branches && branches.length > 0) return goodValue(random.pick(branches), random, name)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, each]) => [key, goodValue(each, random, key)]),
      )
    case 'array': {
      const items = typeof schema.items === 'object' ? schema.items : {}
      return Array.from({ length: Math.max(schema.minItems ?? 1, random.below(4)) }, () =>
        goodValue(items, random, name),
      )
    }
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1 + random.below(40))
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return /id$|ids$|page/i.test(name) ? String(1 + random.below(40)) : `Texte ${random.below(1000)}`
  }
}

/** The body of a call, where more is meant by it than its schema says; null elsewhere. */
export function meantBody(path: string, known: ShopData, random: SeededRandom, isSupplier: boolean): object | null {
  switch (path) {
    case '/api/orders/create':
      return goodOrder(known, random, isSupplier)
    case '/api/login':
      return random.pick(Object.values(PEOPLE))
    case '/api/withdraw':
      return { gain: random.pick([...known.due, 1]) }
    case '/api/admin/settings':
      return { deliveryDelay: `${random.below(9)} jours`, phone: '0522000000', email: null }
    case '/api/admin/personal-data/export':
    case '/api/admin/personal-data/anonymise':
      return { phone: random.pick([...known.phones, '0600000009']) }
    case '/api/admin/orders/bons-de-livraison.pdf':
      return { ids: known.open.orders.slice(0, 3) }
    case '/api/admin/products':
    case '/api/admin/products/{id}':
      return typedProduct({ [PRODUCT_FIELDS.name]: `Savon ${random.below(1000)}` })
    case '/api/admin/products/import':
      return { mode: random.pick(['preview', 'apply']) }
    default:
      return null
  }
}

/** Ids that fit a path; null where any will do. */
export function meantIds(path: string, { open }: ShopData): number[] | null {
  if (path.endsWith('/personal-data/anonymise')) return open.strangers
  if (path.includes('/orders/')) return open.orders
  if (path.includes('withdrawal')) return open.withdrawals
  return path.includes('-request/') ? open.purchases : null
}

/** The body of an order that could be taken. */
function goodOrder(known: ShopData, random: SeededRandom, isSupplier: boolean): object {
  const first = random.below(known.products.length)
  const lines = known.products.slice(first, first + 1 + random.below(3))
  return {
    product_ids: lines.map(({ id }) => id),
    prices: lines.map((each) => (isSupplier ? each.distributorPrice : each.userPrice)),
    priceGain: lines.map(({ userPrice }) => userPrice),
    quantities: lines.map(() => 1 + random.below(3)),
    customer_id: random.pick(known.customers),
    promo_code: isSupplier ? null : random.pick([null, null, 'SARA10']),
  }
}

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const wide = (fields: number): object =>
  Object.fromEntries(Array.from({ length: fields }, (_, nth) => [`f${nth}`, nth]))

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  1e-7,
  149.505,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
]

export const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uD800',
    'a\uDFFFb',
    '\uFEFF',
    '\u202E',
    '\u0301'.repeat(50),
    '\r\nX-Injected: 1',
  ],
  ...[
    "'; drop table orders; --",
    "' or '1'='1",
    '\\',
    '%',
    '_',
    '%00',
    '%ff',
    '%2e%2e%2f',
    '../../etc/passwd',
    '$1',
    ':id',
  ],
  ...[
    '<script>window.ran=1</script>',
    '{{7*7}}',
    '#{7*7}',
    '=1+1',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
  ],
  ...['1e3', '0x10', '-1', '00', '９', '١٢٣', '2147483648', '9007199254740993', '99999999999999999999', 'true'],
  ...[
    'a'.repeat(300),
    'é'.repeat(5000),
    '('.repeat(2000),
    'a@b.example\r\nBcc: c@d.example',
    '"a b"@c.example',
    '😀'.repeat(200),
  ],
]

/** A value that no honest client sends. */
export function oddValue(random: SeededRandom): unknown {
  switch (random.pickWeighted({ text: 5, number: 4, kind: 3, list: 1, deep: 0.3, wide: 0.2 })) {
    case 'text':
      return random.pick(ODD_TEXTS)
    case 'number':
      return random.pick(ODD_NUMBERS)
    case 'kind':
      return random.pick<unknown>([null, true, false, [], {}, [[]], [null], { length: 1 }, undefined])
    case 'list':
      return Array.from({ length: 1 + random.below(5) }, () => oddValue(random))
    case 'deep':
      return deep(1 + random.below(3000))
    case 'wide':
      return wide(1 + random.below(2000))
  }
}

/** A good one with a few things wrong. */
export function spoilt(value: unknown, random: SeededRandom): unknown {
  if (Array.isArray(value)) {
    const copy = [...value]
    const change = copy.length === 0 ? 'longer' : random.pickWeighted({ longer: 2, endless: 2, odd: 6 })
    if (change === 'endless') return Array.from({ length: 60 }, () => copy[0])
    copy[change === 'odd' ? random.below(copy.length) : copy.length] = oddValue(random)
    return copy
  }
  if (typeof value !== 'object' || value === null) return oddValue(random)
  const copy: Record<string, unknown> = { ...value }
  const names = Object.keys(copy)
  if (names.length === 0) return { [random.pick(['a', '__proto', 'id'])]: oddValue(random) }
  for (let times = 1 + random.below(3); times > 0; times--) {
    const name = random.pick(names)
    switch (random.pickWeighted({ odd: 6, spoilt: 2, missing: 2, unknown: 1 })) {
      case 'odd':
        copy[name] = oddValue(random)
        break
      case 'spoilt':
        copy[name] = spoilt(copy[name], random)
        break
      case 'missing':
        delete copy[name]
        break
      case 'unknown':
        copy[random.pick(['role', 'is_admin', 'id', 'status', 'total', 'gain', 'supplierId', 'constructor'])] =
          oddValue(random)
    }
  }
  return copy
}
