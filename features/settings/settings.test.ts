import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { pageServices } from '#server/pages/page-services.ts'
import { loadBuild, servePages } from '#server/pages/pages.ts'
import { ensureBuild } from '#test/ensure-build.ts'
import { textsOf } from '#test/pdf-text.ts'
import { type Instance, openTestShop, PASSWORD, type TestShop } from '#test/test-app.ts'
import { SETTING_NAMES } from './model.ts'

const NB = '\u00A0'
const RIB = '007780000123456789012396'

let shop: TestShop
let second: Instance
let cream: ProductId

beforeAll(async () => {
  await ensureBuild()
  const build = await loadBuild()
  const extend = ({ app, shop: it, pageCache }: Instance) => {
    const services = pageServices(it, readConfig({}).settings)
    servePages(app, { services, build: async () => build!, pageCache, randomBytes: it.randomBytes, development: false })
  }
  shop = await openTestShop({ extend })
  second = await shop.another()
  await shop.addPeople()
  cream = await shop.addProduct()
})

afterAll(() => shop.close())

beforeEach(async () => {
  await put({ ...Object.fromEntries(SETTING_NAMES.map((name) => [name, null])), current_password: PASSWORD })
})

const put = (body: object) => shop.call('PUT', '/api/admin/settings', { token: shop.tokens.admin, body })
const read = async () => (await shop.call('GET', '/api/admin/settings', { token: shop.tokens.admin })).json.settings
const page = async (url: string, instance = shop.first) => (await shop.call('GET', url, {}, instance)).text
const refusal = async (body: object) => {
  const { status, json } = await put({ ...body, current_password: PASSWORD })
  return [status, json.errors]
}

describe('what the owner changes', () => {
  test('overrides what the environment says, and can be taken back', async () => {
    const environment = { value: '0522000000', default: '0522000000' }
    expect((await read()).phone).toEqual(environment)
    const { status, json } = await put({ phone: '+212 6 12.34.56.78' })
    expect([status, json.settings.phone]).toEqual([200, { value: '0612345678', default: '0522000000' }])
    expect((await read()).phone).toEqual(json.settings.phone)
    await put({ phone: null })
    expect((await read()).phone).toEqual(environment)
  })

  test('leaves what is not named as it is', async () => {
    await put({ phone: '0612345678', agencyName: 'Studio' })
    await put({ agencyName: 'Atelier' })
    expect([(await read()).phone.value, (await read()).agencyName.value]).toEqual(['0612345678', 'Atelier'])
  })

  test('is no change when it is what the environment says: no row is kept', async () => {
    await put({ agencyName: 'Votre agence web' })
    expect((await shop.rowCounts()).settings).toBe(0)
  })

  test('may be empty: then the pages leave it out', async () => {
    expect(await page('/contact')).toContain('wa.me/212600000000')
    await put({ chatNumber: '', phone: '' })
    const text = await page('/contact')
    expect(text).not.toContain('wa.me')
    expect(text).not.toContain('tel:')
  })

  test('tells no page what is asked of admins', async () => {
    expect(await page('/')).toContain('deliveryDelay')
    for (const closed of ['adminSecondFactor', 'callScript', 'noCallsOnFriday', 'triesBeforeUnreachable'])
      expect(await page('/')).not.toContain(closed)
  })

  test('tells no page the shop’s bank account', async () => {
    const account = { bankHolder: 'Rosalia SARL', bankName: 'Banque du Souss', bankRib: RIB }
    expect((await put({ ...account, current_password: PASSWORD })).status).toBe(200)
    for (const url of ['/', '/contact', '/checkout'])
      expect(await page(url)).not.toMatch(/bankRib|Rosalia SARL|Banque du Souss|000780000123/)
  })

  test('is the admin’s alone to see and to change', async () => {
    for (const method of ['GET', 'PUT'])
      expect((await shop.call(method, '/api/admin/settings', { token: shop.tokens.sara })).status).toBe(403)
  })
})

