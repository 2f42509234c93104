import type { ToDo } from '#features/back-office/contract.ts'
import { STATUS_NAMES } from '#features/orders/model.ts'
import { addresses } from '#web/addresses.ts'
import { listAddress } from '#web/list-kit/use-list-address.ts'
import type { IconName } from '#web/ui/icon.tsx'

/** A page of the back office, as its navigation and its search list it. */
export interface Place {
  to: string
  name: string
  /** The words of the name that a bar with little room shows. */
  short?: string
  icon: IconName
  /** True of a page above another one of the same list: it is not the present one while that is. */
  isAbove?: boolean
  /** Counts the things that wait there for a person, with the words after the number and the part of the page that lists them. */
  waiting?: { count: (toDo: ToDo) => number; words: string; to: string }
  /** Other words that the search finds it by. */
  alias?: string
}

const { admin } = addresses

/** Lists of what waits for the admin: the rows that `ToDo` counts. */
export const WAITING_AT = {
  orders: listAddress(admin.orders, { status: STATUS_NAMES.pending, confirmation: 'open' }),
  returns: admin.returns,
  withdrawals: listAddress(admin.withdrawals, { status: 'en attente' }),
  purchases: listAddress(admin.purchases, { status: 'en attente' }),
  declaredSales: admin.buyers,
  lowStock: listAddress(admin.products, { stock: 'low' }),
} as const

const DASHBOARD: Place = {
  to: admin.dashboard,
  name: 'Tableau de bord',
  short: 'Tableau',
  icon: 'grid',
  alias: 'accueil chiffres',
}

const ORDERS: Place = {
  to: admin.orders,
  name: 'Commandes',
  icon: 'bag',
  waiting: { count: ({ pendingOrders }) => pendingOrders, words: 'à confirmer', to: WAITING_AT.orders },
}

const CONFIRMATION: Place = {
  to: admin.confirmation,
  name: 'Confirmation',
  icon: 'phone',
  isAbove: true,
  waiting: { count: ({ calls }) => calls.toCall, words: 'à appeler', to: admin.confirmation },
  alias: 'appels appeler',
}

const PARCELS: Place = {
  to: admin.parcels,
  name: 'Suivi des colis',
  short: 'Colis',
  icon: 'truck',
  alias: 'relancer statuts importer',
}

const PAYMENTS: Place = { to: admin.payments, name: 'Paiements', icon: 'coins', alias: 'encaisser livreur' }

const PRODUCTS: Place = {
  to: admin.products,
  name: 'Produits',
  icon: 'box',
  waiting: { count: ({ lowStock }) => lowStock.count, words: 'en stock bas', to: WAITING_AT.lowStock },
  alias: 'catalogue stock packs',
}

/** The pages of the back office, those of one subject together. */
export const PLACES: readonly (readonly Place[])[] = [
  [DASHBOARD],
  [ORDERS, CONFIRMATION, PAYMENTS, { to: admin.customers, name: 'Clients', icon: 'user', alias: 'clientes' }],
  [
    { to: admin.shipping, name: 'Expédition', icon: 'upload', alias: 'bordereau étiquettes préparer colis livreur' },
    PARCELS,
    {
      to: admin.returns,
      name: 'Retours attendus',
      icon: 'refresh',
      waiting: { count: ({ returns }) => returns.count, words: 'en route', to: WAITING_AT.returns },
      alias: 'colis',
    },
    { to: admin.settlements, name: 'Versements', icon: 'cash', alias: 'relevés livreurs réclamations argent dehors' },
    { to: admin.couriers, name: 'Livreurs', icon: 'users', alias: 'tarifs villes libellés fichier' },
  ],
  [PRODUCTS, { to: admin.announcements, name: 'Announcement', icon: 'megaphone', alias: 'annonces actualités' }],
  [
    { to: admin.users, name: 'Utilisateurs', icon: 'users', alias: 'fournisseurs' },
    {
      to: admin.withdrawals,
      name: 'Retrait',
      icon: 'cash',
      waiting: { count: ({ withdrawals }) => withdrawals.count, words: 'à approuver', to: WAITING_AT.withdrawals },
      alias: 'retraits virements',
    },
    {
      to: admin.buyers,
      name: 'Acheteurs',
      icon: 'store',
      waiting: {
        count: ({ declaredSales }) => declaredSales.count,
        words: 'à approuver',
        to: WAITING_AT.declaredSales,
      },
      alias: 'ventes déclarées',
    },
    {
      to: admin.purchases,
      name: 'Achats de stock',
      icon: 'receipt',
      waiting: { count: ({ purchases }) => purchases.count, words: 'à approuver', to: WAITING_AT.purchases },
    },
    { to: admin.agents, name: 'Agents', icon: 'users', alias: 'confirmation appels' },
  ],
  [
    { to: admin.statistics, name: 'Taux de livraison', icon: 'chart', alias: 'statistiques villes' },
    { to: admin.audit, name: 'Journal', icon: 'clock', alias: 'audit historique' },
    { to: admin.settings, name: 'Réglages', icon: 'sliders', alias: 'paramètres frais' },
  ],
]

/** The pages of an agent, in the place of all these. */
export const AGENT_PLACES: readonly Place[] = [
  CONFIRMATION,
  PARCELS,
  { to: admin.callFigures, name: 'Chiffres', icon: 'chart' },
  { to: addresses.profile, name: 'Profil', icon: 'user' },
]

/** The pages of the bar at the thumb; the others are behind *Plus*. */
export const AT_THE_THUMB: readonly Place[] = [DASHBOARD, ORDERS, PAYMENTS, PRODUCTS]
