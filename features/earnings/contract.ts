import * as z from 'zod/mini'
import { ROLES } from '#features/accounts/model.ts'
import { decision } from '#features/buyers/contract.ts'
import { orderIds, shownOrders } from '#features/orders/contract.ts'
import { as, dirhams, id, instant, named, oneLine, record, says, text } from '#platform/kernel/codecs.ts'
import type { OrderId, WithdrawalId } from '#platform/kernel/ids.ts'
import { MAX_PASTED, MAX_WITHDRAWALS, PASTED_VERDICTS } from './model.ts'

/** The balance that the supplier's page showed; it must be today's. */
export const withdrawRequest = z.object({ gain: dirhams })

const withdrawal = { id: id<WithdrawalId>(), amount: dirhams, status: decision }

export const withdrawAnswer = z.object({ message: z.string(), withdrawal: z.object(withdrawal) })

export const approval = z.object({ reference: z.optional(z.nullable(oneLine(100, 0))) })

/** Withdrawals of one call, each named once. */
const withdrawalIds = z.array(id<WithdrawalId>()).check(
  z.minLength(1),
  z.maxLength(MAX_WITHDRAWALS),
  z.refine(
    (ids) => new Set(ids).size === ids.length,
    says('named_twice', 'The ids field must not name a withdrawal twice.'),
  ),
)

/** Approves several withdrawals, of suppliers and of buyers, that one transfer pays. */
export const bulkApproval = z.extend(approval, { ids: withdrawalIds })

/** The result for each withdrawal, in ascending number. */
export const withdrawalResults = z.object({
  results: z.array(
    z.object({
      id: id<WithdrawalId>(),
      ok: z.boolean(),
      message: z.optional(z.string()),
      /** Null when there is no such withdrawal. */
      status: z.nullable(decision),
    }),
  ),
})

export type WithdrawalResult = z.output<typeof withdrawalResults>['results'][number]

/** Withdrawals for the bank's file: those named, or all that wait. */
export const bankFileRequest = z.object({ ids: z.optional(withdrawalIds) })

/** A withdrawal as a row of the admin's list. */
const withdrawalRow = record({
  ...withdrawal,
  account: as(
    'user',
    record({ customId: as('custom_id', z.string()), name: z.string(), phone: z.string(), role: z.enum(ROLES) }),
  ),
  rib: z.nullable(z.string()),
  /** The last change of the account's RIB; null when there was none. */
  ribChangedAt: as('rib_changed_at', z.nullable(instant)),
  requestedAt: as('created_at', instant),
})

export type WithdrawalRow = z.output<typeof withdrawalRow>

export const withdrawalPage = z.object({
  data: z.array(withdrawalRow),
  total_pages: z.int(),
  current_page: z.int(),
  total: z.int(),
})

/** An admin's decision about a delivered order's payment; pages show `annulé` as *No Payé*. */
const paymentDecision = named({ paid: 'payé', void: 'annulé' })

export const paymentRequest = z.object({ PaymentStatus: paymentDecision })

/**
 * One decision about the payments of several delivered orders: by their ids, or by the numbers in a pasted list, which can
 * only be paid. With `deliver` the orders are delivered first: their money came with that news.
 */
export const bulkPaymentRequest = z
  .object({
    ids: z.optional(orderIds),
    numbers: z.optional(text(MAX_PASTED, 0)),
    PaymentStatus: paymentDecision,
    deliver: z.optional(z.boolean()),
    /** The orders to deliver, as the page showed them. */
    shown: shownOrders,
  })
  .check(
    z.refine(
      ({ ids, numbers, PaymentStatus }) =>
        numbers === undefined ? ids !== undefined : ids === undefined && PaymentStatus === 'paid',
      {
        error: says('ids_or_numbers', 'Indiquez soit des commandes, soit une liste de numéros à payer.'),
        path: ['ids'],
      },
    ),
    z.refine(({ ids, PaymentStatus, deliver }) => !deliver || (ids !== undefined && PaymentStatus === 'paid'), {
      error: says('deliver_unpaid', 'Seules des commandes choisies, et payées, sont livrées en même temps.'),
      path: ['deliver'],
    }),
  )

/** The result for each number of a pasted list, in its order. */
export const pastedAnswer = z.object({
  pasted: z.array(
    record({
      number: z.string(),
      id: as('OrderID', z.nullable(id<OrderId>())),
      ok: z.boolean(),
      verdict: named(PASTED_VERDICTS),
      amount: as('Amount', z.nullable(dirhams)),
    }),
  ),
})

export type PastedResult = z.output<typeof pastedAnswer>['pasted'][number]
