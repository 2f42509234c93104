import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import type { NotificationKind } from './names.ts'

/** What the bell says of something that happened, and the page of the back office where the admin sees to it. */
export interface Line {
  kind: NotificationKind
  message: string
  link: string
}

interface Person {
  customId: string
  name: string
}

const at = (page: string, query: Readonly<Record<string, string>>): string => `${page}?${new URLSearchParams(query)}`

export const ofOrder = ({
  id,
  collected,
  city,
  flagged,
}: {
  id: number
  collected: Centimes
  city: string
  flagged: boolean
}): Line => ({
  kind: 'order',
  message: `Nouvelle commande ${id}\u00A0– ${formatDirhams(collected)}, ${city}${flagged ? '. À vérifier\u00A0: plusieurs commandes de ce numéro en une heure' : ''}`,
  link: `/order-admin/${id}`,
})

export const ofSupplier = ({ customId, name }: Person): Line => ({
  kind: 'supplier',
  message: `Nouveau fournisseur ${customId}\u00A0– ${name}`,
  link: at('/user-admin', { search: customId }),
})

export const ofWithdrawal = ({ amount, customId, name }: Person & { amount: Centimes }): Line => ({
  kind: 'withdrawal',
  message: `Demande de retrait de ${formatDirhams(amount)}\u00A0– ${name}, ${customId}`,
  link: at('/retraite', { status: 'en attente' }),
})

export const ofPurchase = ({ amount, customId, name }: Person & { amount: Centimes }): Line => ({
  kind: 'purchase',
  message: `Demande de stock de ${formatDirhams(amount)}\u00A0– ${name}, ${customId}`,
  link: at('/purchase', { status: 'en attente' }),
})

export const ofSoldOut = ({ name }: { name: string }): Line => ({
  kind: 'sold_out',
  message: `Produit épuisé\u00A0– ${name}`,
  link: at('/produits-admin', { search: name }),
})

/** `title`: what the audit that found something is called. */
export const ofBrokenAudit = ({ title }: { title: string }): Line => ({
  kind: 'audit',
  message: `Comptes à vérifier, retraits suspendus\u00A0– ne tient plus\u00A0: «\u00A0${title}\u00A0»`,
  link: '/journal',
})
