import * as z from 'zod/mini'
import { orderStatus } from '#features/orders/contract.ts'
import { as, dirhams, flag, id, instant, record } from '#platform/kernel/codecs.ts'
import type { AccountId, CustomerId, OrderId, ProductId } from '#platform/kernel/ids.ts'

/** A person who ordered, found by the search over everything: one for each phone. */
const foundCustomer = record({
  id: as('CustomerID', id<CustomerId>()),
  name: as('Name', z.string()),
  phone: as('Phone', z.string()),
  city: as('City', z.string()),
  /** Orders of this phone that are not deleted, and the newest of them. */
  orders: z.int(),
  lastOrder: as('OrderID', z.nullable(id<OrderId>())),
})

export type FoundCustomer = z.output<typeof foundCustomer>

/** Results of the search over everything: at most `FOUND_OF_EACH` of each kind. */
export const found = z.object({
  orders: z.array(
    record({
      id: as('OrderID', id<OrderId>()),
      name: as('Name', z.string()),
      phone: as('Phone', z.string()),
      city: as('City', z.string()),
      collected: as('Amount', dirhams),
      status: orderStatus,
      promoCode: as('promo_code', z.nullable(z.string())),
      createdAt: as('created_at', instant),
    }),
  ),
  customers: z.array(foundCustomer),
  products: z.array(
    record({
      id: as('ProductID', id<ProductId>()),
      name: as('Name', z.string()),
      image: z.string(),
      userPrice: as('user_price', dirhams),
      stock: as('StockQuantity', z.int()),
    }),
  ),
  suppliers: z.array(
    record({
      id: id<AccountId>(),
      customId: as('custom_id', z.string()),
      name: z.string(),
      phone: z.string(),
      promoCode: as('promo_code', z.nullable(z.string())),
      /** The code that was typed, where it is one of before: it goes on working. */
      formerCode: as('former_code', z.nullable(z.string())),
      isBanned: as('banned', flag),
    }),
  ),
})

export type Found = z.output<typeof found>
