import { HOUR_MS } from '#platform/kernel/durations.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { type FieldProblems, invalidField, type Problem, Refusal } from '#platform/kernel/refusal.ts'
import { correctedLineField, MAX_LINES, MAX_QUANTITY, type OrderStatus, type Recipient } from '../model.ts'
import {
  type CurrentProduct,
  type Figures,
  invalidFields,
  type OrderOrigin,
  type PricedLine,
  type Whereabouts,
} from '../rules.ts'

/** A line with the prices of the day on which it came into the order (centimes). */
export interface CorrectableLine extends PricedLine {
  productId: ProductId
  name: string
}

/** All of an order that a correction may change, and what that makes of its figures. */
export interface CorrectableOrder {
  recipient: Recipient
  /** For the courier. */
  note: string | null
  lines: readonly CorrectableLine[]
  figures: Figures
}

/** True while its pieces are here: staff may correct, and its customer settle, an order that waits or is assigned. */
export const isCorrectable = ({ status, leftAt }: Pick<Whereabouts, 'status' | 'leftAt'>): boolean =>
  (status === 'pending' || status === 'assigned') && leftAt === null

/** Refuses (409) to correct an order whose pieces have left, or that is over. */
export function mustBeCorrectable(order: Whereabouts): void {
  if (isCorrectable(order)) return
  throw new Refusal(
    'conflict',
    'order_not_correctable',
    'Cette commande est partie ou terminée\u00A0: elle ne se corrige plus.',
  )
}

/** Refuses (409) to change the pieces of an order that a supplier placed: what it sells to its customer is its own affair. */
export function mustBeOfVisitor(origin: OrderOrigin, changes: readonly WantedLine[]): void {
  if (origin === 'supplier' && changes.length > 0)
    throw new Refusal(
      'conflict',
      'lines_of_supplier',
      'Les produits de cette commande ont été choisis par son fournisseur\u00A0: seules les coordonnées se corrigent ici.',
    )
}

export interface WantedLine {
  productId: ProductId
  /** Pieces. */
  quantity: number
}

/**
 * The lines of an order after a correction: those that stay have their name and prices of then, new ones today's. Refuses
 * (422), under the field of each line, a product twice, one that is no longer sold and was not ordered, and more pieces
 * than the order and the stock have together.
 */
export function correctedLines(
  present: readonly CorrectableLine[],
  wanted: readonly WantedLine[],
  today: ReadonlyMap<ProductId, CurrentProduct>,
): CorrectableLine[] {
  if (wanted.length === 0) throw invalidField('lines', 'no_lines', 'Une commande a au moins un produit.')
  const ordered = new Map(present.map((line) => [line.productId, line]))
  const problems: Record<string, Problem[]> = {}
  const named = new Set<ProductId>()
  const lines = wanted.flatMap(({ productId, quantity }, index) => {
    const former = ordered.get(productId)
    const product = today.get(productId)
    const line = former ?? product
    if (line === undefined || named.has(productId)) {
      problems[correctedLineField('productId', index)] = [line === undefined ? GONE : TWICE]
      return []
    }
    named.add(productId)
    const most = (former?.quantity ?? 0) + (product?.stock ?? 0)
    if (quantity > most) problems[correctedLineField('quantity', index)] = [tooMany(most)]
    const { name, userPrice, distributorPrice } = line
    return [{ productId, name, quantity, userPrice, distributorPrice }]
  })
  if (Object.keys(problems).length > 0) throw invalidFields(problems satisfies FieldProblems)
  return lines
}

const GONE: Problem = { code: 'product_gone', message: 'Ce produit n’est plus en vente.' }
const TWICE: Problem = { code: 'product_twice', message: 'Ce produit est déjà dans la commande.' }
const tooMany = (most: number): Problem => ({
  code: 'stock_short',
  message: most === 0 ? 'Il n’en reste plus.' : `Cette commande peut en avoir ${most} au plus.`,
})

