import * as z from 'zod/mini'
import { ROLES } from '#features/accounts/names.ts'
import { decision } from '#features/buyers/contract.ts'
import { DECISION_NAMES, type Decision } from '#features/buyers/names.ts'
import type { WithdrawalId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { dirhams, id, instant, text } from '#platform/kernel/wire.ts'

const centimesInside = z.int() as unknown as z.ZodMiniType<Centimes, Centimes>
const decisionInside = z.enum(Object.keys(DECISION_NAMES) as [Decision, ...Decision[]])

/** The gain that the supplier saw; it must be what the shop owes. */
export const withdrawRequest = z.object({ gain: dirhams })

export const withdrawAnswer = z.object({
  message: z.string(),
  withdrawal: z.codec(
    z.object({ id: id<WithdrawalId>(), amount: dirhams, status: decision }),
    z.object({ id: id<WithdrawalId>(), amount: centimesInside, status: decisionInside }),
    { decode: (wire) => wire, encode: (withdrawal) => withdrawal },
  ),
})

export const approval = z.object({ reference: z.optional(z.nullable(text(100, 0))) })

/** A withdrawal as a row of the admin's list. */
export const withdrawalRow = z.codec(
  z.object({
    id: id<WithdrawalId>(),
    amount: dirhams,
    status: decision,
    user: z.object({ custom_id: z.string(), name: z.string(), phone: z.string(), role: z.enum(ROLES) }),
    rib: z.nullable(z.string()),
    created_at: instant,
  }),
  z.object({
    id: id<WithdrawalId>(),
    amount: centimesInside,
    status: decisionInside,
    account: z.object({ customId: z.string(), name: z.string(), phone: z.string(), role: z.enum(ROLES) }),
    rib: z.nullable(z.string()),
    requestedAt: z.date(),
  }),
  {
    decode: ({ user, created_at, ...same }) => ({
      ...same,
      account: { customId: user.custom_id, name: user.name, phone: user.phone, role: user.role },
      requestedAt: created_at,
    }),
    encode: ({ account, requestedAt, ...same }) => ({
      ...same,
      user: { custom_id: account.customId, name: account.name, phone: account.phone, role: account.role },
      created_at: requestedAt,
    }),
  },
)

export type WithdrawalRow = z.output<typeof withdrawalRow>

export const withdrawalPage = z.object({
  data: z.array(withdrawalRow),
  total_pages: z.int(),
  current_page: z.int(),
  total: z.int(),
})

/** What waits for the admin: how many withdrawals, and how much they come to. */
export const withdrawalsToDecide = z.object({ count: z.int(), amount: dirhams })
