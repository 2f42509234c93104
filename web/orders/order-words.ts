/** `1 commande`, `3 commandes`. */
export const ordersInWords = (count: number): string => (count > 1 ? `${count} commandes` : `${count} commande`)
