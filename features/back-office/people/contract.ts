import * as z from 'zod/mini'
import { supplierRow } from '#features/accounts/contract.ts'
import { decision } from '#features/buyers/contract.ts'
import { cancelReason, customerNote, orderStatus, paymentStatus } from '#features/orders/contract.ts'
import { supplierOrder, supplierStats } from '#features/supplier-space/contract.ts'
import { as, dirhams, id, instant, pageOf, record } from '#platform/kernel/codecs.ts'
import type { CustomerId, OrderId, WithdrawalId } from '#platform/kernel/ids.ts'

/** A customer as a row of the admin's list. */
const customerRow = record({
  id: as('CustomerID', id<CustomerId>()),
  /** Null for a visitor's record. */
  supplierCustomId: as('SupplierCustomID', z.nullable(z.string())),
  name: as('Name', z.string()),
  phone: as('Phone', z.string()),
  address: as('Address', z.string()),
  createdAt: as('created_at', instant),
})

export type CustomerRow = z.output<typeof customerRow>

export const customerPage = pageOf(customerRow)

const personFields = {
  /** The newest order: by it the person is named. */
  id: as('OrderID', id<OrderId>()),
  /** From the newest order, as the city. */
  name: as('Name', z.string()),
  phone: as('Phone', z.string()),
  city: as('City', z.string()),
  lastOrderAt: as('last_order_at', instant),
  /** Neither deleted nor taken up by another. */
  orders: z.int(),
  delivered: z.int(),
  /** At the door. */
  refused: z.int(),
  /** The amounts of delivered orders whose money came, or is to come. */
  spent: dirhams,
}

/** The person behind a phone, as a row of the admin's list. */
const person = record(personFields)

export type Person = z.output<typeof person>

export const personPage = pageOf(person)

/** The person behind a phone, with everything about it. */
export const personDetail = record({
  ...personFields,
  /** Newest first, as the addresses. */
  names: z.array(z.string()),
  addresses: z.array(record({ address: as('Address', z.string()), city: as('City', z.string()), orders: z.int() })),
  suppliers: z.array(record({ customId: as('custom_id', z.string()), name: z.string(), orders: z.int() })),
  /** The newest ones. */
  placed: z.array(
    record({
      id: as('OrderID', id<OrderId>()),
      createdAt: as('created_at', instant),
      city: as('City', z.string()),
      supplierCustomId: as('SupplierCustomID', z.nullable(z.string())),
      collected: as('Amount', dirhams),
      payment: as('PaymentStatus', paymentStatus),
      status: orderStatus,
      reason: as('Reason', z.nullable(cancelReason)),
    }),
  ),
  notes: z.array(customerNote),
})

export type PersonDetail = z.output<typeof personDetail>

/** A supplier as the admin looks at it: its row, the figures of its own dashboard and its newest withdrawals. */
export const supplierProfile = record({
  supplier: supplierRow,
  promoCode: as('promo_code', z.nullable(z.string())),
  /** Its end alone. */
  rib: z.nullable(z.string()),
  stats: supplierStats,
  withdrawals: z.array(
    record({
      id: id<WithdrawalId>(),
      amount: dirhams,
      status: decision,
      reference: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      requestedAt: as('created_at', instant),
    }),
  ),
})

export type SupplierProfile = z.output<typeof supplierProfile>

/** Its orders as it sees them: visitors who used its code are masked. */
export const supplierOrderPage = pageOf(supplierOrder)
