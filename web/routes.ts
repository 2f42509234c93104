import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import type { Register } from 'react-router'

/** The id of a route: its file's path without the extension. Code that names a route by its id has this type check it. */
export type RouteId = keyof Register['routeModules']

export default [
  layout('shell/public-layout.tsx', [
    index('home/home.tsx'),
    route('Boutique', 'catalogue/shop/boutique.tsx'),
    route('product-details/:id', 'catalogue/shop/product/product.tsx'),
    route('checkout', 'orders/checkout/checkout.tsx'),
    route('suivi', 'orders/tracking/follow-order.tsx'),
    route('suivi/:token', 'orders/tracking/tracking.tsx'),
    route('login', 'accounts/login.tsx'),
    route('signup', 'accounts/signup.tsx'),
    route('forgot-password', 'accounts/password-reset/forgot-password.tsx'),
    route('reset-password', 'accounts/password-reset/reset-password.tsx'),
    route('profile', 'accounts/profile.tsx'),
    route('announcement', 'announcements/announcements.tsx'),
    route('à-props', 'pages/about.tsx'),
    route('contact', 'pages/contact.tsx'),
    route('terms-of-service', 'pages/terms.tsx'),
    route('donnees-personnelles', 'pages/privacy.tsx'),
    route('*', 'errors/not-found.tsx'),
  ]),
  layout('closed-area/account-layout.tsx', [
    route('dashboard', 'supplier-space/supplier-dashboard.tsx'),
    route('buyer', 'buyer-space/buyer.tsx'),
  ]),
  layout('closed-area/admin-layout.tsx', [
    route('dashbord-admin', 'back-office/home/admin-dashboard.tsx'),
    route('order-admin', 'orders/admin/order-admin.tsx', [route(':id', 'orders/admin/detail/order-detail.tsx')]),
    route('confirmation/:view?', 'calls/desk/confirmation.tsx'),
    route('suivi-colis', 'parcels/follow/parcels.tsx', { id: 'parcels' }),
    route('livreurs/:id?', 'parcels/couriers/couriers.tsx', { id: 'couriers' }),
    route('payment-admin', 'back-office/payments/payment-admin.tsx'),
    route('expedition', 'parcels/shipping/shipping.tsx'),
    route('versements/:id?', 'settlements/settlements.tsx'),
    route('retours', 'back-office/returns/returns.tsx'),
    route('statistiques', 'back-office/delivery-rates/delivery-rates.tsx'),
    route('reglages', 'back-office/settings/settings-page.tsx'),
    route('mon-compte', 'accounts/account-admin.tsx'),
    route('double-authentification', 'accounts/second-factor/second-factor-page.tsx'),
    route('journal', 'back-office/audit/audit-log.tsx'),
    route('produits-admin', 'catalogue/admin/product-admin.tsx'),
    route('retraite', 'back-office/withdrawals/withdrawals-admin.tsx'),
    route('user-admin', 'back-office/people/user-admin.tsx'),
    route('user-admin/:id', 'back-office/people/user-profile.tsx'),
    route('client-admin', 'back-office/people/client-admin.tsx'),
    route('client-admin/:id', 'back-office/people/client-person.tsx'),
    route('agents', 'back-office/people/agent-admin.tsx'),
    route('purchase', 'back-office/buyers/purchase-admin.tsx'),
    route('buyerAdmin', 'back-office/buyers/buyer-admin.tsx'),
    route('AdminAnnouncement', 'announcements/announcement-admin.tsx'),
  ]),
] satisfies RouteConfig