/** How many pieces of each product a change takes from stock (above 0) or gives back (below). */
export function piecesBetween(
  before: readonly WantedLine[],
  after: readonly WantedLine[],
): { productId: ProductId; quantity: number }[] {
  const change = new Map<ProductId, number>()
  for (const { productId, quantity } of after) change.set(productId, (change.get(productId) ?? 0) + quantity)
  for (const { productId, quantity } of before) change.set(productId, (change.get(productId) ?? 0) - quantity)
  return [...change].filter(([, quantity]) => quantity !== 0).map(([productId, quantity]) => ({ productId, quantity }))
}

/** The parts of an order whose change by somebody else a correction must not overwrite, in the words of the page. */
export const PARTS = {
  status: 'le statut',
  recipient: 'les coordonnées',
  note: 'la note',
  lines: 'les produits',
  figures: 'les montants',
} as const

export type Part = keyof typeof PARTS

/** Refuses (409) to store a correction of an order that is no longer as it was shown, and says what changed. */
export function mustBeUnchanged(changed: readonly Part[]): void {
  if (changed.length === 0) return
  const parts = new Intl.ListFormat('fr').format(changed.map((part) => PARTS[part]))
  throw new Refusal(
    'conflict',
    'order_changed',
    `Cette commande a changé entre-temps\u00A0: ${parts}. Relisez-la avant d’enregistrer.`,
  )
}

/** Refuses (409) to store another correction than the one that was shown. */
export function mustBeShownCorrection(isShown: boolean): void {
  if (!isShown)
    throw new Refusal(
      'conflict',
      'other_than_shown',
      'Ce changement n’est pas celui qui a été montré. Relisez-le avant d’enregistrer.',
    )
}

/** Two orders are one when they come from one hand within so long. */
const MERGEABLE_HOURS = 72

export interface MergeableOrder {
  id: number
  status: OrderStatus
  origin: OrderOrigin
  supplierId: number | null
  promoCode: string | null
  /** In its normal form. */
  phone: string
  createdAt: Date
}

/** Refuses (409) two orders that are not one person's wish: they differ in more than their products. */
export function mustBeMergeable(one: MergeableOrder, other: MergeableOrder): void {
  const problem = mergeProblem(one, other)
  if (problem !== null) throw new Refusal('conflict', problem.code, problem.message)
}

export const isMergeable = (one: MergeableOrder, other: MergeableOrder): boolean => mergeProblem(one, other) === null

function mergeProblem(one: MergeableOrder, other: MergeableOrder): Problem | null {
  if (one.id === other.id) return { code: 'merge_with_itself', message: 'Choisissez une autre commande.' }
  if (one.phone !== other.phone)
    return { code: 'merge_other_phone', message: 'Ces deux commandes n’ont pas le même téléphone.' }
  if (one.status !== 'pending' || other.status !== 'pending')
    return { code: 'merge_not_pending', message: 'Les deux commandes doivent être «\u00A0en attente\u00A0».' }
  if (one.origin !== other.origin || one.supplierId !== other.supplierId || one.promoCode !== other.promoCode)
    return {
      code: 'merge_other_origin',
      message: 'Ces deux commandes ne viennent pas du même fournisseur ou du même code promo.',
    }
  const apart = Math.abs(one.createdAt.getTime() - other.createdAt.getTime())
  if (apart > MERGEABLE_HOURS * HOUR_MS)
    return { code: 'merge_too_far', message: 'Ces deux commandes sont à plus de trois jours l’une de l’autre.' }
  return null
}

/**
 * The lines of two orders in one: a product of both stands once, at the prices of the older, with the pieces of both.
 * `older` comes first.
 */
export function mergedLines(older: readonly CorrectableLine[], newer: readonly CorrectableLine[]): CorrectableLine[] {
  const lines = new Map(older.map((line) => [line.productId, line]))
  for (const line of newer) {
    const same = lines.get(line.productId)
    lines.set(line.productId, same ? { ...same, quantity: same.quantity + line.quantity } : line)
  }
  return [...lines.values()]
}

/** Refuses (409) more lines, or pieces of a product, than one order has room for. */
export function mustFitOneOrder(lines: readonly WantedLine[]): void {
  if (lines.length > MAX_LINES || lines.some(({ quantity }) => quantity > MAX_QUANTITY))
    throw new Refusal('conflict', 'merge_too_large', 'Ces deux commandes sont trop grandes pour n’en faire qu’une.')
}
