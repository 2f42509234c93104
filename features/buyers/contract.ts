import * as z from 'zod/mini'
import { emailAddress, phoneDigits } from '#features/accounts/contract.ts'
import type { AccountId, PurchaseId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { dirhams, id, instant, named, pageOf, text } from '#platform/kernel/wire.ts'
import { DECISION_NAMES, type Decision } from './names.ts'

export const decision = named(DECISION_NAMES)

const centimesInside = z.int() as unknown as z.ZodMiniType<Centimes, Centimes>

const decisionInside = z.enum(Object.keys(DECISION_NAMES) as [Decision, ...Decision[]])

/** A buyer's stock in money: bought and approved, sold, left. */
export const stockData = z.object({ totalStock: dirhams, stockSold: dirhams, stockLeft: dirhams })

export const stockRequest = z.object({ amount: dirhams })

const purchaseInside = z.object({ id: id<PurchaseId>(), amount: centimesInside, status: decisionInside })

export const purchaseAnswer = z.object({
  message: z.string(),
  purchase: z.codec(z.object({ id: id<PurchaseId>(), amount: dirhams, status: decision }), purchaseInside, {
    decode: (wire) => wire,
    encode: (purchase) => purchase,
  }),
})

export const saleRequest = z.codec(
  z.object({ buyer_id: id<AccountId>(), amount: dirhams }),
  z.object({ buyerId: id<AccountId>(), amount: centimesInside }),
  {
    decode: ({ buyer_id, amount }) => ({ buyerId: buyer_id, amount }),
    encode: ({ buyerId, amount }) => ({ buyer_id: buyerId, amount }),
  },
)

export const invitation = z.object({
  name: text(120),
  email: emailAddress,
  phone: phoneDigits,
  address: text(300),
})

export const refusalReason = z.object({ reason: text(300) })

/** A buyer as a row of the admin's list. */
export const buyerRow = z.codec(
  z.object({
    id: id<AccountId>(),
    custom_id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    total_stock: dirhams,
    stock_sold: dirhams,
    stock_left: dirhams,
  }),
  z.object({
    id: id<AccountId>(),
    customId: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    totalStock: centimesInside,
    stockSold: centimesInside,
    stockLeft: centimesInside,
  }),
  {
    decode: ({ custom_id, total_stock, stock_sold, stock_left, ...same }) => ({
      ...same,
      customId: custom_id,
      totalStock: total_stock,
      stockSold: stock_sold,
      stockLeft: stock_left,
    }),
    encode: ({ customId, totalStock, stockSold, stockLeft, ...same }) => ({
      ...same,
      custom_id: customId,
      total_stock: totalStock,
      stock_sold: stockSold,
      stock_left: stockLeft,
    }),
  },
)

export type BuyerRow = z.output<typeof buyerRow>

export const buyerPage = pageOf(buyerRow)

/** A purchase as a row of the admin's list. */
export const purchaseRow = z.codec(
  z.object({
    id: id<PurchaseId>(),
    amount: dirhams,
    status: decision,
    user: z.object({ name: z.string() }),
    created_at: instant,
  }),
  z.object({
    id: id<PurchaseId>(),
    amount: centimesInside,
    status: decisionInside,
    buyerName: z.string(),
    requestedAt: z.date(),
  }),
  {
    decode: ({ user, created_at, ...same }) => ({ ...same, buyerName: user.name, requestedAt: created_at }),
    encode: ({ buyerName, requestedAt, ...same }) => ({ ...same, user: { name: buyerName }, created_at: requestedAt }),
  },
)

export type PurchaseRow = z.output<typeof purchaseRow>

export const purchaseRows = z.array(purchaseRow)
export const purchasePage = pageOf(purchaseRow)
