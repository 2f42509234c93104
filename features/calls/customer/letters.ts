import { firstNameOf } from '#features/accounts/index.ts'
import { OTHER_CITY } from '#platform/kernel/cities.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import type { Letter } from '#platform/mail/letter.ts'

/** Tells the supplier who placed an order that nobody can be reached under its number. */
export const wrongNumberLetter = (id: number): Letter => ({
  subject: `Le numéro de la commande ${id} est faux`,
  paragraphs: [`Le numéro de la commande ${id} est faux. Corrigez-le et elle sera rappelée.`],
  action: { label: 'Voir mes commandes', path: '/dashboard' },
})

interface LinkedOrder {
  id: number
  name: string
  city: string
  collected: Centimes
  products: readonly { name: string; quantity: number }[]
}

const hello = (name: string): string => ['Bonjour', firstNameOf(name)].filter(Boolean).join(' ')

/** The message with which staff send the link to a customer who did not answer three calls. */
export const unansweredMessage = ({ id, name }: Pick<LinkedOrder, 'id' | 'name'>, url: string): string =>
  `${hello(name)}, nous vous avons appelée trois fois au sujet de votre commande n° ${id}. Souhaitez-vous toujours la recevoir\u00A0? ${url}`

/** The message with which staff send a customer the link to her page. */
export function linkMessage({ id, name, city, collected, products }: LinkedOrder, shopName: string, url: string) {
  const list = products.map((product) => `${product.quantity} × ${product.name}`).join(', ')
  const place = city === OTHER_CITY ? '' : ` à ${city}`
  return `${hello(name)}, votre commande n° ${id} chez ${shopName}\u00A0: ${list}, ${formatDirhams(collected)} à la livraison${place}. Confirmez ou corrigez l’adresse ici\u00A0: ${url} Merci\u00A0!`
}
