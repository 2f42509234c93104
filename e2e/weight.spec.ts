import { expect, test } from './fixtures.ts'

const KB = 1000

test('the home page arrives in at most 25 requests and 300 KB, pictures of the first screen included', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const requested = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) requested.set(requestId, new URL(request.url).pathname)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const list = [...requested].map(([id, path]) => `${path}: ${bytes.get(id)}`)
  const whole = [...bytes.values()].reduce((sum, each) => sum + each, 0)
  test.info().annotations.push({ type: 'weight', description: `${list.length} requests, ${Math.round(whole / KB)} KB` })
  expect(list.length, list.join('\n')).toBeLessThanOrEqual(25)
  expect(whole, list.join('\n')).toBeLessThanOrEqual(300 * KB)
})
