import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { REASON_NAMES } from '#features/orders/model.ts'
import { readSettings, senderOf } from '#features/settings/index.ts'
import type { AllSettings } from '#features/settings/model.ts'
import { only } from '#platform/http/access.ts'
import { type CsvCell, phoneCell, sendLongCsv } from '#platform/http/csv.ts'
import { answerPage, oneOf, paging } from '#platform/http/paging.ts'
import { pathId } from '#platform/http/path-id.ts'
import { sendPdf } from '#platform/http/pdf.ts'
import type { Shop } from '#platform/http/shop.ts'
import { text } from '#platform/kernel/codecs.ts'
import type { CourierId } from '#platform/kernel/ids.ts'
import { Refusal } from '#platform/kernel/refusal.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { type ExpectedReturn, expectedReturnPage, scannedParcel } from '../contract.ts'
import { RETURN_PERIODS } from '../model.ts'
import { drawReturnClaim } from './claim-letter.ts'
import { allExpectedReturns, expectedReturnsAfter, listExpectedReturns, type ReturnFilter } from './expected-returns.ts'
import { findScannedParcel } from './scanned-parcel.ts'

/** Letters of a scanned code, at most. */
const MAX_CODE = 60

const filters = {
  search: paging.search,
  days: z.optional(oneOf(RETURN_PERIODS)),
  courier: z.optional(pathId<CourierId>()),
}

const listQuery = z.object({ ...paging, ...filters })
const fileQuery = z.object(filters)

const claimQuery = z.object({ courier: pathId<CourierId>(), days: filters.days })

const nothingToClaim = () =>
  new Refusal('missing', 'nothing_to_claim', 'Aucun retour de ce livreur n’est attendu depuis si longtemps.')

/** A scanner types a code and Enter. */
const scanQuery = z.object({ code: text(MAX_CODE) })

const filterOf = ({ search = '', days, courier }: z.output<typeof fileQuery>): ReturnFilter => ({
  search,
  days,
  courier,
})

const HEAD = [
  'Commande',
  'Parti le',
  'Annulée, supprimée ou refusée le',
  'Motif',
  'Client',
  'Téléphone',
  'Ville',
  'Produits',
  'Pièces',
  'Valeur au prix distributeur',
  'Fournisseur',
  'Livreur',
  'Suivi',
]

const cellsOf = (parcel: ExpectedReturn): CsvCell[] => [
  parcel.id,
  formatMinute(parcel.leftAt),
  formatMinute(parcel.closedAt),
  parcel.reason === null ? '' : REASON_NAMES[parcel.reason],
  parcel.recipient.name,
  phoneCell(parcel.recipient.phone),
  parcel.recipient.city,
  parcel.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
  parcel.pieces,
  { amount: parcel.value },
  parcel.supplier?.customId ?? '',
  parcel.courier ?? '',
  parcel.tracking ?? '',
]

/** The admin's list of expected parcels, and its file. */
export const expectedReturnRoutes =
  (shop: Shop, defaults: AllSettings): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, now } = shop
    const access = only('admin')

    app.get(
      '/api/admin/returns/expected',
      { config: { access }, schema: { querystring: listQuery, response: { 200: expectedReturnPage } } },
      async ({ query }) => {
        const { page, per_page } = query
        return answerPage(await listExpectedReturns(db, filterOf(query), { page, perPage: per_page }, now()), query)
      },
    )

    app.get(
      '/api/admin/returns/parcel',
      { config: { access }, schema: { querystring: scanQuery, response: { 200: scannedParcel } } },
      ({ query }) => findScannedParcel(db, query.code),
    )

    app.get(
      '/api/admin/returns/expected.csv',
      { config: { access }, schema: { querystring: fileQuery } },
      async ({ query }, reply) => {
        const filter = filterOf(query)
        const at = now()
        const load = (last: ExpectedReturn | null, limit: number) =>
          expectedReturnsAfter(db, filter, { last, limit }, at)
        return sendLongCsv(reply, 'retours-attendus.csv', HEAD, { load, cells: cellsOf })
      },
    )

    app.get(
      '/api/admin/returns/claim.pdf',
      { config: { access }, schema: { querystring: claimQuery } },
      async ({ query }, reply) => {
        const parcels = await allExpectedReturns(db, filterOf(query), now())
        if (parcels.length === 0) throw nothingToClaim()
        const sender = senderOf(shop, await readSettings(db, defaults))
        const pdf = await drawReturnClaim(parcels[0]!.courier!, parcels, sender, now())
        return sendPdf(reply, 'reclamation-retours', pdf)
      },
    )
  }
