import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('shell/public-layout.tsx', [
    index('home/home.tsx'),
    route('Boutique', 'catalogue/boutique.tsx'),
    route('product-details/:id', 'catalogue/product.tsx'),
    route('checkout', 'orders/checkout.tsx'),
    route('login', 'accounts/login.tsx'),
    route('signup', 'accounts/signup.tsx'),
    route('forgot-password', 'accounts/forgot-password.tsx'),
    route('reset-password', 'accounts/reset-password.tsx'),
    route('profile', 'accounts/profile.tsx'),
    route('announcement', 'announcements/announcements.tsx'),
    route('à-props', 'pages/about.tsx'),
    route('contact', 'pages/contact.tsx'),
    route('terms-of-service', 'pages/terms.tsx'),
    route('donnees-personnelles', 'pages/privacy.tsx'),
    route('*', 'shell/not-found.tsx'),
  ]),
  layout('shell/account-layout.tsx', [
    route('dashboard', 'dashboard/supplier-dashboard.tsx'),
    route('buyer', 'buyers/buyer.tsx'),
  ]),
  layout('shell/admin-layout.tsx', [route('order-admin', 'orders/order-admin.tsx')]),
] satisfies RouteConfig
