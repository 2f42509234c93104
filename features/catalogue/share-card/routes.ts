import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { DATA_POLICY } from '#platform/http/security-headers.ts'
import type { Shop } from '#platform/http/shop.ts'
import { MAX_ID, type ProductId } from '#platform/kernel/ids.ts'
import { findProduct } from '../queries.ts'
import { unknownProduct } from '../rules.ts'
import { cardAddress, ShareCardStore } from './share-card-store.ts'

const CARD = /^([1-9]\d{0,9})-[0-9a-f]{16}\.jpg$/
/** The shop's own card, in place of one that cannot be drawn. */
const SHOP_CARD = '/share.jpg'

/** The cards of shared links to products. */
export const shareCardRoutes =
  (shop: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const cards = new ShareCardStore(shop, (error) => app.log.warn({ err: error }, 'a card could not be written'))

    app.get(
      '/storage/cards/:file',
      { config: { access: 'anyone' }, schema: { params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        const id = Number(CARD.exec(request.params.file)?.[1] ?? 0)
        const product = id >= 1 && id <= MAX_ID ? await findProduct(shop.db, id as ProductId) : null
        if (!product) throw unknownProduct()
        const address = cardAddress(product)
        reply.header('cache-control', 'no-store')
        // An old link, from before a change of the product's price or name.
        if (!address.endsWith(`/${request.params.file}`)) return reply.redirect(address, 302)
        const card = await cards.get(product).catch((error: unknown) => {
          request.log.warn({ err: error, product: id }, 'a card could not be drawn')
          return null
        })
        if (!card) return reply.redirect(SHOP_CARD, 302)
        return reply
          .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': DATA_POLICY })
          .type('image/jpeg')
          .send(card)
      },
    )
  }