describe('every page shows it at once:', () => {
  test.each([
    ['agencyName', 'Atelier Zellige', () => ['/', '/Boutique', '/terms-of-service']],
    ['agencyUrl', 'https://atelier.example/', () => ['/']],
    ['socialUrl', 'https://www.facebook.com/zellige', () => ['/', '/login']],
    ['microblogUrl', 'https://x.com/zellige', () => ['/contact']],
    ['chatNumber', '212611223344', () => ['/', `/product-details/${cream}`]],
    ['chatGreeting', 'Bonjour la boutique', () => ['/contact']],
    ['phone', '0612345678', () => ['/contact']],
    ['email', 'salut@zellige.example', () => ['/contact', '/donnees-personnelles']],
    ['instagram', 'https://www.threads.net/@zellige', () => ['/contact']],
    ['videoUrl', 'https://video.example/embed/7', () => ['/']],
    ['cndpNumber', 'D-77/2026', () => ['/donnees-personnelles', '/signup', '/checkout']],
    [
      'deliveryText',
      'Livraison offerte partout.',
      () => [`/product-details/${cream}`, '/', '/terms-of-service', '/checkout'],
    ],
    ['sellerCompany', 'Zellige SARL', () => ['/', '/terms-of-service', '/checkout']],
    ['sellerIce', '001234567000089', () => ['/', '/terms-of-service']],
    ['sellerAddress', '12, rue des Roses, Rabat', () => ['/terms-of-service']],
    ['deliveryDelay', '3 à 5 jours', () => [`/product-details/${cream}`, '/terms-of-service', '/checkout']],
  ])('%s', async (name, value, urls) => {
    const shown = name === 'chatGreeting' ? encodeURIComponent(value) : value
    for (const url of urls()) {
      // Rendered and cached beforehand, here and in the second copy of the program.
      for (const instance of [shop.first, second]) expect(await page(url, instance)).not.toContain(shown)
    }
    expect((await put({ [name]: value })).status).toBe(200)
    for (const url of urls()) expect(await page(url), url).toEqual(expect.stringContaining(shown))
    shop.pass(10_000)
    for (const url of urls()) expect(await page(url, second), url).toEqual(expect.stringContaining(shown))
  })
})

