import { atLeastZero, type Centimes, formatDirhams, minus } from '#platform/kernel/money.ts'
import { invalidField, Refusal } from '#platform/kernel/refusal.ts'
import { AMOUNT_FIELD, BUYER_FIELD, type Decision, STOCK_AMOUNTS } from './model.ts'

/** A buyer's stock in money (centimes): approved purchases, recorded sales, the difference. */
export interface Stock {
  totalStock: Centimes
  stockSold: Centimes
  stockLeft: Centimes
}

/** Rule: stock left is approved purchases less sales (centimes). It is never stored. */
export const stockOf = (totalStock: Centimes, stockSold: Centimes): Stock => ({
  totalStock,
  stockSold,
  stockLeft: minus(totalStock, stockSold),
})

/** Rule: stock is bought in the four sums of `STOCK_AMOUNTS`. Refuses (422) any other amount (centimes). */
export function mustBeStockAmount(amount: Centimes): void {
  if (!STOCK_AMOUNTS.includes(amount))
    throw invalidField(AMOUNT_FIELD, 'stock_amount', 'Choisissez un montant de 5 000, 10 000, 15 000 ou 20 000 DH.')
}

/** Rule: a sale takes more than nothing and at most the stock left. Refuses (422) any other amount (centimes). */
export function mustBeSellable(amount: Centimes, { stockLeft }: Stock): void {
  if (amount <= 0) throw invalidField(AMOUNT_FIELD, 'sale_of_nothing', 'Le montant vendu doit être supérieur à 0.')
  if (amount > stockLeft)
    throw invalidField(AMOUNT_FIELD, 'sale_above_stock', 'Le montant vendu dépasse le stock restant.')
}

/**
 * Rule: a buyer declares more than nothing, and at most the stock left that it has not declared yet. Refuses (422) any
 * other amount (centimes). `declared` is the sum of its declarations that wait.
 */
export function mustBeDeclarable(amount: Centimes, { stockLeft }: Stock, declared: Centimes): void {
  if (amount <= 0) throw invalidField(AMOUNT_FIELD, 'sale_of_nothing', 'Le montant vendu doit être supérieur à 0.')
  const left = atLeastZero(minus(stockLeft, declared))
  if (amount > left)
    throw invalidField(
      AMOUNT_FIELD,
      'declared_above_stock',
      `Vous pouvez encore déclarer ${formatDirhams(left)} au plus.`,
    )
}

/** Rule: a request is decided once. Refuses (409) a second decision. */
export function mustBeUndecided(status: Decision): void {
  if (status !== 'pending') throw new Refusal('conflict', 'already_decided', 'Cette demande a déjà été traitée.')
}

export const unknownPurchase = () => new Refusal('missing', 'unknown_purchase', 'Cette demande de stock n’existe pas.')
export const unknownDeclaration = () =>
  new Refusal('missing', 'unknown_declaration', 'Cette vente déclarée n’existe pas.')
export const unknownBuyer = () => invalidField(BUYER_FIELD, 'unknown_buyer', 'Cet acheteur n’existe pas.')
