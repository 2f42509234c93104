import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { AllSettings } from '#features/settings/model.ts'
import { type Caller, only } from '#platform/http/access.ts'
import { listedIds, pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { productDetail, products, similarProducts, supplierPrices } from './contract.ts'
import { CATEGORIES, LIST_PATHS, MAX_PRICED } from './model.ts'
import { cachedPdf } from './pdf/cached-pdf.ts'
import { findProduct, listProducts, listSimilar, listSupplierPrices } from './queries.ts'
import { type AdminProduct, type FullProduct, unknownProduct, visibleTo } from './rules.ts'

const params = z.object({ id: pathId<ProductId>() })

const pricesQuery = z.object({ ids: z.optional(listedIds<ProductId>(MAX_PRICED)) })

/** Products as everybody may read them, a supplier's prices, and the catalogue as PDF. */
export const catalogueRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const visibleFor =
      (caller: Caller | null) =>
      <Of extends FullProduct>(each: Of) =>
        visibleTo(caller?.role ?? null, each)

    for (const category of CATEGORIES)
      app.get(
        LIST_PATHS[category],
        { config: { access: 'anyone' }, schema: { response: { 200: products } } },
        async (request) => (await listProducts(shop.db, category)).map(visibleFor(request.caller)),
      )

    const getProduct = async (id: ProductId): Promise<AdminProduct> => {
      const found = await findProduct(shop.db, id)
      if (!found) throw unknownProduct()
      return found
    }

    app.get(
      '/api/products/:id',
      { config: { access: 'anyone' }, schema: { params, response: { 200: productDetail } } },
      async (request) => visibleFor(request.caller)(await getProduct(request.params.id)),
    )

    app.get(
      '/api/same-category-products/:id',
      { config: { access: 'anyone' }, schema: { params, response: { 200: similarProducts } } },
      async (request) => {
        const similar = await listSimilar(shop.db, await getProduct(request.params.id))
        return { products: similar.map(visibleFor(request.caller)) }
      },
    )

    app.get(
      '/api/supplier/prices',
      { config: { access: only('supplier') }, schema: { querystring: pricesQuery, response: { 200: supplierPrices } } },
      async ({ query: { ids } }) => (ids ? listSupplierPrices(shop.db, ids) : []),
    )

    const catalogue = cachedPdf(shop, defaults)
    app.get('/catalogue.pdf', { config: { access: 'anyone' } }, async (_request, reply) =>
      reply.type('application/pdf').send(await catalogue()),
    )
  }
