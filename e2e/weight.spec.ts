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
  // Browsers fetch pictures ahead of scrolling, some further than others: what they show first is what is counted.
  const below = await page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top >= innerHeight)
      .map((image) => new URL(image.currentSrc || image.src).pathname),
  )
  const counted = [...requested].filter(([, path]) => !below.includes(path))
  const list = counted.map(([id, path]) => `${path}: ${bytes.get(id)}`).join('\n')
  expect(counted.length, list).toBeLessThanOrEqual(25)
  expect(
    counted.reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0),
    list,
  ).toBeLessThanOrEqual(300 * KB)
})
