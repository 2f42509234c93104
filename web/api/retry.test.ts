import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './api.ts'
import { withRetries } from './retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const away = (retryAfter: number | null = null) =>
  new ApiError(503, 'unavailable', 'Service Unavailable', {}, retryAfter)

/** A call that fails with these errors, one after the other, then answers; and when it was made, in seconds. */
function calls(errors: readonly Error[]) {
  const [start, at]: [number, number[]] = [performance.now(), []]
  const call = async () => {
    const error = errors[at.length]
    at.push((performance.now() - start) / 1000)
    if (error) throw error
    return 'answered'
  }
  return { call, at }
}

async function outcomeOf(errors: readonly Error[], { stopAfter = Infinity } = {}) {
  const { call, at } = calls(errors)
  const stop = new AbortController()
  const start = performance.now()
  let [pauses, end] = [0, start]
  const retry = withRetries({ signal: stop.signal, onPause: () => void pauses++ })
  const outcome = retry(call).catch((error: unknown) => error)
  void outcome.then(() => {
    end = performance.now()
  })
  if (stopAfter < Infinity) setTimeout(() => stop.abort(), stopAfter * 1000)
  await vi.runAllTimersAsync()
  return { outcome: await outcome, at, pauses, seconds: (end - start) / 1000 }
}

const forever = (error: Error): readonly Error[] => Array.from({ length: 100 }, () => error)

test.each([
  ['no answer', new NetworkError()],
  ['a server that is away', away()],
  ['a proxy whose server is away', new ApiError(502, '', '')],
  ['a proxy that waited in vain', new ApiError(504, '', '')],
  ['a first call that is still running', new ApiError(409, 'still_running', '', {}, 2)],
])('after %s the call is made again until it is answered', async (_, error) => {
  expect(await outcomeOf([error, error, error])).toMatchObject({ outcome: 'answered', pauses: 3 })
})

test('no try begins after 45 seconds, and the last one comes late', async () => {
  const { outcome, at } = await outcomeOf(forever(away()))
  expect(outcome).toBeInstanceOf(ApiError)
  expect(at.at(-1)).toBeLessThanOrEqual(45)
  expect(at.at(-1)).toBeGreaterThan(38)
})

test('whoever says when to come back is not asked before', async () => {
  const { at } = await outcomeOf([away(12), away(9)])
  expect(at[1]).toBeGreaterThanOrEqual(12)
  expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(9)
})

test('a time to come back that lies too far ahead is not waited for', async () => {
  expect(await outcomeOf([away(60)])).toMatchObject({ outcome: away(60), pauses: 0 })
})

test.each([
  ['a refusal', new ApiError(422, 'invalid', '')],
  ['a state that forbids it', new ApiError(409, 'final', '')],
  ['a limit', new ApiError(429, 'too_many_attempts', '', {}, 3)],
  ['a bug', new ApiError(500, 'server_error', '')],
])('%s is an answer', async (_, error) => {
  expect(await outcomeOf([error])).toMatchObject({ outcome: error, pauses: 0 })
})

test('who has enough waits no longer', async () => {
  const { outcome, at, seconds } = await outcomeOf(forever(away()), { stopAfter: 4 })
  expect(outcome).toBeInstanceOf(ApiError)
  expect(at.at(-1)).toBeLessThan(4)
  expect(seconds).toBeCloseTo(4)
})

test('the pauses grow to five seconds, and those who were cut off together come back apart', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  const [, ...first] = (await outcomeOf(forever(away()).slice(0, 5))).at
  expect(first.map(Math.round)).toEqual([1, 3, 6, 11, 16])
  random.mockReturnValue(0.9)
  const [, ...second] = (await outcomeOf(forever(away()).slice(0, 5))).at
  for (const [nth, at] of second.entries()) expect(at).toBeGreaterThan(first[nth]!)
})

test('a connection that comes back is used at once, and hurries no server that is away', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const comeBack = () => page.dispatchEvent(new Event('online'))
  setTimeout(comeBack, 500)
  expect((await outcomeOf([new NetworkError()])).at[1]).toBeCloseTo(0.5)
  setTimeout(comeBack, 500)
  expect((await outcomeOf([away()])).at[1]).toBeGreaterThanOrEqual(1)
})

test('several calls share the 45 seconds', async () => {
  const first = calls([away(16), away(16)])
  const retry = withRetries({ signal: new AbortController().signal, onPause: () => undefined })
  const answer = retry(first.call)
  const outcome = answer.then(() => retry(calls([away(16)]).call)).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await answer).toBe('answered')
  expect(await outcome).toBeInstanceOf(ApiError)
})
