import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { CLOSED_PAGES } from '../closed-pages.ts'
import { beLoggedInAs, expect, expectNoAxeViolations, SIZES, test, withholdFonts } from '../fixtures.ts'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { PEOPLE, type PersonName } from '../running-shop.ts'
import { expectStill, openNavigation, overflow, putInCart, shiftsOf, watchShifts, withRoom } from '../steps.ts'

// One after the other they would hold the last worker up; none needs another.
test.describe.configure({ mode: 'parallel' })

/** At 320 px, and with letters twice as large. */
async function expectNothingSideways(page: Page, path: string): Promise<void> {
  const phone = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await overflow(page), path).toEqual([])
  await page.setViewportSize(phone)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect.soft(await overflow(page), `${path}, large letters`).toEqual([])
}

test.describe('the header', () => {
  const visitors: readonly (PersonName | null)[] = [null, 'sara', 'karim', 'admin']
  /** The header of suppliers is the visitors’ with a name in it: once a size is enough for it and for the buyers’. */
  const isSeen = (who: PersonName | null, size: string) => (size === 'phone' ? who !== 'karim' : who !== 'sara')

  for (const { size, tag } of SIZES)
    for (const who of visitors.filter((each) => isSeen(each, size)))
      test(`stands still while the page arrives, and shows its own links, as the footer does, for ${who ?? 'a visitor'} (${size})`, {
        tag,
      }, async ({ page, shop, complaints }) => {
        await withholdFonts(page, complaints)
        if (who) await beLoggedInAs(page, shop, who)
        await watchShifts(page)
        for (const path of ['/', ...(who === 'admin' ? ['/order-admin'] : [])]) {
          await page.goto(path)
          if (who) await expect(page.getByRole('button', { name: PEOPLE[who].name })).toBeAttached()
          await page.waitForLoadState('load')
          const { header, moved } = await shiftsOf(page)
          expect(header, `shift of the header on ${path}: ${moved.join('; ')}`).toBeLessThanOrEqual(0.001)
          await expectStill(page)
        }
        await page.goto('/contact')
        await expectOneLine(page)
        await openNavigation(page)
        await expect(links(page)).toHaveText(LINKS[who ?? 'visitor'])
        // The footer is the same for everybody.
        await expect(page.getByRole('navigation', { name: 'Pied de page' }).getByRole('link')).toHaveText(FOOTER)
      })

  const LINKS: Readonly<Record<PersonName | 'visitor', string[]>> = {
    visitor: ['Accueil', 'Boutique', 'A propos', 'Contact', 'Suivre ma commande', 'Connexion', 'Inscription'],
    sara: ['Accueil', 'Boutique', 'A propos', 'Contact', 'Suivre ma commande'],
    youssef: ['Accueil', 'Boutique', 'A propos', 'Contact', 'Suivre ma commande'],
    karim: ['Tableau de bord', 'Boutique', "Conditions d'utilisation", 'Contactez-nous'],
    admin: ['Produits', 'Commandes', 'Retrait', 'Paiements', 'Utilisateurs', 'Clients', 'Announcement'],
  }
  /** However long the line under the shop's phone is at that hour. */
  async function expectOneLine(page: Page): Promise<void> {
    const bar = page.getByRole('banner').filter({ visible: true })
    const height = (await bar.boundingBox())!.height
    await bar.getByText(/^Ouv/).evaluateAll((lines) =>
      lines.forEach((line) => {
        line.textContent = 'Ouvre mercredi à 10 h 30'
      }),
    )
    expect((await bar.boundingBox())!.height).toBe(height)
    expect(height).toBeLessThanOrEqual(65)
  }

  const FOOTER = [
    'Accueil',
    'Boutique',
    'À propos',
    'Paiement',
    'Suivre ma commande',
    'Contactez-nous',
    'Conditions d’utilisation',
    'Données personnelles',
    'Connexion',
    'Inscription',
    'Profil',
  ]
  const links = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')

  test('shows each role its own links before any script of ours runs', { tag: '@desktop' }, async ({ page, shop }) => {
    for (const who of visitors) {
      await page.unrouteAll()
      if (who) await beLoggedInAs(page, shop, who)
      await page.route('**/assets/*.js', () => undefined)
      await page.evaluate((to) => window.location.assign(to), `${shop.url}/contact`)
      await expect(links(page)).toHaveText(LINKS[who ?? 'visitor'])
    }
  })
})

