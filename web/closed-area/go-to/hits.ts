import type { Found } from '#features/back-office/search/contract.ts'
import { STATUS_NAMES } from '#features/orders/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { formatInteger, normaliseForSearch } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { listAddress } from '#web/list-kit/use-list-address.ts'
import type { IconName } from '#web/ui/icon.tsx'
import { PLACES } from '../admin-places.ts'

/** A line of the search over everything: where it leads, and the words by which it is recognised. */
export interface Hit {
  to: string
  icon: IconName
  name: string
  /** The second line. */
  detail?: string
  /** The name of a product's picture. */
  image?: string
}

export interface HitGroup {
  name: string
  hits: readonly Hit[]
}

const { admin } = addresses

/** The name of the group of pages. */
export const PAGES = 'Aller à'

/** The pages whose name, or another word for them, has what was typed; all of them when nothing was typed. */
function placesFor(typed: string): Hit[] {
  const text = normaliseForSearch(typed)
  return PLACES.flat()
    .filter(({ name, alias = '' }) => normaliseForSearch(`${name} ${alias}`).includes(text))
    .map(({ to, name, icon }) => ({ to, name, icon }))
}

/** Hits of a search, in groups: those that hold something, pages of the back office first. */
export function groupsOf(typed: string, found: Found | null): HitGroup[] {
  const groups: HitGroup[] = [{ name: PAGES, hits: placesFor(typed) }]
  if (found) groups.push(...foundGroups(found, typed.trim().toUpperCase()))
  return groups.filter(({ hits }) => hits.length > 0)
}

/** An order, recognised by its customer. */
export const hitOfOrder = (
  { id, name, city, phone, collected, status, promoCode }: Found['orders'][number],
  code = '',
): Hit => ({
  to: addresses.adminOrder(id),
  icon: 'bag',
  name: `n°\u00A0${id}\u00A0– ${name}`,
  detail: [
    city,
    readablePhone(phone),
    formatDirhams(collected),
    STATUS_NAMES[status],
    promoCode === code && `code ${promoCode}`,
  ]
    .filter(Boolean)
    .join(' · '),
})

/** `code` is what was typed, as a promo code is spelled: an order that carries it says so. */
const foundGroups = ({ orders, customers, products, suppliers }: Found, code: string): HitGroup[] => [
  {
    name: 'Commandes',
    hits: orders.map((order) => hitOfOrder(order, code)),
  },
  {
    name: 'Clients',
    hits: customers.map(({ name, phone, city, orders: count, lastOrder }) => ({
      to: lastOrder === null ? listAddress(admin.customers, { search: phone }) : addresses.adminPerson(lastOrder),
      icon: 'user',
      name,
      detail: [readablePhone(phone), city, `${formatInteger(count)} ${count > 1 ? 'commandes' : 'commande'}`].join(
        ' · ',
      ),
    })),
  },
  {
    name: 'Produits',
    hits: products.map(({ name, image, userPrice, stock }) => ({
      to: listAddress(admin.products, { search: name }),
      icon: 'box',
      image,
      name,
      detail: [formatDirhams(userPrice), stock === 0 ? 'épuisé' : `${formatInteger(stock)} en stock`].join(' · '),
    })),
  },
  {
    name: 'Fournisseurs',
    hits: suppliers.map(({ id, customId, name, phone, promoCode, formerCode, isBanned }) => ({
      to: addresses.adminSupplier(id),
      icon: 'users',
      name: `${name}\u00A0– ${customId}`,
      detail: [formerCode && `ancien code ${formerCode}`, promoCode, readablePhone(phone), isBanned && 'banni']
        .filter(Boolean)
        .join(' · '),
    })),
  },
]
