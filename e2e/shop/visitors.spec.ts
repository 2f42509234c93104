import {
  answered,
  beLoggedInAs,
  expect,
  expectNoAxeViolations,
  logIn,
  OFFLINE,
  openBlankPage,
  test,
} from '../fixtures.ts'
import { PEOPLE } from '../running-shop.ts'
import { addFromProductPage, cartLine, openCart, putInCart, stored, withRoom } from '../steps.ts'

// One after the other they would hold the last worker up; none needs another.
test.describe.configure({ mode: 'parallel' })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the catalogue can be read, filtered, searched and sorted', async ({ page }) => {
    await page.goto('/')
    // Beside the best sellers, which may be the same products.
    const inTab = page.getByRole('region', { name: 'Nos produits' }).getByRole('article')
    // A phone shows four of them.
    await expect(inTab).toHaveCount(4)
    const all = page.getByRole('link', { name: 'Voir les 10 produits' })
    await expect(all).toBeVisible()
    await withRoom(page, async () => {
      await expect(inTab).toHaveCount(10)
      await expect(all).toBeHidden()
    })
    await expect(inTab.filter({ hasText: 'Spiruline en comprimés' })).toBeVisible()
    const families = page.getByRole('navigation', { name: 'Familles de produits' })
    await families.getByRole('link', { name: 'Packs 10', exact: true }).click()
    await expect(inTab.filter({ hasText: 'Pack ' })).toHaveCount(4)
    await expect(inTab.filter({ hasText: 'Spiruline en comprimés' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Meilleures ventes' }).getByRole('article')).toHaveCount(5)

    await page.goto('/Boutique')
    await page
      .getByRole('navigation', { name: 'Catégories' })
      .getByRole('link', { name: /^Alimentaire/ })
      .click()
    await expect(page.getByRole('article', { name: 'Spiruline en comprimés' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'Pack Vitalité' })).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Rechercher un produit' }).fill('OMEGA')
    await page.getByRole('combobox', { name: 'Trier les produits' }).selectOption('Prix croissant')
    await page.getByRole('button', { name: 'Afficher' }).click()
    await expect(page.getByText('1 produit', { exact: true })).toBeVisible()
    await expect(page.getByRole('article', { name: /^Oméga/ })).toBeVisible()
    // So little is followed by more of its family, and by nothing else.
    const others = page.getByRole('region', { name: 'À voir aussi' }).getByRole('article')
    await expect(others.filter({ hasText: 'Spiruline en comprimés' })).toHaveCount(1)
    await expect(page.getByRole('article')).toHaveCount((await others.count()) + 1)
    await expect(page.getByRole('combobox', { name: 'Trier les produits' })).toHaveValue('prix-croissant')

    await page.getByRole('link', { name: /^Oméga/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Oméga/ })).toBeVisible()
    await expect(page.getByText('Des capsules d’huile de petits poissons gras')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Produits similaires' }).getByRole('article')).toHaveCount(4)
  })

  test('the shop can be paged through, to its last product and back', async ({ page }) => {
    const pages = page.getByRole('navigation', { name: 'Pages de la boutique' })
    await page.goto('/Boutique')
    await expect(page.getByRole('article')).toHaveCount(24)
    await expect(page.getByText(/^1–24 sur \d+ produits$/)).toBeVisible()
    const first = await page.getByRole('heading', { level: 3 }).allInnerTexts()
    await pages.getByRole('link', { name: /^Afficher \d+ produits de plus$/ }).click()
    await expect(page).toHaveURL('/Boutique?page=2')
    await expect(page.getByText(/^25–(\d+) sur \1 produits$/)).toBeVisible()
    const second = await page.getByRole('heading', { level: 3 }).allInnerTexts()
    expect(second.length).toBeGreaterThan(0)
    expect(second.filter((name) => first.includes(name))).toEqual([])
    for (const link of await pages.getByRole('link').all()) {
      const { width, height } = (await link.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }

    await page.goto('/Boutique?tri=nom&page=99999')
    expect(new URL(page.url()).search).toMatch(/^\?tri=nom&page=\d$/)
    await expect(pages.getByRole('link')).toHaveCount(1)
    await pages.getByRole('link', { name: 'Revenir aux 24 précédents' }).click()
    await expect(page).toHaveURL('/Boutique?tri=nom')
    expect(await (await page.request.get('/Boutique?categorie=packs')).text()).not.toContain('Pages de la boutique')
  })

  test('the page about the shop can be read', async ({ page }) => {
    await page.goto('/à-props')
    await expect(page.getByRole('heading', { level: 1, name: /Qui sommes-nous/ })).toBeVisible()
    await expect(page.getByText(/La boutique est tenue par .+Une personne vous répond/)).toBeVisible()
  })
})