describe('what cannot be is refused beside its field:', () => {
  test.each([
    ['chatNumber', '06 12 34 56 78', /indicatif du pays/],
    ['chatNumber', '21261234', null],
    ['chatNumber', 'appelez-nous', /chiffres/],
    ['phone', '12345', /à 10 chiffres/],
    ['phone', 'bientôt', /à 10 chiffres/],
    ['phone', '+33 1 23 45 67 89', /étranger avec 00/],
    ['phone', '0033 1 23 45 67 89', null],
    ['phone', '+212 5 22 00 00 00', null],
    ['email', 'contact@', /adresse email complète/],
    ['instagram', 'http://www.instagram.com/zellige', /https:\/\//],
    ['socialUrl', 'javascript:alert(1)', /https:\/\//],
    ['videoUrl', 'https://', /https:\/\//],
    ['videoUrl', 'https://moi:secret@video.example/', /https:\/\//],
    ['videoUrl', '//video.example/embed', /https:\/\//],
    ['agencyName', 'a'.repeat(81), /80 caractères/],
    ['deliveryText', 'deux\nlignes', /une seule ligne/],
    ['cndpNumber', '\u0000', /une seule ligne/],
    ['sellerIce', '12345', /15 chiffres/],
    ['sellerIce', '001 234 567 000 089', null],
    ['sellerIf', 'douze', /identifiant fiscal/],
    ['openingHours', 'lundi 09:00-', /Le lundi/],
    ['openingHours', 'lundi 09:00-12:00 14:00-18:00', null],
    ['callScript', 'Salam {prénom}, {produits}.', null],
    ['callScript', 'Salam {prenom}', /^\{prenom\} n’est pas un champ/],
    ['callScriptDarija', 'Salam {montant', /^\{ n’est pas un champ/],
    ['callScript', '', /required/],
    ['callScriptDarija', '', null],
    ['callScript', 'a'.repeat(600), null],
    ['callScript', 'a'.repeat(601), /600/],
    ['noCallsOnFriday', 'non', /./],
    ['triesBeforeUnreachable', '3', null],
    ['triesBeforeUnreachable', '1', /de 2 à 9/],
    ['bankRib', RIB, null],
    ['bankRib', '007 780 0001234567890123 96', null],
    ['bankRib', RIB.slice(1), /24 chiffres/],
    ['bankRib', RIB.replace('123', '132'), /deux derniers chiffres/],
  ] as const)('%s %j', async (name, value, message) => {
    const [status, errors] = await refusal({ [name]: value })
    if (message === null) expect(status).toBe(200)
    else expect([status, Object.keys(errors), errors[name][0]]).toEqual([422, [name], expect.stringMatching(message)])
  })

  test('and with it everything else that was sent', async () => {
    expect((await refusal({ agencyName: 'Atelier', videoUrl: 'x' }))[0]).toBe(422)
    expect((await read()).agencyName.value).toBe('Votre agence web')
  })

  test('and by the environment as well, in one line', () => {
    expect(() => readConfig({ CHAT_NUMBER: '0612' })).toThrow(ConfigError)
    expect(() => readConfig({ VIDEO_URL: 'http://video.example' })).toThrow(/^VIDEO_URL/)
    expect(readConfig({ CONTACT_PHONE: '+212 522 00 11 22' }).settings.phone).toBe('0522001122')
  })
})

test('who changed what, from which value, is written down; a save without a change is not', async () => {
  const entries = async () =>
    (
      await shop.db.execute(sql`
        select actor_id as actor, before, after from audit_entries where subject = 'setting' order by id`)
    ).rows
  await put({ agencyName: 'Atelier', cndpNumber: 'D-1' })
  const before = (await entries()).length
  const first = shop.now
  shop.pass(1000)
  await put({ agencyName: 'Studio', cndpNumber: 'D-1', phone: '0522000000' })
  const { rows: unchanged } = await shop.db.execute(
    sql`select name from settings where changed_at = ${first.toISOString()}`,
  )
  expect(unchanged).toEqual([{ name: 'cndpNumber' }])
  await put({ agencyName: null })
  expect((await entries()).slice(before)).toEqual([
    { actor: shop.ids.admin, before: { agencyName: 'Atelier' }, after: { agencyName: 'Studio' } },
    { actor: shop.ids.admin, before: { agencyName: 'Studio' }, after: { agencyName: null } },
  ])
})

test('fees and the percentage of codes are on every page and paper that says them, at once', async () => {
  const fees = `Livraison 20${NB}DH à Casablanca, 35${NB}DH ailleurs. Vous payez à la réception.`
  for (const url of [`/product-details/${cream}`, '/', '/terms-of-service', '/checkout'])
    expect(await page(url), url).toEqual(expect.stringContaining(fees))
  expect(await page('/terms-of-service')).toContain(`une réduction de 5${NB}%`)
  await put({ cityFees: 'Agadir 28; Casablanca 20', discountPercent: '8' })
  const now = `Livraison 28${NB}DH à Agadir, 20${NB}DH à Casablanca, 35${NB}DH ailleurs. Vous payez à la réception.`
  for (const url of [`/product-details/${cream}`, '/', '/terms-of-service', '/checkout'])
    expect(await page(url), url).toEqual(expect.stringContaining(now))
  expect(await page('/terms-of-service')).toContain(`une réduction de 8${NB}%`)
  expect(await page('/checkout')).toMatch(/Agadir\W+2800\b|2800/)
  await put({ discountPercent: '0' })
  expect(await page('/terms-of-service')).not.toContain('une réduction de')
})

test('the phone is in the header and the footer of every page, and nowhere while there is none', async () => {
  const phones = async (url: string) => (await page(url)).match(/href="tel:\d+"/g) ?? []
  await put({ phone: '0612345678' })
  expect(await phones('/')).toEqual(['href="tel:0612345678"', 'href="tel:0612345678"'])
  await put({ phone: '' })
  expect(await phones('/')).toEqual([])
})

test('Instagram stands beside the other signs of the footer', async () => {
  const signs = async () =>
    [...(await page('/login')).matchAll(/aria-label="Nous suivre sur ([^"]+)"/g)].map(([, site]) => site)
  expect(await signs()).toEqual(['Instagram', 'Facebook', 'X'])
  await put({ instagram: '' })
  expect(await signs()).toEqual(['Facebook', 'X'])
})

test('the header and the contact page say whether the shop is open now', async () => {
  expect(await page('/contact')).not.toContain('jusqu’à')
  // 20 November 2026, a Friday, at one in the afternoon of Casablanca.
  await put({ openingHours: 'vendredi 09:00-18:00; samedi 10:00-14:00' })
  for (const url of ['/', '/contact']) expect(await page(url)).toContain(`Ouvert jusqu’à${NB}18${NB}h`)
  await put({ openingHours: 'samedi 10:00-14:00' })
  for (const url of ['/', '/contact']) expect(await page(url)).toContain(`Ouvre demain à${NB}10${NB}h`)
})

test('the terms end with the seller’s identity fact by fact, the contact and about pages have its name and address', async () => {
  for (const url of ['/terms-of-service', '/contact'])
    expect(await page(url)).not.toMatch(/Mentions légales<|>Adresse<|>Vendeur</)
  await put({ sellerCompany: 'Zellige SARL', sellerIce: '001234567000089', sellerAddress: '12, rue des Roses, Rabat' })
  const terms = await page('/terms-of-service')
  const identity = terms.slice(terms.lastIndexOf('Mentions légales<'))
  const facts = [...identity.matchAll(/<dt>([^<]+)<\/dt><dd[^>]*>([^<]+)</g)].map(([, name, value]) => [name, value])
  expect(facts).toEqual([
    ['Raison sociale', 'Zellige SARL'],
    ['ICE', '001234567000089'],
    ['Siège', '12, rue des Roses, Rabat'],
  ])
  const contact = await page('/contact')
  const about = await page('/à-props')
  expect(about).toContain('La boutique est tenue par Zellige SARL, 12, rue des Roses, Rabat.')
  for (const shown of ['>Adresse<', '12, rue des Roses, Rabat', '>Vendeur<', 'Zellige SARL', 'Mentions légales<'])
    expect(contact).toContain(shown)
})

test('the numbers of the licences are on the home page and the one about the shop alone, and nothing stands for those not entered', async () => {
  expect(await page('/à-props')).not.toContain('Cosmétiques, DMP')
  await put({ dmpNumber: 'DMP-2026-114' })
  expect(await page('/à-props')).toContain('DMP-2026-114')
  expect(await page('/à-props')).not.toContain('Compléments alimentaires, ONSSA')
  await put({ onssaNumber: 'ES.5.22.26' })
  expect(await page('/à-props')).toContain('ES.5.22.26')
  expect(await page('/')).toMatch(/DMP-2026-114.*ES\.5\.22\.26/s)
  for (const url of ['/Boutique', '/checkout']) expect(await page(url)).not.toMatch(/DMP-2026-114|ES\.5\.22\.26/)
})

test('opening hours are a line on the contact page and in the footer, and nothing while there are none', async () => {
  expect(await page('/contact')).not.toContain('>Horaires<')
  await put({ openingHours: 'vendredi 09:00-12:00 15:00-18:00; lundi 09:00-18:00' })
  const words = `Lundi de${NB}9${NB}h à${NB}18${NB}h, vendredi de${NB}9${NB}h à${NB}12${NB}h et de${NB}15${NB}h à${NB}18${NB}h`
  expect(await page('/contact')).toContain(words)
  expect(await page('/')).toContain(words)
})

test('the seller’s identity heads delivery notes', async () => {
  const customer = await shop.addCustomer({ city: 'Rabat' })
  const body = { customer_id: customer, product_ids: [cream], prices: [149.5], priceGain: [149.5], quantities: [1] }
  const { json } = await shop.call('POST', '/api/orders/create', { body })
  await put({ sellerCompany: 'Zellige SARL', sellerRc: '4242 Rabat' })
  const url = `/api/admin/orders/${json.order.OrderID}/bon-de-livraison.pdf`
  const { rawPayload } = await shop.first.app.inject({ url, headers: { authorization: `Bearer ${shop.tokens.admin}` } })
  expect(textsOf(rawPayload).join('\n')).toContain(`Zellige SARL${NB}· RC${NB}4242 Rabat`)
})
