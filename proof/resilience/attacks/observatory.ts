// The score of Mozilla's Observatory for the headers of a page, by its published rules: 100, less what is wrong,
// and, from 90 on, more for what is better than it has to be. Taken as given: the page is reached by a good certificate,
// plain HTTP leads to it (the proxy's part), it is on no preload list, and no script of others is loaded.

const HALF_A_YEAR_SECONDS = 15_552_000
const EXTRA_FROM = 90
const GRADES: readonly [number, string][] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
  [0, 'F'],
]

export interface Score {
  score: number
  grade: string
  /** The points of each rule, positive or negative. */
  rules: Record<string, number>
}

type Headers = { get: (name: string) => string | null | undefined }

export function scoreOf(headers: Headers): Score {
  const policy = parsePolicy(headers.get('content-security-policy') ?? '')
  const rules = {
    'content-security-policy': policyScore(policy),
    cookies: headers.get('set-cookie') ? -20 : 0,
    'cross-origin-resource-sharing': headers.get('access-control-allow-origin') ? -50 : 0,
    'cross-origin-resource-policy': resourceScore(headers.get('cross-origin-resource-policy') ?? ''),
    'referrer-policy': referrerScore(headers.get('referrer-policy') ?? ''),
    'strict-transport-security': transportScore(headers.get('strict-transport-security') ?? ''),
    'x-content-type-options': headers.get('x-content-type-options')?.toLowerCase() === 'nosniff' ? 0 : -5,
    'x-frame-options': frameScore(policy, headers.get('x-frame-options') ?? ''),
  }
  const given = Object.values(rules)
  const lost = 100 + given.filter((each) => each < 0).reduce((sum, each) => sum + each, 0)
  const score = Math.max(0, lost >= EXTRA_FROM ? 100 + given.reduce((sum, each) => sum + each, 0) : lost)
  return { score, grade: GRADES.find(([from]) => score >= from)![1], rules }
}

type Policy = Map<string, string[]>

export const parsePolicy = (text: string): Policy =>
  new Map(
    text
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name, ...sources]) => [name!.toLowerCase(), sources]),
  )

const TOO_BROAD = /^(ftp:|https?:|\*|https?:\/\/\*(\.\*)?)$/
const INLINE = ["'unsafe-inline'", 'data:']
const HASH_OR_NONCE = /^'(sha256|sha384|sha512|nonce)-/
const PASSIVE = ['img-src', 'media-src']

function policyScore(policy: Policy): number {
  if (policy.size === 0) return -25
  const sources = (name: string): string[] => policy.get(name) ?? policy.get('default-src') ?? ['*']
  // Browsers ignore `unsafe-inline` beside a hash or a nonce.
  const effective = (name: string): string[] => {
    const all = sources(name)
    return all.some((each) => HASH_OR_NONCE.test(each)) ? all.filter((each) => each !== "'unsafe-inline'") : all
  }
  const [scripts, styles] = [effective('script-src'), effective('style-src')]
  const isLoose = (each: string) => TOO_BROAD.test(each) || INLINE.includes(each)
  const isPlain = (each: string) => /^(http|ftp):/.test(each)
  if (scripts.some(isLoose) || sources('object-src').some((each) => TOO_BROAD.test(each))) return -20
  const active = [...policy].filter(([name]) => !PASSIVE.includes(name)).flatMap(([, each]) => each)
  if (active.some(isPlain)) return -20
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10
  if (PASSIVE.flatMap(sources).some(isPlain)) return -10
  if (styles.some(isLoose)) return 0
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5
}

const resourceScore = (value: string): number =>
  value === '' || value === 'cross-origin' ? 0 : ['same-origin', 'same-site'].includes(value) ? 10 : -5

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
const referrerScore = (value: string): number => (value === '' ? 0 : PRIVATE.includes(value) ? 5 : -5)

function transportScore(value: string): number {
  const [, seconds] = /(?:^|;\s*)max-age=(\d+)/i.exec(value) ?? []
  if (seconds === undefined) return -20
  return Number(seconds) < HALF_A_YEAR_SECONDS ? -10 : 0
}

const frameScore = (policy: Policy, value: string): number =>
  policy.has('frame-ancestors') ? 5 : ['deny', 'sameorigin'].includes(value.toLowerCase()) ? 0 : -20
