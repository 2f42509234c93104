import type { OrderId } from '#platform/kernel/ids.ts'

/** `1 commande`, `3 commandes`. */
export const ordersInWords = (count: number): string => (count > 1 ? `${count} commandes` : `${count} commande`)

/** `1 commande sélectionnée`. */
export const selectedInWords = (count: number): string =>
  `${ordersInWords(count)} ${count > 1 ? 'sélectionnées' : 'sélectionnée'}`

/** The id of an order's status field. */
export const statusFieldId = (id: OrderId): string => `statut-${id}`

/** The id of the same field in a row of the list, beside which the order may be open. */
export const rowStatusId = (id: OrderId): string => `statut-ligne-${id}`

/** The id of the link of a row, which has the focus while one goes from row to row. */
export const orderLinkId = (id: OrderId): string => `commande-${id}`