test('the contents of the terms stay in sight, lead on and fold again; the Arabic words unfold', async ({ page }) => {
  await page.goto('/terms-of-service')
  const contents = page.getByRole('navigation', { name: 'Sommaire' })
  await page.getByRole('heading', { name: /Réclamations/ }).scrollIntoViewIfNeeded()
  await contents.getByText('Sommaire').last().click()
  await contents.getByRole('link', { name: /Changer d’avis/ }).click()
  await expect(page).toHaveURL('/terms-of-service#changer-d-avis')
  await expect(contents.getByRole('link')).toHaveCount(0)
  await expect(contents).toBeInViewport()
  await expect(page.getByRole('heading', { name: /Changer d’avis/ })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: /اقرأ بالعربية/ }).click()
  await expect(page.getByText('أخبرونا.')).toBeVisible()
  await expectNoAxeViolations(page, 'the terms in Arabic')
})

test('links that lead nowhere within the site arrive at the page of unknown addresses', async ({
  page,
  complaints,
}) => {
  complaints.allow(answered(404))
  await page.goto('/contact')
  await page.evaluate(() => {
    history.pushState(null, '', '/nulle-part')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { level: 1, name: /n’existe pas ou n’existe plus/ })).toBeVisible()
})

test.describe('guards', () => {
  test('a forged flag shows nothing of an order and leads to the log-in', async ({ page, complaints }) => {
    complaints.allow(answered(401))
    const answers: string[] = []
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''))
    })
    await openBlankPage(page)
    await page.evaluate(() => {
      for (const [key, value] of Object.entries({
        isAdmin: '1',
        role: 'admin',
        id: '1',
        authToken: 'forged',
        user: '{"id":1,"name":"X"}',
      }))
        localStorage.setItem(key, value)
    })
    await page.goto('/order-admin')
    await expect(page).toHaveURL(/\/login\?/)
    expect(new URL(page.url()).searchParams.get('retour')).toBe('/order-admin')
    await expect(page.getByText('Votre session est terminée. Connectez-vous pour continuer.')).toBeVisible()
    expect(answers.join('')).not.toMatch(/OrderID|customer_info/)
    expect(await stored(page)).not.toHaveProperty('authToken')
    // What was typed at the checkout is kept, and nowhere else.
    await page.goto('/login?retour=%2Fcheckout&session-terminee=1')
    await expect(page.getByText('Votre session est terminée')).toContainText('rien n’a été perdu.')
  })

  test('nobody, a flag without anybody and a supplier are sent to log in; who logs in there comes back', async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.allow(answered(401))
    await openBlankPage(page)
    await page.evaluate(() => localStorage.setItem('isAdmin', '1'))
    await page.goto('/order-admin')
    await page.waitForURL(/\/login\?/)
    await beLoggedInAs(page, shop, 'youssef')
    await page.goto('/order-admin')
    await page.waitForURL('/login?retour=%2Forder-admin&refus=admin')
    await expect(page.getByText(`Vous êtes connecté en tant que ${PEOPLE.youssef.name}`)).toBeVisible()
    await openBlankPage(page)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/profile')
    await page.waitForURL('/login?retour=%2Fprofile')
    await page.goto('/order-admin?status=livré')
    await page.waitForURL(/\/login\?retour=%2Forder-admin%3Fstatus%3D.*&refus=admin$/)
    await page.getByLabel('Identifiant ou e-mail').fill('admin')
    await page.getByLabel('Mot de passe', { exact: true }).fill(PEOPLE.admin.password)
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
    await expect(page).toHaveURL(/\/order-admin\?status=livr/)
  })

  test('an address of elsewhere is never gone back to', async ({ page }) => {
    await page.goto('/login?retour=//evil.example')
    await page.getByLabel('Identifiant ou e-mail').fill(PEOPLE.youssef.identifier)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PEOPLE.youssef.password)
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('what the browser keeps', () => {
  /** Without the banner's list, which is there when the shop has announced something (docs/ARCHITECTURE.md). */
  const keysOf = (storage: Record<string, string>) =>
    Object.keys(storage)
      .filter((key) => key !== 'announcements')
      .sort()
  const SESSION = ['authToken', 'id', 'isActive', 'isAdmin', 'role', 'user']

  test('is the session under its seven names, the browser’s own word, and of the person the id and the name alone; after log-out it is the cart, that word and how keys work here', async ({
    page,
  }) => {
    await putInCart(page, 8)
    await logIn(page, PEOPLE.sara.identifier, PEOPLE.sara.password)
    await expect(page).toHaveURL('/')
    const storage = await stored(page)
    expect(keysOf(storage)).toEqual([...SESSION, 'browser-key', 'cart'].sort())
    expect(JSON.parse(storage.user!)).toEqual({ id: Number(storage.id), name: PEOPLE.sara.name })
    expect(storage).toMatchObject({ isAdmin: '0', isActive: '1', role: 'supplier' })
    // The router's own, and nobody's data.
    const ofVisit = await page.evaluate(() => Object.keys(sessionStorage))
    expect(ofVisit.filter((key) => key !== 'react-router-scroll-positions')).toEqual([])
    expect(await page.context().cookies()).toEqual([])
    expect(Object.keys(JSON.parse(storage.cart!)[0]).sort()).toEqual(
      ['priceGain', 'productID', 'productImage', 'productName', 'productPrice', 'quantity'].sort(),
    )
    // As whoever dictates to a computer sets it.
    await page.evaluate(() => localStorage.setItem('keys-off', '1'))
    await page.getByRole('button', { name: PEOPLE.sara.name }).click()
    // A visit leaves its receipt in the tab, which is somebody's too.
    await page.evaluate(() => sessionStorage.setItem('receipt', '{}'))
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(page.getByRole('button', { name: PEOPLE.sara.name })).toBeHidden()
    expect(Object.keys(await stored(page)).sort()).toEqual(['browser-key', 'cart', 'keys-off'])
    expect(await page.evaluate(() => sessionStorage.getItem('receipt'))).toBeNull()
    const headers = { authorization: `Bearer ${storage.authToken}` }
    // The browser forgets at once; the shop ends the session when the request arrives, which may be later.
    await expect
      .poll(async () => (await page.request.get('/api/supplier/get-ordersAdmin', { headers })).status())
      .toBe(401)
  })

  test('of an unfinished checkout is its cart, its draft and its code', async ({ page }) => {
    await addFromProductPage(page, 8)
    // Other journeys begin with this very line.
    expect(JSON.parse((await stored(page)).cart!)).toEqual([await cartLine(page, 8)])
    await page.goto('/checkout?promo=SARA10')
    await page.getByLabel('Nom complet').fill('Ilham')
    await openCart(page)
    await expect(page.getByRole('main').getByText('Code SARA10 appliqué')).toBeVisible()
    expect(Object.keys(await stored(page)).sort()).toEqual(['cart', 'checkout-draft', 'promo'])
  })
})

test('more of the shop comes below what is there, and any other choice leads to its first page', async ({ page }) => {
  const pages = page.getByRole('navigation', { name: 'Pages de la boutique' })
  const categories = page.getByRole('navigation', { name: 'Catégories' })
  await page.goto('/Boutique')
  await expect(categories.getByRole('link', { name: /^Tout/ })).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  const articles = page.getByRole('article')
  const more = pages.getByRole('link', { name: /^Afficher \d+ produits de plus$/ })
  const rest = Number(/\d+/.exec(await more.innerText())![0])
  const first = await page.getByRole('heading', { level: 3 }).allInnerTexts()
  await more.click()
  await expect(page).toHaveURL('/Boutique?page=2')
  await expect(page.getByRole('status').filter({ hasText: `${24 + rest} produits` })).toBeVisible()
  await expect(articles).toHaveCount(24 + rest)
  expect((await page.getByRole('heading', { level: 3 }).allInnerTexts()).slice(0, 24)).toEqual(first)
  // The link has gone: the first product that it brought has the focus, and is in sight.
  await expect(pages).toHaveCount(0)
  await expect(articles.nth(24).getByRole('link')).toBeFocused()
  await expect(articles.nth(24)).toBeInViewport()
  expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
  // All of it is still there for whoever comes back from a product.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/product-details/)
  await page.goBack()
  await expect(articles).toHaveCount(24 + rest)
  await expect(articles.nth(24)).toBeInViewport()
  await expectNoAxeViolations(page, 'Boutique, its second page')
  await page.getByRole('combobox', { name: 'Trier les produits' }).selectOption('De A à Z')
  await expect(page).toHaveURL('/Boutique?tri=nom')
  // The address is ahead of the page.
  await expect(more).toHaveAttribute('href', /tri=nom/)
  await more.click()
  await expect(page).toHaveURL('/Boutique?tri=nom&page=2')
  await page.getByRole('searchbox', { name: 'Rechercher un produit' }).fill('omega')
  await expect(page).toHaveURL('/Boutique?q=omega&tri=nom')
  await page.goto('/Boutique?page=2')
  await categories.getByRole('link', { name: /^Packs/ }).click()
  await expect(page).toHaveURL('/Boutique?categorie=packs')
})

test('reviews end where the page does, and arrows lead through all of them', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  const reviews = page.getByRole('list', { name: 'Avis, à faire défiler' }).getByRole('listitem')
  await expect(reviews).toHaveCount(10)
  const next = page.getByRole('button', { name: 'Avis suivants' })
  await reviews.first().scrollIntoViewIfNeeded()
  await expect(reviews.nth(2)).toBeInViewport({ ratio: 0.99 })
  await expect(reviews.nth(3)).not.toBeInViewport()
  await next.click()
  await expect(reviews.nth(3)).toBeInViewport({ ratio: 0.99 })
  await expect(reviews.nth(5)).toBeInViewport({ ratio: 0.99 })
  await expect(reviews.nth(2)).not.toBeInViewport()
  // From either end to the other.
  await page.getByRole('button', { name: 'Avis précédents' }).click()
  await expect(reviews.first()).toBeInViewport({ ratio: 0.99 })
  await page.getByRole('button', { name: 'Avis précédents' }).click()
  await expect(reviews.last()).toBeInViewport({ ratio: 0.99 })
  await next.click()
  await expect(reviews.first()).toBeInViewport({ ratio: 0.99 })
})

