import { phoneOf } from '../shops/invented-texts.ts'
import { SIZES } from '../shops/shop-sizes.ts'

// The requests measured on shops of every size: public pages, every list with its filters and sorts, the dashboards.

export type Caller = 'visitor' | 'admin' | 'supplier' | 'buyer'

export interface GrowthRequest {
  name: string
  as: Caller
  path: string
  /** True for a reading call of the first version of the API that is a POST. */
  isPosted?: boolean
  /** Requests another address each time, so that the answer is rendered instead of sent from the cache. */
  isMadeAnew?: boolean
  /** The page of a list, if not the first. */
  part?: 'middle' | 'last'
}

/** Products and customers that every size has. */
const SMALLEST = SIZES[0]!
const SOME_PRODUCT = Math.round(SMALLEST.products / 2)
const SOME_ORDER = SMALLEST.orders / 2
/** The first people order most. */
const SOME_PHONE = phoneOf(0)

const query = (path: string, name: string, value: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${name}=${/^\{\w+\}$/.test(value) ? value : encodeURIComponent(value)}`

const page = (name: string, path: string): GrowthRequest => ({
  name,
  as: 'visitor',
  path,
  isMadeAnew: true,
})

const catalogue: GrowthRequest[] = [
  page('home', '/'),
  page('home, another tab', '/?onglet=packs'),
  page('Boutique', '/Boutique'),
  page('Boutique, middle page', '/Boutique?page={middle}'),
  page('Boutique, last page by name', '/Boutique?tri=nom&page={last}'),
  page('Boutique, category', '/Boutique?categorie=packs'),
  page('Boutique, by price', '/Boutique?tri=prix-croissant'),
  page('Boutique, by name', '/Boutique?tri=nom'),
  page('Boutique, search of many', '/Boutique?q=tonique'),
  page('Boutique, search of two words', '/Boutique?q=creme%20complement'),
  page('Boutique, search of many by price', '/Boutique?q=tonique&tri=prix-croissant'),
  page('Boutique, search in descriptions', '/Boutique?q=tous%20les%20jours'),
  page('Boutique, search of none', '/Boutique?q=introuvable'),
  page('product page', `/product-details/${SOME_PRODUCT}`),
  page('product call', `/api/products/${SOME_PRODUCT}`),
  page('similar products', `/api/same-category-products/${SOME_PRODUCT}`),
  page('delivery dates of a city', '/api/delivery-dates/Casablanca'),
]

interface List {
  name: string
  path: string
  as?: Caller
  isPosted?: boolean
  /** Values of its filters and sorts, by their names in the query. */
  choices?: Readonly<Record<string, readonly string[]>>
}

const LISTS: readonly List[] = [
  {
    name: 'orders',
    path: '/api/admin/orders',
    choices: {
      sort: ['created_at', '-Amount', 'Amount'],
      status: ['en attente', 'livré', 'annulé'],
      confirmation: ['open', 'unreachable', 'confirmed'],
      payment: ['payé', 'en attente', 'annulé'],
      days: ['7', '30'],
      flagged: ['1'],
      city: ['Rabat'],
      supplier: ['F-1001', 'F-1003'],
      search: ['123', '7', 'nadia lahlou', 'rachid', 'zq', 'zzz', 'rabat', SOME_PHONE, 'F-1005'],
    },
  },
  {
    name: 'orders of a status by amount',
    path: '/api/admin/orders?status=livr%C3%A9&sort=-Amount',
  },
  { name: 'orders by amount', path: '/api/admin/orders?sort=-Amount' },
  { name: 'orders of a city by amount', path: '/api/admin/orders?city=Rabat&sort=-Amount' },
  { name: 'paid orders', path: '/api/admin/orders?payment=pay%C3%A9' },
  { name: 'orders of a supplier', path: '/api/admin/orders?supplier=F-1001' },
  { name: 'paid orders of a city and days', path: '/api/admin/orders?payment=pay%C3%A9&city=Rabat&days=30' },
  {
    name: 'lost orders of a supplier by amount',
    path: '/api/admin/orders?payment=annul%C3%A9&supplier=F-1001&sort=Amount',
  },
  { name: 'search of a status by amount', path: '/api/admin/orders?search=nadia&status=annul%C3%A9&sort=Amount' },
  { name: 'orders of a city and a status', path: '/api/admin/orders?city=Rabat&status=annul%C3%A9' },
  { name: 'payments to collect', path: '/api/admin/orders?status=livr%C3%A9&payment=en%20attente' },
  {
    name: 'settled payments',
    path: '/api/admin/orders?status=livr%C3%A9&settled=1',
    choices: { sort: ['-Amount'], days: ['30'], supplier: ['F-1001'], city: ['Rabat'], search: ['nadia'] },
  },
  {
    name: 'expected returns',
    path: '/api/admin/returns/expected',
    choices: { days: ['7', '30'], courier: ['1'], search: ['123', 'nadia', SOME_PHONE] },
  },
  {
    name: 'parcels to follow',
    path: '/api/parcels',
    choices: {
      tab: ['silent', 'refused', 'out', 'moving', 'check'],
      sort: ['state_at', '-state_at'],
      courier: ['1'],
      search: ['123', 'nadia', SOME_PHONE, 'C123', 'zzz'],
    },
  },
  { name: 'lists of parcels', path: '/api/admin/handovers' },
  {
    name: "a supplier's orders",
    path: '/api/supplier/get-ordersAdmin?page=1&per_page=10',
    as: 'supplier',
    choices: {
      status: ['en attente', 'livré'],
      step: ['ordered', 'onTheWay', 'delivered', 'available', 'requested', 'paid'],
      search: ['nadia', '12', '{own}'],
    },
  },
  {
    name: 'products',
    path: '/api/admin/products?page=1',
    choices: {
      sort: ['name', '-name', 'price', '-price', 'stock', '-stock'],
      category: ['Packs'],
      stock: ['low', 'out'],
      place: ['hidden'],
      search: ['tonique', 'argan'],
    },
  },
  {
    name: 'suppliers',
    path: '/api/admin/suppliers',
    choices: { sort: ['created_at'], status: ['actif', 'banni'], search: ['nadia', 'F-1005'] },
  },
  { name: "a supplier's orders, for the admin", path: '/api/admin/suppliers/{supplier}/orders' },
  {
    name: 'people',
    path: '/api/admin/people',
    choices: { search: ['nadia lahlou', 'rachid', SOME_PHONE, 'rabat', 'zz', 'zzz'] },
  },
  {
    name: 'customers',
    path: '/api/admin/customers',
    choices: { sort: ['created_at'], search: ['nadia lahlou', SOME_PHONE, 'rabat', 'zz'] },
  },
  {
    name: 'withdrawals',
    path: '/api/withdrawals',
    choices: { sort: ['created_at', '-created_at'], status: ['en attente', 'approuvé', 'refusé'], search: ['nadia'] },
  },
  {
    name: 'purchases',
    path: '/api/admin/get-all-purchases?page=1',
    choices: { sort: ['created_at', '-created_at'], status: ['en attente', 'approuvé'], search: ['b-2001'] },
  },
  {
    name: 'declared sales',
    path: '/api/admin/sale-declarations',
    choices: { sort: ['created_at', '-created_at'], status: ['en attente', 'approuvé'], search: ['b-2001'] },
  },
  {
    name: 'buyers',
    path: '/api/admin/buyers',
    choices: { sort: ['created_at'], search: ['b-200'] },
  },
  {
    name: 'audit log',
    path: '/api/admin/audit',
    choices: { subject: ['order', 'product'], actor: ['ADMIN'], days: ['7'], search: ['123', 'introuvable'] },
  },
  {
    name: 'announcements',
    path: '/api/admin/allannouncement?page=1',
    isPosted: true,
    choices: { state: ['active'], search: ['livraison'] },
  },
  { name: 'rates by city', path: '/api/admin/delivery-rates?by=city', choices: { days: ['365'] } },
  {
    name: 'rates by product',
    path: '/api/admin/delivery-rates?by=product',
    choices: { sort: ['-refused', 'name'], days: ['365'] },
  },
  {
    name: 'rates by supplier',
    path: '/api/admin/delivery-rates?by=supplier',
    choices: { sort: ['-refused', 'name'], days: ['365'] },
  },
]

function screensOf({ choices = {}, ...list }: List): GrowthRequest[] {
  const { name, path } = list
  const first: GrowthRequest = { as: 'admin', ...list }
  const parts = (['middle', 'last'] as const).map((part) => ({ ...first, name: `${name}, ${part} page`, part }))
  const chosen = Object.entries(choices).flatMap(([key, values]) =>
    values.map((value) => ({ ...first, name: `${name}, ${key} ${value}`, path: query(path, key, value) })),
  )
  return [first, ...parts, ...chosen]
}

const dashboard = (name: string, path: string, as: Caller = 'admin'): GrowthRequest => ({
  name,
  as,
  path,
})

/** The numbers of so many products. */
const numbered = (count: number): string => Array.from({ length: count }, (_, nth) => SOME_PRODUCT + nth).join(',')

const dashboards: GrowthRequest[] = [
  dashboard('admin, figures', '/api/admin/ordersDashbord?summary=1'),
  dashboard('admin, to do', '/api/admin/to-do'),
  dashboard('admin, best products', '/api/admin/best-products'),
  dashboard('admin, orders at each step', '/api/admin/orders/counts'),
  { ...dashboard('desk, next order to call', '/api/confirmation/next'), isPosted: true },
  dashboard('desk, orders to call', '/api/confirmation/queue?tab=none'),
  dashboard('admin, orders to prepare', '/api/admin/handovers/to-prepare'),
  dashboard('admin, a list of parcels', '/api/admin/handovers/1'),
  dashboard('admin, couriers', '/api/admin/couriers'),
  dashboard('admin, a courier', '/api/admin/couriers/1'),
  dashboard('admin, a scanned parcel', `/api/admin/returns/parcel?code=${SOME_ORDER}`),
  dashboard('admin, paces of a page of products', `/api/admin/stock-paces?ids=${numbered(50)}`),
  dashboard('admin, a person', `/api/admin/people/${SOME_ORDER}`),
  dashboard('admin, a person of many orders', '/api/admin/people/{frequent}'),
  dashboard('admin, a supplier', '/api/admin/suppliers/{supplier}'),
  dashboard('admin, a product', `/api/admin/products/${SOME_PRODUCT}`),
  dashboard('admin, what is stored of people', '/api/admin/retention'),
  dashboard('admin, settings', '/api/admin/settings'),
  ...['nadia', 'nadia lahlou', 'rabat', 'argan', 'zzz', '12', '123', SOME_PHONE, 'F-1005', 'SARA10'].map((typed) =>
    dashboard(`palette, ${typed}`, query('/api/admin/search', 'q', typed)),
  ),
  dashboard('admin, withdrawals summed', '/api/admin/withdrawals/summary'),
  dashboard('admin, an order', `/api/admin/orders/${SOME_ORDER}`),
  dashboard('bell', '/api/admin/notifications'),
  dashboard('bell, unread', '/api/admin/notifications/unread'),
  dashboard('supplier, gains of 30 days', '/api/supplier/gains?days=30', 'supplier'),
  dashboard('supplier, gains of 90 days', '/api/supplier/gains?days=90', 'supplier'),
  dashboard('supplier, an order’s gain', `/api/supplier/orders/{own}/gain`, 'supplier'),
  dashboard('supplier, account', '/api/supplier/account', 'supplier'),
  dashboard('supplier, prices', '/api/supplier/prices', 'supplier'),
  dashboard('supplier, profile', '/api/suppliers/{me}', 'supplier'),
  dashboard('buyer, to pay', '/api/buyer/to-pay', 'buyer'),
  dashboard('buyer, stock', '/api/get-stock-data', 'buyer'),
  dashboard('buyer, history', '/api/buyer/history?page=1&per_page=20', 'buyer'),
  { ...dashboard('buyer, history, middle page', '/api/buyer/history?page=1&per_page=20', 'buyer'), part: 'middle' },
  { ...dashboard('buyer, history, last page', '/api/buyer/history?page=1&per_page=20', 'buyer'), part: 'last' },
  dashboard('announcements', '/api/announcement', 'supplier'),
]

/**
 * `{me}` in a path is the caller's number, `{own}` that of an order of theirs, `{supplier}` the measured supplier's,
 * `{frequent}` an order of the phone that ordered most, `{middle}` and `{last}` those of pages of
 * the Boutique.
 */
export const growthRequests: readonly GrowthRequest[] = [...catalogue, ...LISTS.flatMap(screensOf), ...dashboards]
