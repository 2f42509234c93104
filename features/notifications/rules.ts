import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { NotificationKind } from './model.ts'

/** What the bell says of something that happened, and the page of the back office where the admin sees to it. */
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

/** Why an order should be looked at. */
const FLAGS = {
  phone: 'plusieurs commandes de ce numéro en une heure',
  large: 'commande importante',
  product: 'beaucoup de commandes d’un même produit en dix minutes',
} as const

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

export const supplierSignedUp = ({ customId, name }: NamedAccount): NotificationText => ({
  kind: 'supplier',
  message: `Nouveau fournisseur ${customId}\u00A0– ${name}`,
  link: linkTo('/user-admin', { search: customId }),
})

export const withdrawalRequested = ({
  amount,
  customId,
  name,
}: NamedAccount & { amount: Centimes }): NotificationText => ({
  kind: 'withdrawal',
  message: `Demande de retrait de ${formatDirhams(amount)}\u00A0– ${name}, ${customId}`,
  link: linkTo('/retraite', { status: 'en attente' }),
})

export const stockRequested = ({ amount, customId, name }: NamedAccount & { amount: Centimes }): NotificationText => ({
  kind: 'purchase',
  message: `Demande de stock de ${formatDirhams(amount)}\u00A0– ${name}, ${customId}`,
  link: linkTo('/purchase', { status: 'en attente' }),
})

export const productSoldOut = ({ name }: { name: string }): NotificationText => ({
  kind: 'sold_out',
  message: `Produit épuisé\u00A0– ${name}`,
  link: linkTo('/produits-admin', { search: name }),
})

const MOST_NAMED = 3

/**
 * `title`: what the invariant that does not hold is called. `stopped`: the identifiers of those who cannot withdraw;
 * null when nobody can.
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

/** Of the page where the owner confirms. */
const RETENTION_PAGE = '/reglages'

const countOfOrders = (count: number): string => (count === 1 ? 'une commande' : `${formatInteger(count)} commandes`)

/** `before`: the newest moment that is certain; `at`: what the server's clock says now. */
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

export const roundToConfirm = ({ due, all, years }: AnonymisationRound): NotificationText => ({
  kind: 'retention',
  message: `Anonymisation à confirmer\u00A0– ${countOfOrders(due)} sur ${formatInteger(all)}, de plus de ${countOfYears(years)}`,
  link: RETENTION_PAGE,
})

export const oldOrdersAnonymised = ({ orders, years }: { orders: number; years: number }): NotificationText => ({
  kind: 'retention',
  message: `Anonymisation faite\u00A0– ${countOfOrders(orders)} de plus de ${countOfYears(years)}`,
  link: '/journal',
})

const countOfYears = (years: number): string => (years === 1 ? 'un an' : `${years}\u00A0ans`)
