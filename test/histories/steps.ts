import fc from 'fast-check'
import { ORDER_STATUSES, type OrderStatus } from '#features/orders/model.ts'
import { type CourierStep, courierSteps } from './courier-steps.ts'

/** One thing that somebody does. Numbers choose among what is there, modulo how many there are. */
export type Step =
  | CourierStep
  | { do: 'order'; by: 'supplier' | 'code' | 'nobody'; who: number; pieces: [number, number][]; city: string }
  | { do: 'move'; order: number; status: OrderStatus }
  | { do: 'receive'; order: number; broken: number }
  | { do: 'lose'; order: number; days: number }
  | { do: 'settle'; order: number; payment: 'paid' | 'void' }
  | { do: 'edit'; order: number; who: number; city: string }
  | { do: 'delete'; order: number; by: 'supplier' | 'admin'; who: number }
  | { do: 'reprice'; product: number; user: number; distributor: number }
  | { do: 'withdraw'; who: number; isWrong: boolean }
  | { do: 'decide'; withdrawal: number; status: 'approved' | 'refused' }
  | { do: 'purchase'; amount: number }
  | { do: 'decide purchase'; purchase: number; status: 'approved' | 'refused' }
  | { do: 'sell'; amount: number }
  | { do: 'declare'; amount: number }
  | { do: 'decide declaration'; declaration: number; status: 'approved' | 'refused' }
  | { do: 'withdraw sold' }
  | { do: 'ban'; who: number }
  | { do: 'restore'; who: number }

/** A buyer who has stock: without it nothing is sold, declared or withdrawn. */
export const STOCKED: readonly Step[] = [
  { do: 'purchase', amount: 5_000 },
  { do: 'decide purchase', purchase: 0, status: 'approved' },
]

const any = fc.nat({ max: 1_000 })
const city = fc.constantFrom('Casablanca', 'Rabat', 'Fès')
const centimesOf = fc.integer({ min: 1, max: 60_000 })
const decision = fc.constantFrom('approved' as const, 'refused' as const)

const order = fc.record({
  do: fc.constant('order' as const),
  by: fc.constantFrom('supplier' as const, 'code' as const, 'nobody' as const),
  who: any,
  pieces: fc.array(fc.tuple(any, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 3 }),
  city,
})
// Delivered counts most: nothing is earned otherwise. Then what is handed over, and refused at the door.
const move = fc.record({
  do: fc.constant('move' as const),
  order: any,
  status: fc.constantFrom<OrderStatus>('delivered', 'delivered', 'in_transit', 'in_transit', ...ORDER_STATUSES),
})

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: order },
  { weight: 8, arbitrary: move },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('receive' as const), order: any, broken: fc.nat({ max: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('lose' as const), order: any, days: fc.constantFrom(0, 15, 15) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      order: any,
      payment: fc.constantFrom('paid' as const, 'void' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), order: any, who: any, city }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      order: any,
      by: fc.constantFrom('supplier' as const, 'admin' as const),
      who: any,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reprice' as const),
      product: any,
      user: centimesOf,
      distributor: centimesOf,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who: any, isWrong: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('decide' as const), withdrawal: any, status: decision }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('purchase' as const), amount: fc.constantFrom(5_000, 10_000, 15_000, 7) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide purchase' as const), purchase: any, status: decision }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sell' as const), amount: fc.integer({ min: 0, max: 6_000 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('declare' as const), amount: fc.integer({ min: 0, max: 6_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('decide declaration' as const), declaration: any, status: decision }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw sold' as const) }) },
  ...courierSteps,
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ban' as const), who: any }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), who: any }) },
)
