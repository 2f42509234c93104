import { PRODUCT_FIELDS } from '#features/catalogue/model.ts'
import type { Operation } from './contract.ts'
import type { SeededRandom } from './random.ts'
import { goodValue, meantBody, meantIds, ODD_TEXTS, oddValue, type ShopData, spoilt } from './values.ts'

/** One request as its bytes. */
export interface Attack {
  method: string
  /** The path of the contract. */
  path: string
  /** The target that is sent instead. */
  target: string
  bytes: Buffer
  /** Its head may mean several requests, or none: what else is heard belongs to nobody. */
  isBroken: boolean
}

export interface AttackMaterial {
  operations: readonly Operation[]
  known: ShopData
  /** By role; none of them is the visitor. */
  tokens: Readonly<Record<string, string>>
}

// Each costs the shop some tens of milliseconds of drawing or hashing: a part of them is enough.
const HEAVY = /\.pdf$|\/login$|\/register$|\/password\/reset$|\/admin\/products(\/import|\/\{id\})?$/
const HEAVY_SHARE = 0.2

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'FOO',
  'get',
  '',
]

export function drawAttack({ operations, known, tokens }: AttackMaterial, random: SeededRandom): Attack {
  let operation = random.pick(operations)
  while (HEAVY.test(operation.path) && !random.chance(HEAVY_SHARE)) operation = random.pick(operations)
  const role = random.pick([null, ...Object.keys(tokens)])
  const method = random.chance(0.93) ? operation.method : random.pick(METHODS)
  const { body, type } = drawBody(operation, known, role === 'sara' || role === 'youssef', random)
  const path = drawPath(operation, known, random)
  const token = role === null ? undefined : tokens[role]
  const { lines, isBroken } = drawHeaders(random, token, type, body)
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
  const breaks = method === '' || method === 'FOO' || method === 'get' || /[\s\0]/.test(path)
  return {
    method,
    path: operation.path,
    target: path,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]),
    isBroken: isBroken || breaks,
  }
}

function drawPath({ path, inPath, inQuery }: Operation, known: ShopData, random: SeededRandom): string {
  const meant = meantIds(path, known)
  let drawn = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (random.chance(0.25)) return escaped(random.pick(ODD_TEXTS), random)
    if (meant !== null && (path.endsWith('/anonymise') || random.chance(0.7)))
      return String(random.pick([...meant, 999_999]))
    return encodeURIComponent(String(goodValue(inPath.get(name) ?? {}, random, name)))
  })
  if (random.chance(0.04))
    drawn = random.pick([
      ...[`${drawn}/`, `/${drawn}`, drawn.toUpperCase(), drawn.replaceAll('/', '//'), `${drawn}/../../healthz`],
      ...[
        `${drawn};a=b`,
        `${drawn}%00`,
        `${drawn}%2f..`,
        `${drawn}%ff`,
        `${drawn}\u00e9`,
        `${drawn}${'a'.repeat(9000)}`,
      ],
      ...[
        `http://autre.example${drawn}`,
        `${drawn} HTTP/1.1\r\nX-Injected: 1`,
        `${drawn}\r\nX-Injected: 1`,
        '*',
        '//',
        '',
      ],
    ])
  const query = path === '/api/admin/products/{id}' && random.chance(0.9) ? '_method=PUT' : drawQuery(inQuery, random)
  return query === '' ? drawn : `${drawn}?${query}`
}

function drawQuery(inQuery: Operation['inQuery'], random: SeededRandom): string {
  const names = [...inQuery.keys()]
  if (random.chance(0.03))
    return random.pick(['&&&', '=', '?', '%', '%ff=%ff', '__proto__[a]=1', 'a'.repeat(6000), 'page[]=1'])
  return names
    .filter(() => random.chance(0.4))
    .flatMap((name) => {
      const given = () =>
        random.chance(0.4)
          ? escaped(random.pick(ODD_TEXTS), random)
          : encodeURIComponent(String(goodValue(inQuery.get(name)!, random, name)))
      return random.chance(0.08) ? [`${name}=${given()}`, `${name}=${given()}`] : [`${name}=${given()}`]
    })
    .join('&')
}