test('cards of a row share their lines, benefits follow names, and no word of a benefit is cut', async ({ page }) => {
  for (const path of ['/', '/Boutique']) {
    await page.goto(path)
    const uneven = await page.getByRole('article').evaluateAll((cards) => {
      const rows = Map.groupBy(cards, (card) => Math.round(card.getBoundingClientRect().top))
      const linesOf = (card: Element) =>
        ['h3', 'picture', 'button'].map((part) => card.querySelector(part)?.getBoundingClientRect().top)
      return [...rows.values()].flatMap((row) =>
        row.filter((card) =>
          linesOf(card).some((top, line) => {
            const first = linesOf(row[0]!)[line]
            return top !== undefined && first !== undefined && Math.abs(top - first) > 1
          }),
        ),
      ).length
    })
    expect(uneven, path).toEqual(0)
    const apart = await page.locator('article h3 + p').evaluateAll(
      (benefits) =>
        benefits.filter((benefit) => {
          const name = benefit.previousElementSibling!
          return benefit.getBoundingClientRect().top - name.getBoundingClientRect().bottom > 6
        }).length,
    )
    expect(apart, path).toEqual(0)
    // A name has one line or two, and a shorter one than its neighbour's leaves no more than one line open.
    const holes = await page.getByRole('article').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const name = card.querySelector('h3 a')!
        const prices = card.querySelector(':scope > div:nth-last-of-type(2)')!
        const line = Number.parseFloat(getComputedStyle(name).lineHeight)
        const words = name.getBoundingClientRect()
        const facts = [...card.querySelectorAll('h3 ~ p')]
        const last = facts.at(-1)?.getBoundingClientRect().bottom ?? words.bottom
        const open = prices.getBoundingClientRect().top - last
        return words.height < 2 * line + 1 && open < line + 10 ? [] : [name.textContent]
      }),
    )
    expect(holes, path).toEqual([])
    const cut = await page
      .locator('article h3 + p > span')
      .evaluateAll((words) => words.filter((each) => each.scrollWidth > each.clientWidth + 1).length)
    expect(cut, path).toEqual(0)
  }
})

