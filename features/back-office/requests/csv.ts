import type { BuyerRow, PurchaseRow } from '#features/buyers/contract.ts'
import { DECISION_NAMES } from '#features/buyers/model.ts'
import { ribCell } from '#features/earnings/index.ts'
import { phoneCell } from '#platform/http/csv.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { ExportedWithdrawal } from './queries.ts'

// Each list of requests as a file for spreadsheets: a head, and the cells of a row.

const ROLES = { supplier: 'fournisseur', buyer: 'acheteur', agent: 'agent', admin: 'admin' } as const

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
    ribCell(withdrawal.rib),
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