/** As a browser would; or the bytes themselves, in the letters of a header. */
function escaped(text: string, random: SeededRandom): string {
  if (random.chance(0.1))
    return Buffer.from(text)
      .toString('latin1')
      .replace(/[\s\0]/g, '%0d%0a')
  return encodeURIComponent(text.toWellFormed()).slice(0, 8000)
}

interface DrawnBody {
  body: Buffer | null
  type: string | null
}

const JSON_TYPE = 'application/json'
const WRONG_TYPES = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/jsonp', 'json', ';;;', ''],
  ...[
    'application/json\t',
    'application/json; charset=utf-16',
    'application/json;charset',
    'application/json, text/plain',
  ],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=b', 'APPLICATION/JSON'],
]

function drawBody(operation: Operation, known: ShopData, isSupplier: boolean, random: SeededRandom): DrawnBody {
  const { method, path, body } = operation
  if (method === 'GET' && random.chance(0.95)) return { body: null, type: null }
  const isForm = path === '/api/admin/products' || path === '/api/admin/products/{id}' || path.endsWith('/import')
  const good = () => meantBody(path, known, random, isSupplier) ?? goodValue(body ?? {}, random)
  switch (random.pickWeighted({ good: 20, spoilt: 45, odd: 8, raw: 10, none: 4, form: isForm ? 60 : 3 })) {
    case 'good':
      return asJson(good(), random)
    case 'spoilt':
      return asJson(spoilt(good(), random), random)
    case 'odd':
      return asJson(oddValue(random), random)
    case 'raw':
      return { body: random.pick(RAW), type: JSON_TYPE }
    case 'form':
      return { body: drawForm(good(), path, known.picture, random), type: 'multipart/form-data; boundary=b' }
    case 'none':
      return { body: random.pick([null, Buffer.alloc(0)]), type: random.pick([null, JSON_TYPE]) }
  }
}

const asJson = (value: unknown, random: SeededRandom): DrawnBody => ({
  body: Buffer.from(JSON.stringify(value) ?? ''),
  type: random.chance(0.95) ? JSON_TYPE : random.pick(WRONG_TYPES),
})

const RAW: readonly Buffer[] = [
  ...[
    '{',
    '{"a":',
    '[1,',
    '{}{}',
    '{"a":1,}',
    'bonjour',
    '1e999',
    '"\\ud800"',
    '"\\u0000"',
    'null',
    'true',
    '[]',
    '-',
    '{a:1}',
  ],
  ...[
    '{"a":1,"a":2}',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    ' '.repeat(1000),
  ],
  ...[
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
    '['.repeat(30_000),
  ],
  ...[`{"a":"${'a'.repeat(70_000)}"}`, `[${'0,'.repeat(20_000)}0]`, `{"Name":${'9'.repeat(10_000)}}`, '\uFEFF{}'],
]
  .map((text) => Buffer.from(text))
  .concat(
    [
      [0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d],
      [0x22, 0xc0, 0x80, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0xff, 0xfe, 0x7b, 0, 0x7d, 0],
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0],
    ].map((bytes) => Buffer.from(bytes)),
  )

const SHEET = `${Object.values(PRODUCT_FIELDS).slice(0, 5).join(';')}\r\nSavon;Doux.;50;30;5\r\n`

