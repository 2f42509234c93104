import { expect, SIZES, test } from '../fixtures.ts'

const KB = 1000

/** How an element and all in it are drawn. */
const lookOf = (element: Element): string[] =>
  [element, ...element.querySelectorAll('*')].map((part) => {
    const { display, margin, padding, color, backgroundColor, fontSize, fontWeight, width } = getComputedStyle(part)
    return [part.tagName, display, margin, padding, color, backgroundColor, fontSize, fontWeight, width].join(' ')
  })

test('a page brings its styles along, and what is opened from it asks for no style twice', async ({ page }) => {
  const styles: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') styles.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  const inlined = (await page.locator('style[data-files]').getAttribute('data-files'))!.split(' ')
  await page.getByRole('link', { name: 'Acheter maintenant' }).click()
  // The address changes before the page does, and the home page has articles as well.
  await expect(page.getByRole('heading', { level: 1, name: 'Boutique' })).toBeVisible()
  await expect(page.locator('style[data-files]')).toHaveCount(1)
  expect(styles.length).toBeGreaterThan(0)
  expect(new Set(styles).size).toBe(styles.length)
  expect(styles.filter((file) => inlined.includes(file))).toEqual([])
  // The page reached from here looks as it does when it is opened by itself.
  const reached = await page.getByRole('article').first().evaluate(lookOf)
  await page.reload()
  expect(await page.getByRole('article').first().evaluate(lookOf)).toEqual(reached)
})

test('what a page loads late asks for no style that the page brought', async ({ page }) => {
  const styles: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') styles.push(new URL(request.url()).pathname)
  })
  await page.goto('/product-details/1', { waitUntil: 'networkidle' })
  const inlined = (await page.locator('style[data-files]').getAttribute('data-files'))!.split(' ')
  // The list of cities, which comes after the page.
  expect(styles.length).toBeGreaterThan(0)
  expect(styles.filter((file) => inlined.includes(file))).toEqual([])
})

for (const { size, tag } of SIZES)
  test(`the home page arrives in at most 25 requests and 300 KB, pictures of the first screen included (${size})`, {
    tag,
  }, async ({ page }) => {
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
    // Something can be put into the cart in the first screen.
    if (page.viewportSize()!.width < 640) {
      const add = (await page
        .getByRole('button', { name: /^Ajouter au panier/ })
        .first()
        .boundingBox())!
      expect(add.y + add.height).toBeLessThanOrEqual(740)
    }
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