test.describe('the chat button', () => {
  const chat = (page: Page) => page.getByRole('link', { name: 'Nous écrire sur WhatsApp' })

  const scrollToEnd = (page: Page, isEnd: boolean) =>
    page.evaluate((toEnd) => scrollTo(0, toEnd ? document.documentElement.scrollHeight : 0), isEnd)

  async function expectInHeader(page: Page, path: string): Promise<void> {
    await expect(chat(page), path).toHaveCount(1)
    for (const isEnd of [false, true]) {
      await scrollToEnd(page, isEnd)
      await expect(chat(page), path).toBeInViewport({ ratio: 1 })
      const bar = (await page.getByRole('banner').boundingBox())!
      const button = (await chat(page).boundingBox())!
      expect(button.y, path).toBeGreaterThanOrEqual(bar.y)
      expect(button.y + button.height, path).toBeLessThanOrEqual(bar.y + bar.height)
      // What is scrolled away lies behind the header.
      expect(await metBy(page, 'header'), path).toEqual([])
    }
  }

  /** Controls and words that lie under the button. */
  const metBy = (page: Page, within: 'header' | 'body'): Promise<string[]> =>
    chat(page).evaluate((button, around) => {
      const over = button.getBoundingClientRect()
      const hasWords = (each: Element) =>
        [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      return [...document.querySelectorAll(`${around} *`)]
        .filter((each) => !button.contains(each) && (each.matches('a, button, input, select') || hasWords(each)))
        .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect()
          return right > over.left + 1 && left < over.right - 1 && bottom > over.top + 1 && top < over.bottom - 1
        })
        .map((each) => each.outerHTML.slice(0, 120))
    }, within)

  test('stands in the header of every page, and lies on nothing; no public page scrolls sideways, and all read with every technology', async ({
    page,
    shop,
  }) => {
    await putInCart(page, 4, 2)
    for (const path of PUBLIC_PAGES) {
      await page.goto(path)
      await expectNoAxeViolations(page, path)
      await expectInHeader(page, path)
      if (path.startsWith('/product')) {
        const name = await page.getByRole('heading', { level: 1 }).textContent()
        const opened = new URL((await chat(page).getAttribute('href'))!)
        expect(opened.searchParams.get('text'), 'on a product’s page').toContain(`(${name})`)
      }
      await expectNothingSideways(page, path)
    }
    // With the room of a desktop the header is the same on all of them.
    await withRoom(page, () => expectInHeader(page, 'on a desktop'))
    await beLoggedInAs(page, shop, 'sara')
    for (const path of ['/dashboard', '/profile', '/announcement']) {
      await page.goto(path)
      await expectInHeader(page, path)
    }
  })

  test('stands in the margin of a page that has one, and lies on nothing there', { tag: '@desktop' }, async ({
    page,
  }) => {
    for (const path of ['/', '/Boutique', '/product-details/1', '/checkout']) {
      await page.goto(path)
      for (const width of [1380, 1700]) {
        await page.setViewportSize({ width, height: 800 })
        await scrollToEnd(page, false)
        const { x, y, width: wide, height } = (await chat(page).boundingBox())!
        expect([width - x - wide <= 16, 800 - y - height <= 16], path).toEqual([true, true])
        const pressed = page.getByRole('main').locator('a, button, input, select').filter({ visible: true })
        // The strip cuts off the links that it holds further to the right.
        const ends = await pressed.evaluateAll((all) =>
          all.map((each) => {
            let { right } = each.getBoundingClientRect()
            for (let around = each.parentElement; around; around = around.parentElement)
              if (getComputedStyle(around).overflowX !== 'visible')
                right = Math.min(right, around.getBoundingClientRect().right)
            return right
          }),
        )
        expect(x, path).toBeGreaterThanOrEqual(Math.max(...ends))
        await scrollToEnd(page, true)
        expect(await metBy(page, 'body'), path).toEqual([])
      }
    }
  })

  test('keeps the colour of its letters under a pointer', { tag: '@desktop' }, async ({ page }) => {
    // Colours that are on their way are none.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/contact')
    for (const width of [1280, 1700]) {
      await page.setViewportSize({ width, height: 800 })
      await page.mouse.move(0, 0)
      const color = await chat(page).evaluate((button) => getComputedStyle(button).color)
      await chat(page).hover()
      await expect(chat(page)).toHaveCSS('color', color)
    }
  })
})

test.describe('closed pages', () => {
  // Other journeys leave whatever they like in the lists.
  test.use({ ownShop: true })

  test('none scrolls sideways', async ({ page, shop }) => {
    // The desk has its longest words on any day of the week: a call is promised in minutes, and another for tomorrow.
    await shop.db.execute(sql`
      insert into confirmations (order_id, contact, due_at)
        select id, 'postponed', now() + (row_number() over (order by id) - 1) * interval '1 day' + interval '5 minutes'
        from orders where status = 'pending' order by id limit 2
      on conflict (order_id) do update set contact = excluded.contact, due_at = excluded.due_at`)
    // And its longest day of the past: `à relancer depuis le 27 septembre`.
    await shop.db.execute(sql`update parcels set state_at = state_at - interval '2 months' where state = 'no_answer'`)
    for (const who of ['sara', 'karim', 'admin'] as const) {
      await beLoggedInAs(page, shop, who)
      for (const path of CLOSED_PAGES[who]) {
        await page.goto(path)
        // Whatever is waited for has come.
        await expect(page.locator('main :is(a, button, input, article)').first()).toBeAttached()
        await expect(page.locator('main [class*="skeleton"]:visible')).toHaveCount(0)
        await expectNothingSideways(page, path)
      }
    }
  })
})
