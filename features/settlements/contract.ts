import * as z from 'zod/mini'
import { orderStatus } from '#features/orders/contract.ts'
import { PARCEL_STATES } from '#features/parcels/model.ts'
import {
  as,
  day,
  id,
  instant,
  oneLine,
  pageOf,
  record,
  says,
  signedDirhams,
  text,
  typedId,
} from '#platform/kernel/codecs.ts'
import type { ClaimId, CourierId, OrderId, StatementId } from '#platform/kernel/ids.ts'
import { centimes } from '#platform/kernel/money.ts'
import { sheetAnswer, sheetForm } from '#platform/kernel/sheets.ts'
import {
  CLAIM_NAMES,
  DECISION_NAMES,
  MAX_CLAIMED_AT_ONCE,
  MAX_GAP_REASON,
  MAX_LINE_NOTE,
  MAX_REFERENCE,
  VERDICT_NAMES,
} from './model.ts'

const decision = z.enum(Object.keys(DECISION_NAMES) as [keyof typeof DECISION_NAMES])
const verdict = z.enum(Object.keys(VERDICT_NAMES) as [keyof typeof VERDICT_NAMES])
const claimKind = z.enum(Object.keys(CLAIM_NAMES) as [keyof typeof CLAIM_NAMES])

const courier = z.object({ id: id<CourierId>(), name: z.string() })

const typedAmount = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^-?\d{1,8}(\.\d{1,2})?$/,
        says('amount', 'Écrivez une somme en dirhams, par exemple 22167 ou 22167.50.'),
      ),
    ),
  z.transform((typed) => centimes(Math.round(Number(typed) * 100))),
)

/** The form of a new statement, beside its list. */
export const statementForm = z.object({
  ...sheetForm,
  courier_id: typedId<CourierId>(),
  reference: oneLine(MAX_REFERENCE),
  paid_on: day,
  received: typedAmount,
})

const totals = z.object({
  lines: z.int(),
  collected: signedDirhams,
  fees: signedDirhams,
  net: signedDirhams,
  received: signedDirhams,
  gap: signedDirhams,
  undecided: z.int(),
})

/** The order of a line as the page shows it. */
const lineOrder = record({
  status: as('CurrentStatus', orderStatus),
  amount: as('Amount', signedDirhams),
  city: as('City', z.string()),
  deliveredAt: as('delivered_at', z.nullable(instant)),
  parcel: z.nullable(z.enum(PARCEL_STATES)),
})

const statementLine = record({
  row: z.int(),
  tracking: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  collected: z.nullable(signedDirhams),
  fee: z.nullable(signedDirhams),
  expectedFee: as('expected_fee', z.nullable(signedDirhams)),
  verdict,
  decision: z.nullable(decision),
  note: z.nullable(z.string()),
  /** The decisions that the verdict allows. */
  options: z.array(decision),
  /** What can be claimed. */
  differences: z.array(z.object({ kind: z.enum(['amount', 'fee']), due: signedDirhams })),
  orderId: as('OrderID', z.nullable(id<OrderId>())),
  order: z.nullable(lineOrder),
  /** False where a person chose the order or a phone found it: it may be another one. */
  isByNumber: as('by_number', z.boolean()),
  /** The reference of the statement in which the order counts already. */
  countedIn: as('counted_in', z.nullable(z.string())),
})

export type StatementLine = z.output<typeof statementLine>

export const statementPreview = z.extend(sheetAnswer(statementLine), {
  totals,
  /** False: fees are not compared with the tariff. */
  fees_compared: z.boolean(),
})

export type StatementPreview = z.output<typeof statementPreview>

const head = {
  id: id<StatementId>(),
  courier,
  reference: z.string(),
  paidOn: as('paid_on', z.string()),
  received: signedDirhams,
  acceptedGap: as('accepted_gap', z.nullable(signedDirhams)),
  gapReason: as('gap_reason', z.nullable(z.string())),
  createdAt: as('created_at', instant),
  createdBy: as('created_by', z.string()),
  closedAt: as('closed_at', z.nullable(instant)),
  lines: z.int(),
  net: signedDirhams,
} as const

const statementHead = record(head)

export type StatementHead = z.output<typeof statementHead>

export const statementPage = pageOf(statementHead)

const claim = record({
  id: id<ClaimId>(),
  courier,
  statementId: as('statement_id', z.nullable(id<StatementId>())),
  statement: z.nullable(z.string()),
  orderId: as('OrderID', z.nullable(id<OrderId>())),
  tracking: z.nullable(z.string()),
  kind: claimKind,
  due: signedDirhams,
  openedAt: as('opened_at', instant),
  sentAt: as('sent_at', z.nullable(instant)),
  settledAt: as('settled_at', z.nullable(instant)),
  settledAmount: as('settled_amount', z.nullable(signedDirhams)),
  /** True while money is asked for: nothing came of the claim, and the order was not paid otherwise. */
  isOpen: as('open', z.boolean()),
})

export type Claim = z.output<typeof claim>

export const claimsAnswer = z.object({ claims: z.array(claim) })

const missingOrders = z.object({
  /** Days after which a delivered order should have been in a statement. */
  days: z.int(),
  orders: z.array(
    record({
      id: as('OrderID', id<OrderId>()),
      tracking: z.nullable(z.string()),
      amount: as('Amount', signedDirhams),
      city: as('City', z.string()),
      deliveredAt: as('delivered_at', instant),
    }),
  ),
})

export type MissingOrders = z.output<typeof missingOrders>

export const statementDetail = z.object({
  statement: statementHead,
  tolerance: signedDirhams,
  fees_compared: z.boolean(),
  totals,
  rows: z.array(statementLine),
  missing: missingOrders,
  claims: z.array(claim),
})

export type StatementDetail = z.output<typeof statementDetail>

export const statementStored = z.object({ message: z.string(), id: id<StatementId>() })

export const lineRequest = z
  .object({
    decision: z.optional(decision),
    OrderID: z.optional(id<OrderId>()),
    /** An empty one takes the former away. */
    note: z.optional(text(MAX_LINE_NOTE, 0)),
  })
  .check(
    z.refine((wanted) => Object.values(wanted).some((value) => value !== undefined), {
      error: says('line_without_change', 'Indiquez un choix, une commande ou une note.'),
      path: ['decision'],
    }),
  )

export const lineAnswer = z.object({ totals, rows: z.array(statementLine) })

export const closeRequest = z.object({
  /** The gap that the page showed. */
  accept_gap: z.optional(signedDirhams),
  reason: z.optional(text(MAX_GAP_REASON, 0)),
  claim_gap: z.optional(z.boolean()),
})

export const closeAnswer = z.object({ message: z.string(), paid: z.int(), claims: z.int() })

const claimIds = z.array(id<OrderId>()).check(z.minLength(1), z.maxLength(MAX_CLAIMED_AT_ONCE))

/** Orders that a courier delivered and never paid. */
export const missingRequest = z.object({ ids: claimIds })

export const missingAnswer = z.object({ message: z.string(), claims: z.int() })

export const settlementRequest = z.object({ settled_amount: signedDirhams })

export const dueAnswer = z.object({
  couriers: z.array(
    z.object({
      /** Null for orders that left without a courier's name. */
      courier: z.nullable(courier),
      orders: z.int(),
      amount: signedDirhams,
      /** By days since the delivery, as `AGE_LIMITS` divides them. */
      ages: z.array(signedDirhams),
      /** The sum of its open claims. The part of an order that is claimed is not in `amount`. */
      claimed: signedDirhams,
    }),
  ),
})

export type DueOfCourier = z.output<typeof dueAnswer>['couriers'][number]
