import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import type { Recipient } from '#features/orders/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { whatsappNumber } from '#platform/kernel/whatsapp.ts'

type MessageOrder = Pick<AdminOrderDetail, 'id' | 'collected'> & {
  lines: readonly Pick<AdminOrderDetail['lines'][number], 'quantity' | 'name'>[]
  recipient: Recipient
}

/** The message that the shop sends to the customer before the parcel leaves. */
export const orderMessage = ({ id, recipient, lines, collected }: MessageOrder): string =>
  [
    `Bonjour ${recipient.name},`,
    `votre commande n° ${id} est bien enregistrée\u00A0:`,
    ...lines.map(({ quantity, name }) => `• ${quantity} × ${name}`),
    `Montant à préparer, en espèces\u00A0: ${formatDirhams(collected)}.`,
    `Adresse de livraison\u00A0: ${recipient.address}, ${recipient.city}.`,
    'Pouvez-vous confirmer cette adresse\u00A0? Merci.',
  ].join('\n')

/** Opens a conversation with the customer, the message ready to be sent; null when the number is no mobile. */
export function messageAddress(order: MessageOrder): string | null {
  const number = whatsappNumber(order.recipient.phone)
  return number && `https://wa.me/${number}?text=${encodeURIComponent(orderMessage(order))}`
}
