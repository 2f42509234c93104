import type { AuditEntry } from '#features/audit/contract.ts'
import { addresses } from '#web/addresses.ts'

const { admin } = addresses

const searched = (page: string, search: string | null | undefined): string =>
  search ? `${page}?${new URLSearchParams({ search })}` : page

/** Gives the address of the page that shows the changed thing; null for an admin, whom no list has. */
export function pageOf({
  subject,
  subjectId,
  about,
}: Pick<AuditEntry, 'subject' | 'subjectId' | 'about'>): string | null {
  switch (subject) {
    case 'order':
      return addresses.adminOrder(subjectId!)
    case 'product':
      return searched(admin.products, about?.name)
    case 'account':
      return listOf(about?.customId ?? '')
    case 'customer':
      return admin.customers
    case 'courier':
      return admin.couriers
    case 'handover':
      return admin.shipping
    case 'statement':
    case 'claim':
      return admin.settlements
    case 'withdrawal':
      return searched(admin.withdrawals, about?.customId)
    case 'purchase':
      return searched(admin.purchases, about?.customId)
    case 'sale':
    case 'declaration':
      return searched(admin.buyers, about?.customId)
    case 'bank_file':
      return admin.withdrawals
    case 'announcement':
      return admin.announcements
    case 'setting':
    case 'retention':
      return admin.settings
  }
}

/** The list in which an account is found. Its identifier begins with a letter for its role. */
function listOf(customId: string): string | null {
  const lists: Readonly<Record<string, string>> = { F: admin.users, B: admin.buyers, C: admin.agents }
  const list = lists[customId.charAt(0)]
  return list === undefined ? null : searched(list, customId)
}
