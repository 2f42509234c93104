import * as z from 'zod/mini'
import { accountFields } from '#features/accounts/contract.ts'
import { as, dirhams, id, instant, named, pageOf, record, text } from '#platform/kernel/codecs.ts'
import type { AccountId, PurchaseId, SaleDeclarationId } from '#platform/kernel/ids.ts'
import { DECISION_NAMES, MAX_SALE_NOTE } from './model.ts'

export const decision = named(DECISION_NAMES)

/** A buyer's stock in money: approved purchases, sales, the difference. */
export const stockData = z.object({ totalStock: dirhams, stockSold: dirhams, stockLeft: dirhams })

export const stockRequest = z.object({ amount: dirhams })

const purchase = { id: id<PurchaseId>(), amount: dirhams, status: decision }

export const purchaseAnswer = z.object({ message: z.string(), purchase: z.object(purchase) })

export const saleRequest = record({ buyerId: as('buyer_id', id<AccountId>()), amount: dirhams })

export const declarationRequest = z.object({
  amount: dirhams,
  note: z.optional(z.nullable(text(MAX_SALE_NOTE, 0))),
})

const declaration = { id: id<SaleDeclarationId>(), amount: dirhams, status: decision }

export const declarationAnswer = z.object({ message: z.string(), declaration: z.object(declaration) })

export const refusalReason = z.object({ reason: text(300) })

/** Row of the admin's list of buyers. */
const buyerRow = record({
  ...accountFields,
  totalStock: as('total_stock', dirhams),
  stockSold: as('stock_sold', dirhams),
  stockLeft: as('stock_left', dirhams),
  isBanned: as('is_deleted', z.boolean()),
  /** True until the person has chosen a password. */
  isInvited: as('is_invited', z.boolean()),
})

export type BuyerRow = z.output<typeof buyerRow>

export const buyerPage = pageOf(buyerRow)

/** Row of the admin's list of purchases. */
const purchaseRow = record({
  ...purchase,
  buyerName: as('user.name', z.string()),
  requestedAt: as('created_at', instant),
})

export type PurchaseRow = z.output<typeof purchaseRow>

export const purchaseRows = z.array(purchaseRow)
export const purchasePage = pageOf(purchaseRow)

/** Row of the admin's list of declared sales. */
const declarationRow = record({
  ...declaration,
  buyer: as('user', record({ customId: as('custom_id', z.string()), name: z.string() })),
  note: z.nullable(z.string()),
  /** The admin's reason for refusing it. */
  reason: z.nullable(z.string()),
  declaredAt: as('created_at', instant),
})

export type DeclarationRow = z.output<typeof declarationRow>

export const declarationPage = pageOf(declarationRow)
