import type { FastifyInstance } from 'fastify'
import { listEdits } from '#features/catalogue/index.ts'
import { pictureAt } from '#features/catalogue/model.ts'
import type { Shop } from '#platform/http/shop.ts'
import { addresses } from '#web/addresses.ts'

/** The limit of one sitemap, by its protocol. */
const MOST_ADDRESSES = 50_000

/** Pages that are the same for every visitor and worth finding, beside those of the products. */
const FIXED = [addresses.about, addresses.contact, addresses.terms, addresses.privacy]

/** Prefixes of addresses that belong to one person or are of no use in search results. */
const HIDDEN = [
  '/api/',
  addresses.checkout,
  addresses.login,
  addresses.signup,
  addresses.forgotPassword,
  addresses.resetPassword,
  addresses.profile,
  addresses.announcements,
  addresses.followOrder,
  addresses.dashboard,
  addresses.buyer,
  ...Object.values(addresses.admin),
]

/** Serves `/robots.txt` and `/sitemap.xml`. */
export function serveSearchEngines(app: FastifyInstance, shop: Shop): void {
  const rules = [
    'User-agent: *',
    ...HIDDEN.map((path) => `Disallow: ${encodeURI(path)}`),
    '',
    `Sitemap: ${shop.publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  app.get('/robots.txt', { config: { access: 'public' } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(rules),
  )
  app.get('/sitemap.xml', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(sitemap(await listEdits(shop.db, MOST_ADDRESSES - FIXED.length - 2), shop.publicUrl)),
  )
}

type ProductEdit = Awaited<ReturnType<typeof listEdits>>[number]

function sitemap(products: readonly ProductEdit[], publicUrl: string): string {
  const newest = products.reduce<Date | null>(
    (last, { updatedAt }) => (last === null || updatedAt > last ? updatedAt : last),
    null,
  )
  const entry = (path: string, edited: Date | null = null, image: string | null = null): string =>
    [
      `<url><loc>${escapeXml(publicUrl + encodeURI(path))}</loc>`,
      edited && `<lastmod>${edited.toISOString()}</lastmod>`,
      image && `<image:image><image:loc>${escapeXml(publicUrl + encodeURI(image))}</image:loc></image:image>`,
      '</url>',
    ]
      .filter(Boolean)
      .join('')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    entry(addresses.home, newest),
    entry(addresses.shop, newest),
    ...products.map(({ id, image, updatedAt }) =>
      entry(addresses.product(id), updatedAt, pictureAt(image, 960, 'webp')),
    ),
    ...FIXED.map((path) => entry(path)),
    '</urlset>',
    '',
  ].join('\n')
}

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
