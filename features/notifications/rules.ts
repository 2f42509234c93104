import { yearsInWords } from '#platform/kernel/days/years-in-words.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { NotificationKind } from './model.ts'

/** Text of a notification, and the page of the back office where the admin sees to it. */
export interface NotificationText {
  kind: NotificationKind
  message: string
  link: string
}

interface NamedAccount {
  customId: string
  name: string
}

const linkTo = (page: string, query: Readonly<Record<string, string>>): string =>
  `${page}?${new URLSearchParams(query)}`

/** Reasons to check an order before it is sent. */
const FLAGS = {
  phone: 'plusieurs commandes de ce numéro en une heure',
  large: 'commande importante',
  product: 'beaucoup de commandes d’un même produit en dix minutes',
} as const

/** Announces an order: what the courier collects (centimes), the city, and why to check it. */
export const orderPlaced = ({
  id,
  collected,
  city,
  flags,
}: {
  id: number
  collected: Centimes
  city: string
  flags: readonly (keyof typeof FLAGS)[]
}): NotificationText => ({
  kind: 'order',
  message: `Nouvelle commande ${id}\u00A0– ${formatDirhams(collected)}, ${city}${flags.length > 0 ? `. À vérifier\u00A0: ${flags.map((flag) => FLAGS[flag]).join(', ')}` : ''}`,
  link: `/order-admin/${id}`,
})

/** Announces a new supplier. */
export const supplierSignedUp = ({ customId, name }: NamedAccount): NotificationText => ({
  kind: 'supplier',
  message: `Nouveau fournisseur ${customId}\u00A0– ${name}`,
  link: linkTo('/user-admin', { search: customId }),
})

/** Announces a request for a withdrawal of `amount` centimes. */
export const withdrawalRequested = ({
  amount,
  customId,
  name,
}: NamedAccount & { amount: Centimes }): NotificationText => ({
  kind: 'withdrawal',
  message: `Demande de retrait de ${formatDirhams(amount)}\u00A0– ${name}, ${customId}`,
  link: linkTo('/retraite', { status: 'en attente' }),
})

/** Announces a buyer's request for stock of `amount` centimes. */
export const stockRequested = ({ amount, customId, name }: NamedAccount & { amount: Centimes }): NotificationText => ({
  kind: 'purchase',
  message: `Demande de stock de ${formatDirhams(amount)}\u00A0– ${name}, ${customId}`,
  link: linkTo('/purchase', { status: 'en attente' }),
})

/** Announces a buyer's declared sale of `amount` centimes. */
export const saleDeclared = ({ amount, customId, name }: NamedAccount & { amount: Centimes }): NotificationText => ({
  kind: 'sale',
  message: `Vente déclarée de ${formatDirhams(amount)}\u00A0– ${name}, ${customId}`,
  link: '/buyerAdmin',
})

/** Announces that the last piece of a product was ordered. */
export const productSoldOut = ({ name }: { name: string }): NotificationText => ({
  kind: 'sold_out',
  message: `Produit épuisé\u00A0– ${name}`,
  link: linkTo('/produits-admin', { search: name }),
})

const MOST_NAMED = 3

/**
 * Warns of an invariant of the books that does not hold, by its title. `stopped` holds the custom ids of the accounts
 * whose withdrawals are suspended; null when all are.
 */
export const booksBroken = ({
  title,
  stopped,
}: {
  title: string
  stopped: readonly string[] | null
}): NotificationText => ({
  kind: 'audit',
  message: `Comptes à vérifier, retraits${ofAccounts(stopped)} suspendus\u00A0– ne tient plus\u00A0: «\u00A0${title}\u00A0»`,
  link: '/journal',
})

function ofAccounts(stopped: readonly string[] | null): string {
  if (stopped === null) return ''
  return stopped.length > MOST_NAMED ? ` de ${stopped.length} comptes` : ` de ${stopped.join(', ')}`
}

/** Page where the owner confirms a clock or a round. */
const RETENTION_PAGE = '/reglages'

const countOfOrders = (count: number): string => (count === 1 ? 'une commande' : `${formatInteger(count)} commandes`)

/** Asks the owner to confirm the server's clock: `at` is its present time, `before` the newest moment that is certain. */
export const clockToConfirm = ({ before, at }: { before: Date; at: Date }): NotificationText => ({
  kind: 'retention',
  message: `Date du serveur à confirmer\u00A0– il indique le ${dayOf(at)}, et tout s’arrête au ${dayOf(before)}. Rien n’est effacé en attendant`,
  link: RETENTION_PAGE,
})

const dayOf = (at: Date): string => formatMinute(at).slice(0, 10)

interface AnonymisationRound {
  due: number
  all: number
  years: number
}

/** Asks the owner to confirm a round that would anonymise `due` of `all` orders, those older than `years`. */
export const roundToConfirm = ({ due, all, years }: AnonymisationRound): NotificationText => ({
  kind: 'retention',
  message: `Anonymisation à confirmer\u00A0– ${countOfOrders(due)} sur ${formatInteger(all)}, de plus de ${yearsInWords(years)}`,
  link: RETENTION_PAGE,
})

/** Announces that a round anonymised so many orders older than `years`. */
export const oldOrdersAnonymised = ({ orders, years }: { orders: number; years: number }): NotificationText => ({
  kind: 'retention',
  message: `Anonymisation faite\u00A0– ${countOfOrders(orders)} de plus de ${yearsInWords(years)}`,
  link: '/journal',
})
