/** Every public page that anybody may open, as its address spells it. */
export const PUBLIC_PAGES = [
  '/',
  '/Boutique',
  '/product-details/1',
  '/checkout',
  '/%C3%A0-props',
  '/contact',
  '/terms-of-service',
  '/donnees-personnelles',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/suivi',
]
