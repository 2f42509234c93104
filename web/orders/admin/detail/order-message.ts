import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import type { Recipient } from '#features/orders/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'

type MessageOrder = Pick<AdminOrderDetail, 'id' | 'collected'> & {
  lines: readonly Pick<AdminOrderDetail['lines'][number], 'quantity' | 'name'>[]
  recipient: Recipient
}

/** Numbers that have an account of the messenger: Moroccan mobiles. */
const MOBILE = /^0[67]\d{8}$/

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
  const { phone } = order.recipient
  if (!MOBILE.test(phone)) return null
  return `https://wa.me/212${phone.slice(1)}?text=${encodeURIComponent(orderMessage(order))}`
}