/** The file that belongs into it: a picture of a product, a sheet of products. */
function goodFile(path: string, picture: Buffer): Buffer {
  const [name, bytes] = path.endsWith('/import') ? ['file', Buffer.from(SHEET)] : ['image', picture]
  const head = `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
}

function drawForm(value: unknown, path: string, picture: Buffer, random: SeededRandom): Buffer {
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const part = (name: string, text: string, more = ''): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`
  const parts = fields.map(([name, each]) => part(name, String(random.chance(0.1) ? oddText(random) : each)))
  if (random.chance(0.3)) parts.push(part('image', random.pick(ODD_TEXTS), '; filename="../a.png"'))
  if (random.chance(0.3))
    parts.push(part(random.pick(['file', 'csv']), `Name;user_price\r\n${random.pick(ODD_TEXTS)}`, '; filename="a.csv"'))
  if (random.chance(0.1)) parts.push(part('__proto__', 'a'), part(random.pick(ODD_TEXTS), 'a'))
  const end = random.chance(0.85) ? '--b--\r\n' : random.pick(['', '--b', '--c--\r\n', '--b\r\n\r\n'])
  const file = random.chance(0.5) ? goodFile(path, picture) : Buffer.alloc(0)
  return Buffer.concat([Buffer.from(parts.join('')), file, Buffer.from(end)])
}

const oddText = (random: SeededRandom): string => random.pick(ODD_TEXTS)

const BAD_TOKENS = [
  ...['Bearer', 'Bearer ', 'Bearer null', 'bearer  x', 'Basic YTpi', `Bearer ${'a'.repeat(5000)}`, 'Bearer a b c', 'é'],
  ...['Bearer ../../x', "Bearer ' or 1=1", `Bearer ${'0'.repeat(64)}`, 'Bearer %00'],
]

const ODD_HEADERS: readonly string[] = [
  ...['Idempotency-Key: ', 'Idempotency-Key: court', `Idempotency-Key: ${'k'.repeat(5000)}`, 'Idempotency-Key: é'],
  ...[
    'Idempotency-Key: la-meme-cle-pour-tous',
    'Idempotency-Key: la-meme-cle-pour-tous\r\nIdempotency-Key: une-autre-cle-encore',
  ],
  ...[
    'Host: autre.example',
    'X-Forwarded-For: 1.2.3.4, \u00ff',
    `X-Forwarded-For: ${'1.2.3.4,'.repeat(500)}`,
    'X-Forwarded-Host: autre.example',
  ],
  ...[
    'Accept: ',
    `Accept: ${'*/*,'.repeat(1000)}`,
    'Accept-Encoding: br;q=,,;',
    'If-None-Match: "',
    'Range: bytes=0-,-1,5-2',
  ],
  ...[
    'Cookie: a=b; __proto__=1',
    'X-HTTP-Method-Override: DELETE',
    'Content-Encoding: gzip',
    'Content-Encoding: br',
    'Connection: upgrade\r\nUpgrade: websocket',
  ],
  ...[
    'Expect: 100-continue',
    'Expect: miracles',
    'Accept-Language: \u0001',
    ` A: b`,
    'A',
    ': a',
    'A : b',
    'A: b\r\n c',
    `A: ${'a'.repeat(20_000)}`,
  ],
  ...[
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 1e3',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip',
    'Content-Type: text/plain',
  ],
  ...[
    'X: a\r\nX-Injected: 1',
    'X: a\nX-Injected: 1',
    'X: a\rX-Injected: 1',
    'X: a\0b',
    'Date: demain',
    'Connection: close',
    'TE: trailers',
  ],
]
/** Headers after which the end of the request is unclear. */
const FRAMING_BREAKERS =
  /^(Content-Length|Transfer-Encoding|Expect|Connection| A|A$|: a|A |A: b\r|X: a|Accept-Language)/

function drawHeaders(random: SeededRandom, token: string | undefined, type: string | null, body: Buffer | null) {
  const odd = random.chance(0.12) ? random.pick(ODD_HEADERS) : null
  const authorization = random.chance(0.04) ? random.pick(BAD_TOKENS) : token && `Bearer ${token}`
  const lines = [
    'Host: 127.0.0.1',
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(body === null ? [] : [`Content-Length: ${body.length}`]),
    ...(random.chance(0.05) ? [`Idempotency-Key: ${random.below(1e9).toString(36).padStart(16, 'k')}`] : []),
    ...(odd === null ? [] : [odd]),
  ]
  return { lines, isBroken: odd !== null && FRAMING_BREAKERS.test(odd) }
}
