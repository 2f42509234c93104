import { addresses } from '#web/addresses.ts'
import type { CommonIconName } from '#web/ui/icon.tsx'

/** The links of an admin's header on public pages. */
export const ADMIN_LINKS = [
  [addresses.admin.products, 'Produits'],
  [addresses.admin.orders, 'Commandes'],
  [addresses.admin.withdrawals, 'Retrait'],
  [addresses.admin.payments, 'Paiements'],
  [addresses.admin.users, 'Utilisateurs'],
  [addresses.admin.customers, 'Clients'],
  [addresses.admin.announcements, 'Announcement'],
] as const

/** The menu under an admin's name, on pages that load no icons of dashboards. */
export const ADMIN_MENU = [
  [addresses.admin.dashboard, 'Tableau de bord', 'grid'],
  [addresses.admin.settlements, 'Versements', 'cash'],
  [addresses.admin.returns, 'Retours attendus', 'refresh'],
  [addresses.admin.purchases, 'Achats de stock', 'box'],
  [addresses.admin.buyers, 'Acheteurs', 'user'],
  [addresses.admin.statistics, 'Taux de livraison', 'truck'],
  [addresses.admin.audit, 'Journal', 'receipt'],
  [addresses.admin.settings, 'Réglages', 'edit'],
  [addresses.admin.account, 'Mon compte', 'shield'],
] as const satisfies readonly (readonly [string, string, CommonIconName])[]
