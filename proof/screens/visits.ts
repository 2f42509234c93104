import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import installDemo, { openShop } from '../../e2e/installed-demo.ts'
import { PEOPLE, type PersonName, type RunningShop } from '../../e2e/running-shop.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { buildPages, isBuildFresh } from '../../scripts/pages-build.ts'

/** People who look at a page. The newcomers have done nothing yet: their pages are empty. */
export type VisitorName = 'visitor' | PersonName | 'newSupplier'

export const VISITORS: Readonly<Record<VisitorName, string>> = {
  visitor: 'visiteur',
  sara: 'fournisseur',
  youssef: 'fournisseur',
  newSupplier: 'nouveau fournisseur',
  karim: 'acheteur',
  admin: 'administratrice',
}

interface Session {
  token: string
  user: { id: number; name: string; role: string }
}

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const PHONE_UP_TO = 768
const LONGEST_WAIT_MS = 15_000

/** A demo shop of its own, a browser, and the people who look at it. */
export class Visits {
  readonly shop: RunningShop
  readonly browser: Browser
  readonly #removeDemo: () => Promise<void>
  readonly #sessions = new Map<VisitorName, Session>()

  private constructor(browser: Browser, shop: RunningShop, removeDemo: () => Promise<void>) {
    this.browser = browser
    this.shop = shop
    this.#removeDemo = removeDemo
  }

  static async open(): Promise<Visits> {
    if (!isBuildFresh()) buildPages()
    const executablePath = findChromium()
    const removeDemo = await installDemo()
    const shop = await openShop()
    return new Visits(await chromium.launch({ executablePath, args: BROWSER_FLAGS }), shop, removeDemo)
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.shop.close()
    await this.#removeDemo()
  }

  /** A browser of this person's, already logged in. */
  async context(who: VisitorName, width: number, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const isPhone = width < PHONE_UP_TO
    const context = await this.browser.newContext({
      baseURL: this.shop.url,
      locale: 'fr-FR',
      timezoneId: 'Africa/Casablanca',
      viewport: { width, height: isPhone ? 740 : 800 },
      hasTouch: isPhone,
      isMobile: isPhone,
      storageState: { cookies: [], origins: await this.#storedState(who) },
      ...options,
    })
    context.setDefaultTimeout(LONGEST_WAIT_MS)
    return context
  }

  /** A page of this person's, gone again after use. */
  async with<Result>(
    who: VisitorName,
    width: number,
    use: (page: Page, context: BrowserContext) => Promise<Result>,
    options: BrowserContextOptions = {},
  ): Promise<Result> {
    const context = await this.context(who, width, options)
    try {
      return await use(await context.newPage(), context)
    } finally {
      await context.close()
    }
  }

  async #storedState(who: VisitorName) {
    if (who === 'visitor') return []
    const { token, user } = await this.#session(who)
    const entries = {
      user: JSON.stringify({ id: user.id, name: user.name }),
      id: String(user.id),
      isAdmin: user.role === 'admin' ? '1' : '0',
      isActive: '1',
      role: user.role,
      authToken: token,
    }
    const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
    return [{ origin: this.shop.url, localStorage }]
  }

  async #session(who: Exclude<VisitorName, 'visitor'>): Promise<Session> {
    const known = this.#sessions.get(who)
    if (known) return known
    const session = who in PEOPLE ? await this.shop.session(who as PersonName) : await this.#newcomer()
    this.#sessions.set(who, session)
    return session
  }

  async #newcomer(): Promise<Session> {
    const password = 'nouvelle-2026'
    const email = 'salma.idrissi@exemple.ma'
    const body = { name: 'Salma Idrissi', email, phone: '0661000000', address: '3, rue des Roses, Rabat', password }
    await this.shop.call('POST', '/api/register', { body })
    return await this.shop.call('POST', '/api/login', { body: { identifier: email, password } })
  }
}

/** So many at once: what waits for the shop leaves the other room. */
export async function together<Item>(
  count: number,
  items: readonly Item[],
  each: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items]
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await each(item)
  }
  await Promise.all(Array.from({ length: count }, work))
}
