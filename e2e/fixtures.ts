import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { openShop } from './installed-demo.ts'
import { PEOPLE, type PersonName, type RunningShop, type Session } from './running-shop.ts'

export { expect } from '@playwright/test'

/** Errors and warnings of the browser. A test that expects some allows them beforehand. */
export interface Complaints {
  allow(pattern: RegExp): void
}

/** An answer of the server that the browser reports as an error of loading. */
export const answered = (...statuses: number[]): RegExp => new RegExp(`status of (${statuses.join('|')})\\b`)

/** Requests that got no answer. */
export const OFFLINE = /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/

/** The shops of a worker, whose journeys run one after the other: a common one, and beside it that of a single file. */
class Shops {
  #common: Promise<RunningShop> | undefined
  #file = ''
  #own: Promise<RunningShop> | undefined
  readonly #closings: Promise<string>[] = []

  common(): Promise<RunningShop> {
    this.#common ??= openShop()
    return this.#common
  }

  of(file: string): Promise<RunningShop> {
    if (file !== this.#file) {
      this.#leave(this.#file, this.#own)
      this.#file = file
      this.#own = openShop()
    }
    return this.#own!
  }

  /** Closes a shop in the background; its complaints are reported when the worker ends. */
  #leave(name: string, shop: Promise<RunningShop> | undefined): void {
    const closed = shop?.then((opened) => opened.close())
    if (closed)
      this.#closings.push(
        closed.then(
          () => '',
          (error) => `${name}: ${error}`,
        ),
      )
  }

  async close(): Promise<void> {
    this.#leave(this.#file, this.#own)
    this.#leave('the common shop', this.#common)
    const complaints = (await Promise.all(this.#closings)).filter((text) => text !== '')
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
  }
}

interface TestFixtures {
  complaints: Complaints
  shop: RunningShop
  /** `test.use({ ownShop: true })`: for a file that counts what others change, or changes what others count on. */
  ownShop: boolean
  device: typeof PHONE
}

interface WorkerFixtures {
  shops: Shops
}

const OPENING_MS = 120_000

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false, deviceScaleFactor: 1 }

/** Makes a journey on a phone, and with this tag on a desktop: it needs a keyboard, or room that a phone does not have. */
const DESKTOP_TAG = '@desktop'

/** For a journey that proves a layout: it is declared for each. */
export const SIZES = [
  { size: 'phone', tag: [] },
  { size: 'desktop', tag: [DESKTOP_TAG] },
]

