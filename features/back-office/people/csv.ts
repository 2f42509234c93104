import type { SupplierRow } from '#features/accounts/contract.ts'
import { phoneCell } from '#platform/http/csv.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { CustomerRow, Person } from './contract.ts'

// Each list of people as a file for spreadsheets: a head, and the cells of a row.

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

export const PEOPLE = {
  head: ['Client', 'Téléphone', 'Ville', 'Commandes', 'Livrées', 'Refusées', 'Dépensé (DH)', 'Dernière commande'],
  cells: (person: Person) => [
    person.name,
    phoneCell(person.phone),
    person.city,
    person.orders,
    person.delivered,
    person.refused,
    { amount: person.spent },
    formatMinute(person.lastOrderAt),
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
