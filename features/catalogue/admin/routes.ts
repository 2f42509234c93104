import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type DbOrTx, inTransaction, type Tx } from '#platform/db/database.ts'
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
import { addProduct, changeFigure, deleteProduct, editProduct } from '../actions.ts'
import {
  adminProduct,
  adminProductPage,
  adminProducts,
  figureChange,
  importAnswer,
  importForm,
  productEdit,
  productForm,
  storedPicture,
  typedCategory,
} from '../contract.ts'
import type { EncodedMaster } from '../images/encode.ts'
import { ImageStore } from '../images/image-store.ts'
import { applyImport, previewImport } from '../import/apply-import.ts'
import { SheetReader } from '../import/sheet-reader.ts'
import {
  DISTRIBUTOR_PERCENT,
  IMPORT_BYTES,
  IMPORT_FIELDS,
  MAX_PICTURES,
  PICTURE_BYTES,
  PLACE_FILTERS,
  PLACEHOLDER,
  PRODUCT_FIELDS,
  PRODUCT_SORTS,
  STOCK_FILTERS,
  UPLOAD_SECONDS,
} from '../model.ts'
import { listContents, storeContents } from '../pack-contents.ts'
import { findWithHidden } from '../queries.ts'
import {
  type AdminProduct,
  exportNameAt,
  type Figure,
  mustBeValidPrices,
  mustBeValidStock,
  unknownProduct,
} from '../rules.ts'
import { exportRows } from './csv.ts'
import { listMatching, listProductPage, type ProductFilter } from './product-list.ts'

const params = z.object({ id: pathId<ProductId>() })

const filters = {
  search: paging.search,
  category: z.optional(typedCategory),
  stock: z.optional(z.enum(STOCK_FILTERS)),
  place: z.optional(z.enum(PLACE_FILTERS)),
  sort: z._default(z.enum(PRODUCT_SORTS), 'newest'),
}
const listQuery = z.object({ ...filters, page: z.optional(pageNumber), per_page: paging.per_page })
const exportQuery = z.object(filters)

const filterOf = ({ search = '', category, stock, place, sort }: z.output<typeof exportQuery>): ProductFilter => ({
  search,
  category,
  stock,
  place,
  sort,
})

const access = only('admin')