export const test = base.extend<TestFixtures & { afterwards: undefined }, WorkerFixtures>({
  baseURL: async ({ shop }, use) => use(shop.url),

  // Not a project for each size: Playwright starts every project with new workers, browsers and shops.
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  device: async ({}, use, { tags }) => use(tags.includes(DESKTOP_TAG) ? DESKTOP : PHONE),
  viewport: async ({ device }, use) => use(device.viewport),
  hasTouch: async ({ device }, use) => use(device.hasTouch),
  isMobile: async ({ device }, use) => use(device.isMobile),
  deviceScaleFactor: async ({ device }, use) => use(device.deviceScaleFactor),

  // Tests act faster than people: what is tapped before the page's script runs is a matter of its own.
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page)
    if (javaScriptEnabled !== false)
      page.goto = async (...where) => {
        const response = await goto(...where)
        await untilHydrated(page)
        return response
      }
    await use(page)
  },

  shops: [
    // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
    async ({}, use) => {
      const shops = new Shops()
      await use(shops)
      await shops.close()
    },
    { scope: 'worker', timeout: OPENING_MS },
  ],

  ownShop: [false, { option: true }],

  shop: [
    async ({ shops, ownShop }, use, { file }) => use(await (ownShop ? shops.of(file) : shops.common())),
    { timeout: OPENING_MS },
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
      await collectComplaints(context, heard)
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
export async function collectComplaints(context: BrowserContext, heard: string[]): Promise<void> {
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
export async function untilHydrated(page: Page): Promise<void> {
  // Not `waitForFunction`: it reads Playwright's own script into every document, for 20 ms of a processor.
  const isHydrated = page.evaluate(async () => {
    const isTakenOver = () => Object.keys(document.body ?? {}).some((key) => key.startsWith('__reactProps'))
    const hasScripts = () => document.querySelector('link[rel=modulepreload]') !== null
    while (!isTakenOver() && (document.readyState === 'loading' || hasScripts()))
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  // A page that leads elsewhere takes its question along.
  await isHydrated.catch((error: Error) => {
    if (!/context was destroyed|because of a navigation/.test(error.message)) throw error
    return untilHydrated(page)
  })
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES: RunOptions = {
  resultTypes: ['violations'],
  // No rule of these reads the styles' files.
  preload: { assets: ['media'] },
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** WCAG 2.0 to 2.2, A and AA, and the best practices, of the page as it is now; while a question is open, of the question. */
export async function axeViolations(page: Page): Promise<string[]> {
  await atRest(page)
  // A document reads axe once: it is longer than all the scripts of the shop.
  if (!(await page.evaluate(() => 'axe' in window))) await readAxe(page)
  return await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run: (of: Node, options: RunOptions) => Promise<AxeResults> } }
    // Nobody reaches what is behind a modal dialog.
    const question = [...document.querySelectorAll('dialog:modal')].at(-1)
    // What stays in the window covers half a row now and then, by where the page was scrolled to: it goes into the page's flow
    // until axe has looked. That moves the page: its shifts are asked before.
    const pinned = [...document.querySelectorAll<HTMLElement>('body :not(dialog, [popover])')].filter((element) =>
      /sticky|fixed/.test(getComputedStyle(element).position),
    )
    const styles = pinned.map((element) => element.style.cssText)
    for (const { style } of pinned) style.cssText += '; position: relative; inset: auto'
    const { violations } = await axe.run(question ?? document, rules)
    for (const [nth, { style }] of pinned.entries()) style.cssText = styles[nth]!
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
  }, RULES)
}

/**
 * Straight to the browser: `page.evaluate` hands its text through a script of its own, for half as much again. The session ends
 * with the page: one that ends before it brings a page that is offline back to the network.
 */
async function readAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
}

export async function expectNoAxeViolations(page: Page, what: string): Promise<void> {
  expect(await axeViolations(page), `accessibility of ${what}`).toEqual([])
}

/**
 * Once everything that fades has faded: half a colour has no contrast. What counts seconds down goes on, and what is folded away
 * stands still for as long as it is.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      return Number(effect?.getComputedTiming().endTime) < 2000 && target?.checkVisibility() !== false
    })
    await Promise.allSettled(passing.map((each) => each.finished))
  })
}

/** A font that comes late moves a letter by a pixel, which `npm run quality` looks at: here it never comes. */
export async function withholdFonts(page: Page, complaints: Complaints): Promise<void> {
  complaints.allow(OFFLINE)
  await page.route('**/*.woff2', (route) => route.abort())
}

/** Through the log-in page, as people do. Resolves on the page where the person arrives. */
export async function logIn(page: Page, identifier: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Identifiant ou e-mail').fill(identifier)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  const send = page.getByRole('button', { name: 'Se connecter', exact: true })
  await send.click()
  await page.waitForURL((url) => url.pathname !== '/login')
  // The address is ahead of the page, and a menu opened in the former one would be closed with it.
  await expect(send).toHaveCount(0)
}

/**
 * Opens a page without scripts on the shop's origin, to prepare the browser's storage. It is one of the server's: from
 * the first `page.route` on, every request goes through the test's own process and none is answered from a cache.
 */
export const openBlankPage = (page: Page): Promise<unknown> => page.goto('/robots.txt')

/** Stores a session of the API as the log-in page does, for tests that are not about log-in. */
export async function storeSession(page: Page, { token, user }: Session): Promise<void> {
  await openBlankPage(page)
  await page.evaluate(
    ([key, person]) => {
      localStorage.setItem('user', JSON.stringify({ id: person.id, name: person.name }))
      localStorage.setItem('id', String(person.id))
      localStorage.setItem('isAdmin', person.role === 'admin' ? '1' : '0')
      localStorage.setItem('isActive', '1')
      localStorage.setItem('role', person.role)
      localStorage.setItem('authToken', key)
      localStorage.removeItem('session-ended')
    },
    [token, user] as const,
  )
}

export async function beLoggedInAs(page: Page, shop: RunningShop, who: PersonName): Promise<string> {
  const session = await shop.session(who)
  await storeSession(page, session)
  expect(session.user.name).toBe(PEOPLE[who].name)
  return session.token
}
