import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { inTransaction } from '#platform/db/database.ts'
import { callerOf, only } from '#platform/http/access.ts'
import { sendCsv } from '#platform/http/csv.ts'
import { answerOnce } from '#platform/http/idempotency.ts'
import { acceptForms } from '#platform/http/multipart.ts'
import { answerPage, pageNumber, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import type { Shop } from '#platform/http/shop.ts'
import { message } from '#platform/kernel/codecs.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { addProduct, deleteProduct, editProduct } from '../actions.ts'
import { importAnswer, importForm, product, productForm, productPage, products, typedCategory } from '../contract.ts'
import { ImageStore, PLACEHOLDER } from '../images/image-store.ts'
import { applyImport, previewImport } from '../import/apply-import.ts'
import { SheetReader } from '../import/sheet-reader.ts'
import {
  DISTRIBUTOR_PERCENT,
  IMPORT_BYTES,
  IMPORT_FIELDS,
  PICTURE_BYTES,
  PRODUCT_FIELDS,
  PRODUCT_SORTS,
  type Product,
  STOCK_FILTERS,
  UPLOAD_SECONDS,
} from '../model.ts'
import { findProduct } from '../queries.ts'
import { mustBeValidPrices, mustBeValidStock, unknownProduct } from '../rules.ts'
import { exportRows } from './csv.ts'
import { listMatching, listProductPage, type ProductFilter } from './product-list.ts'

const params = z.object({ id: pathId<ProductId>() })

const filters = {
  search: paging.search,
  category: z.optional(typedCategory),
  stock: z.optional(z.enum(STOCK_FILTERS)),
  sort: z._default(z.enum(PRODUCT_SORTS), 'newest'),
}
const listQuery = z.object({ ...filters, page: z.optional(pageNumber), per_page: paging.per_page })
const exportQuery = z.object(filters)

const filterOf = ({ search = '', category, stock, sort }: z.output<typeof exportQuery>): ProductFilter => ({
  search,
  category,
  stock,
  sort,
})

const access = only('admin')
const withPicture = {
  access,
  bodySeconds: UPLOAD_SECONDS,
  upload: { field: PRODUCT_FIELDS.image, bytes: PICTURE_BYTES },
}

/** The admin's products: list, file, form and import. */
export const productAdminRoutes =
  (shop: Shop): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop
    const images = new ImageStore(shop)
    const sheets = new SheetReader()
    const encoded = (each: Product) => JSON.stringify(z.encode(product, each))
    await acceptForms(app)

    app.get(
      '/api/admin/products',
      { config: { access }, schema: { querystring: listQuery, response: { 200: z.union([products, productPage]) } } },
      async ({ query }) => {
        const { page, per_page } = query
        if (page === undefined) return listMatching(db, filterOf(query))
        return answerPage(await listProductPage(db, filterOf(query), { page, perPage: per_page }), { page, per_page })
      },
    )

    app.get(
      '/api/admin/products.csv',
      { config: { access }, schema: { querystring: exportQuery } },
      async ({ query }, reply) => sendCsv(reply, 'produits.csv', exportRows(await listMatching(db, filterOf(query)))),
    )

    app.post(
      '/api/admin/products',
      {
        config: withPicture,
        schema: { consumes: ['multipart/form-data'], body: productForm, response: { 201: product } },
      },
      async (request, reply) => {
        const { shownStock: _, ...typed } = request.body
        // Checked before the picture is decoded, which takes longest.
        mustBeValidPrices(typed.userPrice, typed.distributorPrice)
        mustBeValidStock(typed.stock)
        const master = request.uploaded && (await images.read(request.uploaded))
        return answerOnce(db, request, reply, now(), async (tx) => {
          const image = master ? await images.save(tx, master, now()) : PLACEHOLDER
          const id = await addProduct(tx, { ...typed, image }, callerOf(request).id, now())
          return { status: 201, body: encoded({ id, ...typed, image }) }
        })
      },
    )

    app.post(
      '/api/admin/products/:id',
      {
        config: withPicture,
        // Forms of browsers know no PUT. Any other method is refused before its body arrives.
        onRequest: async ({ query }) => {
          if ((query as Record<string, unknown>)._method !== 'PUT')
            throw new Refusal('missing', 'not_found', 'Not Found')
        },
        schema: { consumes: ['multipart/form-data'], params, body: productForm, response: { 200: product } },
      },
      async (request, reply) => {
        const { id } = request.params
        const typed = request.body
        mustBeValidPrices(typed.userPrice, typed.distributorPrice)
        if (!(await findProduct(db, id))) throw unknownProduct()
        const master = request.uploaded && (await images.read(request.uploaded))
        return answerOnce(db, request, reply, now(), async (tx) => {
          const image = master && (await images.save(tx, master, now()))
          const { before, after } = await editProduct(tx, id, { ...typed, image }, callerOf(request).id, now())
          if (before.image !== after.image) await images.deleteIfUnused(tx, before.image)
          return { status: 200, body: encoded(after) }
        })
      },
    )

    app.post(
      '/api/admin/products/import',
      {
        config: { access, bodySeconds: UPLOAD_SECONDS, upload: { field: IMPORT_FIELDS.file, bytes: IMPORT_BYTES } },
        schema: { consumes: ['multipart/form-data'], body: importForm, response: { 200: importAnswer } },
      },
      async (request) => {
        const { mode, distributor_percent: distributorPercent = DISTRIBUTOR_PERCENT, fingerprint = '' } = request.body
        if (!request.uploaded) throw invalidField(IMPORT_FIELDS.file, 'required', 'The file field is required.')
        // Read before the transaction: a hostile file takes as long as it can.
        const file = await sheets.read(request.uploaded)
        if (mode === 'preview') return previewImport(db, { file, distributorPercent })
        const previewed = { file, distributorPercent, fingerprint, image: PLACEHOLDER }
        return inTransaction(db, (tx) => applyImport(tx, previewed, callerOf(request).id, now()))
      },
    )

    app.delete(
      '/api/admin/products/:id',
      { config: { access }, schema: { params, response: { 200: message } } },
      async (request) => {
        await inTransaction(db, (tx) => deleteProduct(tx, request.params.id, now()))
        return { message: 'Le produit a quitté la boutique.' }
      },
    )
  }
