import { request } from 'node:http'
import { addresses } from '#web/addresses.ts'
import type { Trial } from '../verdict.ts'
import { parsePolicy, type Score, scoreOf } from './observatory.ts'
import { withTarget } from './target.ts'

/** The scanner's best score for a page without cookies that is on no preload list. */
const BEST = 130
const LEAST = 100

const PUBLIC = [
  ...[addresses.home, addresses.shop, addresses.checkout, addresses.product(1), addresses.tracking('1-inconnu')],
  ...[addresses.about, addresses.contact, addresses.terms, addresses.privacy],
  ...[addresses.login, addresses.signup, addresses.forgotPassword, addresses.resetPassword],
  ...['/Boutique?categorie=cosmetique', '/Boutique?q=argan', '/une-page-qui-n-est-pas'],
]
const DASHBOARDS = [
  ...[addresses.dashboard, addresses.buyer, addresses.profile, addresses.announcements, addresses.adminOrder(1)],
  ...Object.values(addresses.admin),
]
const OTHERS = ['/api/cosmetique', '/api/admin/orders', '/healthz', '/robots.txt', '/sitemap.xml', '/api/rien', '/%ff']

/** Checks the headers of pages, calls and files behind a proxy with TLS. */
export const tryHeaders: Trial = (folder) =>
  withTarget(folder, { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://boutique.example' }, async ({ port }) => {
    const open = await headersOf(port, PUBLIC)
    const closed = await headersOf(port, DASHBOARDS)
    const others = await headersOf(port, OTHERS)
    const pages = [...open, ...closed]
    const loose = pages.filter(({ headers }) => isLoose(headers, 'script-src') || isLoose(headers, 'style-src'))
    const scores = pages.map(({ path, headers }) => ({ path, ...scoreOf(headers) }))
    const worst = scores.reduce((least, each) => (each.score < least.score ? each : least))
    const bare = [...pages, ...others].filter(({ headers }) => !isGuarded(headers))
    return [
      {
        claim: 'No page lets inline scripts run, or inline styles show, but by their hashes',
        tried: `the policies of ${open.length} public pages and ${closed.length} of the dashboards`,
        held: loose.length === 0,
        figure: `${loose.length} that do${loose.map(({ path }) => `\n    ${path}`).join('')}`,
      },
      {
        claim: 'Headers get A+ by the rules of Mozilla’s Observatory, on every page',
        tried: `${scores.length} pages behind a proxy with TLS; rules as published, taken as given: a good certificate, HTTP redirected`,
        held: worst.score >= LEAST,
        figure: `home ${shown(scores[0]!)}, the least ${worst.path} ${shown(worst)}; ${BEST} can be had`,
      },
      {
        claim: 'Every answer forbids guessing types, framing and reading by other origins, and sets no cookie',
        tried: `${pages.length + others.length} pages, calls, files and errors`,
        held: bare.length === 0,
        figure: `${bare.length} without${bare.map(({ path }) => `\n    ${path}`).join('')}`,
      },
    ]
  })

const shown = ({ grade, score }: Score): string => `${grade} (${score})`

function isLoose(headers: Headers, directive: string): boolean {
  const policy = parsePolicy(headers.get('content-security-policy') ?? '')
  const sources = policy.get(directive) ?? policy.get('default-src') ?? ["'unsafe-inline'"]
  return sources.includes("'unsafe-inline'") || sources.includes("'unsafe-eval'")
}

const isGuarded = (headers: Headers): boolean =>
  headers.get('x-content-type-options') === 'nosniff' &&
  headers.get('x-frame-options') === 'DENY' &&
  headers.get('cross-origin-resource-policy') === 'same-origin' &&
  headers.get('cross-origin-opener-policy') === 'same-origin' &&
  headers.get('strict-transport-security') !== null &&
  !headers.has('set-cookie')

interface PageHeaders {
  path: string
  headers: Headers
}

const headersOf = (port: number, paths: readonly string[]): Promise<PageHeaders[]> =>
  Promise.all(
    paths.map(async (path) => ({ path, headers: await behindProxy(port, encodeURI(path).replaceAll('%25', '%')) })),
  )

function behindProxy(port: number, path: string): Promise<Headers> {
  const headers = {
    host: 'boutique.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
    accept: 'text/html',
  }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      answer.resume()
      const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      resolve(new Headers(pairs))
    })
      .once('error', reject)
      .end()
  })
}
