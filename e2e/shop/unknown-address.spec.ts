import sharp from 'sharp'
import { answered, expect, expectNoAxeViolations, test } from '../fixtures.ts'

test.describe('an address that names no page', () => {
  test.beforeEach(({ complaints }) => complaints.allow(answered(404)))

  test('offers products that are called like it and a search, and reads with every technology', async ({ page }) => {
    const response = await page.goto('/boutique/creme-eclaircisante-visage')
    expect(response?.status()).toBe(404)
    await expect(page).toHaveTitle('Page introuvable')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    const like = page.getByRole('region', { name: 'Vous cherchiez peut-être' })
    await expect(like.getByRole('link').first()).toHaveAccessibleName(/^Crème éclaircissante/)
    await expectNoAxeViolations(page, 'an unknown address with products like it')

    await page.setViewportSize({ width: 360, height: 740 })
    const [field, button] = [
      page.getByRole('searchbox', { name: 'Rechercher un produit' }),
      page.getByRole('button', { name: 'Rechercher' }),
    ]
    // On a phone the field has the whole row, and the number of the page is in the first screen all the same.
    const sentence = await page.getByText(/^L’adresse contient/).boundingBox()
    expect((await field.boundingBox())!.width).toBe(sentence!.width)
    await expect(page.locator('main picture').first()).toBeInViewport({ ratio: 1 })
    await field.fill('oméga')
    await button.click()
    await page.waitForURL(/\/Boutique\?q=om%C3%A9ga$/)
    await expect(page.getByRole('article', { name: /^Oméga/ })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })

  test('that is like no product, or an unknown product, offers the first of the shop', async ({ page }) => {
    for (const address of ['/zzzz', '/product-details/999999']) {
      const response = await page.goto(address)
      expect(response?.status()).toBe(404)
      await expect(page).toHaveTitle('Page introuvable')
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(page.getByRole('heading', { level: 1, name: /n’existe pas ou n’existe plus/ })).toBeVisible()
      const others = page.getByRole('region', { name: 'Ces produits pourraient vous plaire' })
      await expect(others.getByRole('link')).toHaveCount(4)
      await expectNoAxeViolations(page, address)
    }
    await page.getByRole('region', { name: 'Ces produits pourraient vous plaire' }).getByRole('link').first().click()
    await page.waitForURL(/\/product-details\/\d+$/)
    await expect(page).not.toHaveTitle('Page introuvable')
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('is searched from all the same', async ({ page }) => {
      await page.goto('/omega')
      await expect(page.getByRole('region', { name: 'Vous cherchiez peut-être' }).getByText(/^Oméga/)).toBeVisible()
      await page.getByRole('searchbox', { name: 'Rechercher un produit' }).fill('spiruline')
      await page.getByRole('button', { name: 'Rechercher' }).click()
      await expect(page.getByRole('article', { name: 'Spiruline en comprimés' })).toBeVisible()
    })
  })
})

test('the data of a page follow its visitor to the next one', async ({ page }) => {
  await page.goto('/Boutique')
  const kinds = () =>
    page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent!)['@type']))
  expect(await kinds()).toEqual(['BreadcrumbList', 'ItemList'])
  await page.getByRole('article').first().getByRole('link').click()
  await page.waitForURL(/\/product-details\//)
  await expect.poll(kinds).toEqual(['Product', 'BreadcrumbList'])
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`${new URL(page.url()).pathname}$`),
  )
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'product')
})

test('the card of every product is there', async ({ request }) => {
  for (const id of [1, 2, 3]) {
    const document = await (await request.get(`/product-details/${id}`)).text()
    const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(document)!
    const card = await request.get(new URL(address!).pathname)
    expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await card.body()).length).toBeLessThanOrEqual(120_000)
  }
})

test('the shop can be put on a home screen: its manifest and icons are there', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(address!)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/manifest+json'])
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ lang: 'fr', display: 'minimal-ui', start_url: '/' })
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose)
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable']))
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(await (await request.get(src)).body()).metadata()
    expect(`${width}x${height}`, src).toEqual(sizes)
  }
  expect((await request.get('/favicon.ico')).status()).toBe(200)

  // The browser's own list of errors in the manifest.
  const session = await page.context().newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
})
