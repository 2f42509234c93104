/** The address of every page, as links and the URL map spell it. */
export const addresses = {
  home: '/',
  shop: '/Boutique',
  /** The field of the shop's search. */
  search: '/Boutique#recherche',
  product: (id: number) => `/product-details/${id}`,
  checkout: '/checkout',
  about: '/à-props',
  contact: '/contact',
  terms: '/terms-of-service',
  privacy: '/donnees-personnelles',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  profile: '/profile',
  dashboard: '/dashboard',
  buyer: '/buyer',
  announcements: '/announcement',
  catalogue: '/catalogue.pdf',
  /** The page that finds the link of an order. */
  followOrder: '/suivi',
  /** The page of an order for anybody who has its link. */
  tracking: (token: string) => `/suivi/${token}`,
  /** The page of an order in the back office. */
  adminOrder: (id: number) => `/order-admin/${id}`,
  /** The page of the person to whom an order went: so no phone stands in an address. */
  adminPerson: (orderId: number) => `/client-admin/${orderId}`,
  /** The page of a supplier in the back office. */
  adminSupplier: (id: number) => `/user-admin/${id}`,
  admin: {
    dashboard: '/dashbord-admin',
    orders: '/order-admin',
    products: '/produits-admin',
    payments: '/payment-admin',
    users: '/user-admin',
    customers: '/client-admin',
    withdrawals: '/retraite',
    announcements: '/AdminAnnouncement',
    purchases: '/purchase',
    buyers: '/buyerAdmin',
    audit: '/journal',
    settings: '/reglages',
    account: '/mon-compte',
    statistics: '/statistiques',
    returns: '/retours',
    secondFactor: '/double-authentification',
    agents: '/agents',
    /** Agents work here too. */
    confirmation: '/confirmation',
    callFigures: '/confirmation/chiffres',
    /** Parcels on their way, for agents too. */
    parcels: '/suivi-colis',
    couriers: '/livreurs',
    shipping: '/expedition',
    settlements: '/versements',
  },
} as const