/** Our names of the figures that a row changes, by the wire's. */
const FIGURES = {
  [PRODUCT_FIELDS.userPrice]: 'userPrice',
  [PRODUCT_FIELDS.distributorPrice]: 'distributorPrice',
  [PRODUCT_FIELDS.stock]: 'stock',
} as const satisfies Record<string, Figure>
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
    const withContents = async (tx: DbOrTx, rows: readonly AdminProduct[]) => {
      const packs = rows.filter(({ category }) => category === 'pack').map(({ id }) => id)
      const contents = await listContents(tx, packs)
      return rows.map((each) => ({ ...each, contents: contents.get(each.id) ?? [] }))
    }
    const encoded = async (tx: DbOrTx, stored: AdminProduct) =>
      JSON.stringify(z.encode(adminProduct, (await withContents(tx, [stored]))[0]!))
    await acceptForms(app)

    /** The pictures of a product: those that its form names, and before them the one that came with it. */
    const savePictures = async (tx: Tx, named: readonly string[], master: EncodedMaster | null) => {
      const held = named.filter((image) => image !== PLACEHOLDER)
      if (held.length > 0) await images.hold(tx, held)
      const shown = [...(master ? [await images.save(tx, master, now())] : []), ...new Set(held)]
      const [image = PLACEHOLDER, ...furtherImages] = shown.slice(0, MAX_PICTURES)
      return { image, furtherImages }
    }

    app.get(
      '/api/admin/products',
      {
        config: { access },
        schema: { querystring: listQuery, response: { 200: z.union([adminProducts, adminProductPage]) } },
      },
      async ({ query }) => {
        const { page, per_page } = query
        if (page === undefined) return withContents(db, await listMatching(db, filterOf(query)))
        const { rows, total } = await listProductPage(db, filterOf(query), { page, perPage: per_page })
        return answerPage({ rows: await withContents(db, rows), total }, { page, per_page })
      },
    )

    app.get(
      '/api/admin/products/:id',
      { config: { access }, schema: { params, response: { 200: adminProduct } } },
      async (request) => {
        const found = await findWithHidden(db, request.params.id)
        if (!found) throw unknownProduct()
        return (await withContents(db, [found]))[0]!
      },
    )

    app.get(
      '/api/admin/products.csv',
      { config: { access }, schema: { querystring: exportQuery } },
      async ({ query }, reply) => {
        const matching = await listMatching(db, filterOf(query))
        return sendCsv(reply, 'produits.csv', exportRows(matching, exportNameAt(now())))
      },
    )

    app.post(
      '/api/admin/products',
      {
        config: withPicture,
        schema: { consumes: ['multipart/form-data'], body: productForm, response: { 201: adminProduct } },
      },
      async (request, reply) => {
        const { shownStock: _, contents = [], images: named = [], ...typed } = request.body
        // Checked before the picture is decoded, which takes longest.
        mustBeValidPrices(typed.userPrice, typed.distributorPrice)
        mustBeValidStock(typed.stock)
        const master = request.uploaded && (await images.read(request.uploaded))
        return answerOnce(db, request, reply, now(), async (tx) => {
          const shown = await savePictures(tx, named, master)
          const id = await addProduct(tx, { ...typed, ...shown }, callerOf(request).id, now())
          await storeContents(tx, { id, category: typed.category }, contents)
          return { status: 201, body: await encoded(tx, (await findWithHidden(tx, id))!) }
        })
      },
    )

    /** Takes one picture of a form that is still open: a second call stores the product that shows it. */
    app.post(
      '/api/admin/product-images',
      { config: withPicture, schema: { consumes: ['multipart/form-data'], response: { 201: storedPicture } } },
      async (request, reply) => {
        const master = await images.read(request.uploaded ?? new Uint8Array())
        const image = await inTransaction(db, (tx) => images.save(tx, master, now()))
        return reply.code(201).send({ image })
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
        schema: { consumes: ['multipart/form-data'], params, body: productEdit, response: { 200: adminProduct } },
      },
      async (request, reply) => {
        const { id } = request.params
        const { contents, images: named, ...typed } = request.body
        const today = await findWithHidden(db, id)
        if (!today) throw unknownProduct()
        mustBeValidPrices(typed.userPrice ?? today.userPrice, typed.distributorPrice ?? today.distributorPrice)
        const master = request.uploaded && (await images.read(request.uploaded))
        return answerOnce(db, request, reply, now(), async (tx) => {
          const further = today.images.slice(1)
          const shown = named || master ? await savePictures(tx, named ?? further, master) : {}
          const { before, after } = await editProduct(tx, id, { ...typed, ...shown }, callerOf(request).id, now())
          const replaced = before.images.filter((image) => !after.images.includes(image))
          if (replaced.length > 0) await images.deleteIfUnused(tx, replaced)
          if (contents || after.category !== 'pack') await storeContents(tx, after, contents ?? [])
          return { status: 200, body: await encoded(tx, after) }
        })
      },
    )

    app.put(
      '/api/admin/products/:id/figures',
      { config: { access }, schema: { params, body: figureChange, response: { 200: adminProduct } } },
      async (request, reply) => {
        const { figure, value, shown } = request.body
        const typed = { figure: FIGURES[figure], value, shown }
        return answerOnce(db, request, reply, now(), async (tx) => {
          const { after } = await changeFigure(tx, request.params.id, typed, callerOf(request).id, now())
          return { status: 200, body: await encoded(tx, after) }
        })
      },
    )

    app.post(
      '/api/admin/products/import',
      {
        config: { access, bodySeconds: UPLOAD_SECONDS, upload: { field: IMPORT_FIELDS.file, bytes: IMPORT_BYTES } },
        schema: { consumes: ['multipart/form-data'], body: importForm, response: { 200: importAnswer } },
      },
      async (request, reply) => {
        const { mode, distributor_percent: distributorPercent = DISTRIBUTOR_PERCENT, fingerprint = '' } = request.body
        const mapped = new Map(Object.entries(request.body.categories ?? {}))
        if (!request.uploaded) throw invalidField(IMPORT_FIELDS.file, 'required', 'The file field is required.')
        // Read before the transaction: a hostile file takes as long as it can.
        const file = await sheets.read(request.uploaded)
        if (mode === 'preview') return previewImport(db, { file, distributorPercent, mapped })
        const previewed = { file, distributorPercent, mapped, fingerprint, image: PLACEHOLDER }
        return answerOnce(db, request, reply, now(), async (tx) => {
          const answer = await applyImport(tx, previewed, callerOf(request).id, now())
          return { status: 200, body: JSON.stringify(z.encode(importAnswer, answer)) }
        })
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
