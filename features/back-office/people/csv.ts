import type { SupplierRow } from '#features/accounts/contract.ts'
import { groupRib } from '#features/accounts/model.ts'
import type { BuyerRow, PurchaseRow } from '#features/buyers/contract.ts'
import { DECISION_NAMES } from '#features/buyers/model.ts'
import { phoneCell } from '#platform/http/csv.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { CustomerRow } from '../contract.ts'
import type { ExportedWithdrawal } from '../requests/queries.ts'

// Each list as a spreadsheet opens it: a head, and the cells of a row.

/** Led by a word: spreadsheets take 24 digits for a number, groups or not, and round them to fifteen. */
const rib = (digits: string | null): string => (digits === null ? '' : `RIB ${groupRib(digits, ' ')}`)

const ROLES = { supplier: 'fournisseur', buyer: 'acheteur', admin: 'admin' } as const

export const SUPPLIERS = {
  head: ['Identifiant', 'Nom', 'Créé le', 'E-mail', 'Téléphone', 'Adresse', 'Grade', 'Gains (DH)', 'État'],
  cells: (supplier: SupplierRow) => [
    supplier.customId,
    supplier.name,
    formatMinute(supplier.createdAt),
    supplier.email,
    phoneCell(supplier.phone),
    supplier.address,
    supplier.grade,
    { amount: supplier.gains },
    supplier.isBanned ? 'banni' : 'actif',
  ],
}

export const CUSTOMERS = {
  head: ['N°', 'Fournisseur', 'Nom', 'Téléphone', 'Adresse', 'Créé le'],
  cells: (customer: CustomerRow) => [
    customer.id,
    customer.supplierCustomId ?? '',
    customer.name,
    phoneCell(customer.phone),
    customer.address,
    formatMinute(customer.createdAt),
  ],
}

export const WITHDRAWALS = {
  head: [
    'N°',
    'Demandé le',
    'Identifiant',
    'Nom',
    'Téléphone',
    'Rôle',
    'Montant (DH)',
    'Statut',
    'RIB',
    'Référence du virement',
    'Motif du refus',
    'Traité le',
  ],
  cells: (withdrawal: ExportedWithdrawal) => [
    withdrawal.id,
    formatMinute(withdrawal.requestedAt),
    withdrawal.account.customId,
    withdrawal.account.name,
    phoneCell(withdrawal.account.phone),
    ROLES[withdrawal.account.role],
    { amount: withdrawal.amount },
    DECISION_NAMES[withdrawal.status],
    rib(withdrawal.rib),
    withdrawal.reference ?? '',
    withdrawal.reason ?? '',
    withdrawal.decidedAt ? formatMinute(withdrawal.decidedAt) : '',
  ],
}

export const BUYERS = {
  head: [
    'Identifiant',
    'Nom',
    'E-mail',
    'Téléphone',
    'Adresse',
    'Stock total (DH)',
    'Stock vendu (DH)',
    'Stock restant (DH)',
  ],
  cells: (buyer: BuyerRow) => [
    buyer.customId,
    buyer.name,
    buyer.email,
    phoneCell(buyer.phone),
    buyer.address,
    { amount: buyer.totalStock },
    { amount: buyer.stockSold },
    { amount: buyer.stockLeft },
  ],
}

export const PURCHASES = {
  head: ['N°', 'Demandé le', 'Acheteur', 'Montant (DH)', 'Statut'],
  cells: (purchase: PurchaseRow) => [
    purchase.id,
    formatMinute(purchase.requestedAt),
    purchase.buyerName,
    { amount: purchase.amount },
    DECISION_NAMES[purchase.status],
  ],
}