test('the category that is shown stands in the row of categories; where a system’s few colours replace the shop’s, it and the current page still stand out', async ({
  page,
}) => {
  await page.goto('/Boutique?categorie=packs')
  const category = (name: RegExp) => page.getByRole('navigation', { name: 'Catégories' }).getByRole('link', { name })
  await expect(category(/^Packs/)).toBeInViewport({ ratio: 1 })
  await page.emulateMedia({ forcedColors: 'active' })
  const look = (name: RegExp) => category(name).evaluate((chip) => getComputedStyle(chip).backgroundColor)
  expect(await look(/^Packs/)).not.toBe(await look(/^Tout/))
  await page.getByRole('button', { name: 'Menu' }).click()
  const links = page.getByRole('navigation', { name: 'Navigation principale' })
  await expect(links.getByRole('link', { name: 'Boutique' })).toHaveCSS('text-decoration-line', 'underline')
  await expect(links.getByRole('link', { name: 'Accueil' })).toHaveCSS('text-decoration-line', 'none')
  // A product is a part of the Boutique.
  await page.goto('/product-details/1')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(links.getByRole('link', { name: 'Boutique' })).toHaveCSS('text-decoration-line', 'underline')
})

test('a product’s picture is shown larger, and its link leads to it without a script', async ({ page }) => {
  await page.goto('/product-details/1')
  const zoom = page.getByRole('link', { name: /image 1 sur 4 Agrandir l’image/ })
  const address = (await zoom.getAttribute('href'))!
  expect((await page.request.get(address)).headers()['content-type']).toBe('image/webp')
  const shown = (await zoom.getByRole('img').boundingBox())!.width
  await zoom.press('Enter')
  const dialog = page.getByRole('dialog')
  const large = dialog.getByRole('img')
  await expect(large).toBeVisible()
  expect((await large.boundingBox())!.width).toBeGreaterThan(1.2 * shown)
  await expectNoAxeViolations(page, 'a picture, larger')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(zoom).toBeFocused()
})

