import type { OrderId } from '#platform/kernel/ids.ts'

/** `1 commande`, `3 commandes`. */
export const ordersInWords = (count: number): string => (count > 1 ? `${count} commandes` : `${count} commande`)

/** Of the field in which an order's status is chosen. */
export const statusFieldId = (id: OrderId): string => `statut-${id}`
