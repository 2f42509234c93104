import * as z from 'zod/mini'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { dirhams, id, named } from '#platform/kernel/wire.ts'
import { CATEGORY_NAMES } from './names.ts'

export const product = z.codec(
  z.object({
    ProductID: id<ProductId>(),
    Name: z.string(),
    Description: z.string(),
    user_price: dirhams,
    distributeur_price: z.optional(dirhams),
    StockQuantity: z.int(),
    Category: named(CATEGORY_NAMES),
    image: z.string(),
  }),
  z.object({
    id: id<ProductId>(),
    name: z.string(),
    description: z.string(),
    userPrice: z.int() as unknown as z.ZodMiniType<Centimes, Centimes>,
    distributorPrice: z.optional(z.int() as unknown as z.ZodMiniType<Centimes, Centimes>),
    stock: z.int(),
    category: z.enum(['supplement', 'cosmetic', 'pack']),
    image: z.string(),
  }),
  {
    decode: (wire) => ({
      id: wire.ProductID,
      name: wire.Name,
      description: wire.Description,
      userPrice: wire.user_price,
      distributorPrice: wire.distributeur_price,
      stock: wire.StockQuantity,
      category: wire.Category,
      image: wire.image,
    }),
    encode: (product) => ({
      ProductID: product.id,
      Name: product.name,
      Description: product.description,
      user_price: product.userPrice,
      ...(product.distributorPrice === undefined ? {} : { distributeur_price: product.distributorPrice }),
      StockQuantity: product.stock,
      Category: product.category,
      image: product.image,
    }),
  },
)

export const products = z.array(product)

export const similarProducts = z.object({ products })