test('a list that got no answer leaves its page standing, and comes with the connection', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(OFFLINE)
  const unloaded = page.getByRole('status').filter({ hasText: 'No products available.' })
  const card = page.getByRole('article', { name: 'Pack Vitalité' })
  const inTab = page.getByRole('region', { name: 'Nos produits' }).getByRole('article', { name: /^Pack / })
  const packs = page.getByRole('link', { name: /^Packs/ })

  await page.goto('/')
  await context.setOffline(true)
  await packs.click()
  await expect(unloaded.getByRole('button', { name: 'Réessayer' })).toBeVisible()
  await expect(packs).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { level: 1, name: 'Beauté et bien-être, payés à la livraison' })).toBeVisible()
  await expect(page.getByRole('img', { name: /devant des arches/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ce que nos produits font pour vous' })).toBeVisible()
  await expectNoAxeViolations(page, 'a home page whose list could not be loaded')
  await context.setOffline(false)
  await expect(inTab.first()).toBeVisible()

  await page.goto('/Boutique')
  await page.route('**/*.data*', (route) => route.abort())
  await packs.click()
  await expect(unloaded).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Rechercher un produit' })).toBeVisible()
  const again = unloaded.getByRole('button', { name: 'Réessayer' })
  const answer = Promise.withResolvers<void>()
  // An answer that comes when it is told to: a click beside a try that is still out is none.
  await page.route('**/*.data*', async (route) => {
    await answer.promise
    await route.abort()
  })
  await again.click()
  await expect(again).toHaveAttribute('aria-busy', 'true')
  answer.resolve()
  await expect(again).not.toHaveAttribute('aria-busy')
  await page.unroute('**/*.data*')
  await again.click()
  await expect(card).toBeVisible()
})

test('each benefit of the home page leads to products that bring it', async ({ page }) => {
  const benefits = {
    Hydrater: /Lait hydratant/,
    Protéger: /Crème solaire/,
    Unifier: /Crème anti-taches/,
    Fortifier: /Spiruline/,
  }
  await page.goto('/')
  for (const [benefit, name] of Object.entries(benefits)) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: benefit, exact: true }) })
    const picture = card.locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/)
    const { width, height } = (await picture.boundingBox())!
    expect(height).toBeGreaterThan(width)
    await page.getByRole('link', { name: benefit, exact: true }).click()
    await expect(page).toHaveURL(/\/Boutique\?/)
    await expect(page.getByRole('article', { name }).first()).toBeVisible()
    await page.goBack()
  }
})

test('a page that got no answer stands inside the shop, and is tried again in place', async ({ page, complaints }) => {
  complaints.allow(answered(503))
  complaints.allow(/Service Unavailable|503/)
  await page.goto('/')
  await page.route('**/*.data*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }),
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contactez-nous' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'La page n’a pas pu être chargée' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Panier/ })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.unroute('**/*.data*')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contactez-Nous' })).toBeVisible()
})
