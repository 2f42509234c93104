import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from './api.ts'
import { persevering } from './persevere.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
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
  let pauses = 0
  const persevere = persevering({ signal: stop.signal, onPause: () => void pauses++ })
  const outcome = persevere(call).catch((error: unknown) => error)
  if (stopAfter < Infinity) setTimeout(() => stop.abort(), stopAfter * 1000)
  await vi.runAllTimersAsync()
  return { outcome: await outcome, at, pauses }
}

const forever = (error: Error): readonly Error[] => Array.from({ length: 100 }, () => error)

test.each([
  ['no answer', new NetworkError()],
  ['a server that is away', away()],
  ['a proxy whose server is away', new ApiError(502, '', '')],
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
  const { outcome, at } = await outcomeOf(forever(away()), { stopAfter: 4 })
  expect(outcome).toBeInstanceOf(ApiError)
  expect(at.at(-1)).toBeLessThan(4)
})

test('several calls share the 45 seconds', async () => {
  const first = calls([away(20), away(20)])
  const persevere = persevering({ signal: new AbortController().signal, onPause: () => undefined })
  const both = persevere(first.call).then(() => persevere(calls([away(20)]).call))
  const outcome = both.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toBeInstanceOf(ApiError)
})
