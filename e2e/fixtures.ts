import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { PEOPLE, type PersonName, RunningShop } from './running-shop.ts'

export { expect } from '@playwright/test'

/** What a browser complained about. A test that lets something fail says so beforehand. */
export interface Complaints {
  allow(pattern: RegExp): void
}

/** An answer of the server that the browser reports as an error of loading. */
export const answered = (...statuses: number[]): RegExp => new RegExp(`status of (${statuses.join('|')})\\b`)

/** Requests that got no answer. */
export const OFFLINE = /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/

interface TestFixtures {
  complaints: Complaints
}

interface WorkerFixtures {
  shop: RunningShop
}

export const test = base.extend<TestFixtures & { afterwards: undefined }, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  baseURL: async ({}, use) => use(process.env.SHOP_URL),

  // Tests act faster than people: what is tapped before the page's script runs is a matter of its own.
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page)
    if (javaScriptEnabled !== false)
      page.goto = async (...where) => {
        const response = await goto(...where)
        await untilAlive(page)
        return response
      }
    await use(page)
  },

  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const shop = new RunningShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],

  afterwards: [
    async ({ shop }, use) => {
      await use(undefined)
      await shop.removeAdded()
    },
    { auto: true },
  ],

  complaints: [
    async ({ context }, use) => {
      const heard: string[] = []
      const allowed: RegExp[] = []
      await listen(context, heard)
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(
        heard.filter((text) => !allowed.some((pattern) => pattern.test(text))),
        'what the browser complained about',
      ).toEqual([])
    },
    { auto: true },
  ],
})

/** Errors and warnings of the console, errors of scripts (a failed hydration is one), reports of the page's policy. */
export async function listen(context: BrowserContext, heard: string[]): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      heard.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => heard.push(`script: ${error.error().stack ?? error.error().message}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`policy: ${event.violatedDirective} ${event.blockedURI}`))
    })
  })
}

/** Until the page's script has taken its document over; at once where there is none. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isTakenOver = Object.keys(document.body ?? {}).some((key) => key.startsWith('__reactProps'))
    const hasScripts = document.querySelector('link[rel=modulepreload], script[type="text/late"]') !== null
    return isTakenOver || (document.readyState !== 'loading' && !hasScripts)
  })
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** WCAG 2.0 to 2.2, A and AA, and the best practices, of the page as it is now. */
export async function axeViolations(page: Page): Promise<string[]> {
  await atRest(page)
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

export async function expectNoAxeViolations(page: Page, what: string): Promise<void> {
  expect(await axeViolations(page), `accessibility of ${what}`).toEqual([])
}

/** Once everything that fades has faded: half a colour has no contrast. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map((each) => each.finished))
  })
}

/** Through the log-in page, as people do. Resolves on the page where the person arrives. */
export async function logIn(page: Page, identifier: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Identifiant ou e-mail').fill(identifier)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** A page of the shop's origin without anything of the shop's: to prepare what the browser keeps. */
export async function goNowhere(page: Page): Promise<void> {
  await page.route('**/nowhere', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Nowhere</title>' }))
  await page.goto('/nowhere')
}

/** With a session that the API gave, kept as the log-in page keeps it: for tests that are about something else. */
export async function beLoggedInAs(page: Page, shop: RunningShop, who: PersonName): Promise<string> {
  const { token, user } = await shop.session(who)
  await goNowhere(page)
  await page.evaluate(
    ([key, person]) => {
      localStorage.setItem('user', JSON.stringify({ id: person.id, name: person.name }))
      localStorage.setItem('id', String(person.id))
      localStorage.setItem('isAdmin', person.role === 'admin' ? '1' : '0')
      localStorage.setItem('isActive', '1')
      localStorage.setItem('role', person.role)
      localStorage.setItem('authToken', key)
    },
    [token, user] as const,
  )
  expect(user.name).toBe(PEOPLE[who].name)
  return token
}
