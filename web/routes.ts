import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('shell/public-layout.tsx', [
    index('home/home.tsx'),
    route('Boutique', 'catalogue/boutique.tsx'),
    route('product-details/:id', 'catalogue/product.tsx'),
    route('checkout', 'orders/checkout.tsx'),
    route('login', 'accounts/login.tsx'),
    route('à-props', 'pages/about.tsx'),
    route('contact', 'pages/contact.tsx'),
    route('terms-of-service', 'pages/terms.tsx'),
    route('*', 'shell/not-found.tsx'),
  ]),
  layout('shell/admin-layout.tsx', [route('order-admin', 'orders/order-admin.tsx')]),
] satisfies RouteConfig
