import { use, useEffect } from 'react'
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router'
import { promoScript } from '#web/cart/promo-script.ts'
import { BareErrorPage } from '#web/errors/bare-error-page.tsx'
import { pageServices } from '#web/loader-context.ts'
import { useLeaveFor } from '#web/session/leave-for.ts'
import { roleScript } from '#web/session/role-script.ts'
import { useAnnounceNavigation } from '#web/shell/announce-navigation.ts'
import type { Route } from './+types/root'
import interUrl from './assets/fonts/inter.woff2?url'
import { InlinedStyles } from './inlined-styles.tsx'
import { NonceContext } from './nonce.ts'
import type { RouteId } from './routes.ts'
import { TapsBeforeHydration, tapsScript } from './taps-before-hydration.ts'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { today, publicUrl } = context.get(pageServices)
  return { ...(await today()), publicUrl }
}

/** The pages of lists, which can be shown without their products. */
const LISTS: readonly string[] = ['home/home', 'catalogue/shop/boutique'] satisfies RouteId[]
/** The root's data as this browser loaded it last. */
let lastKnown: Route.ComponentProps['loaderData'] | undefined

/** Stands in for loaders that got no answer: the root shows its last data, and a page of a list shows none. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_around, next) => {
    const results = await next()
    const unanswered = Object.keys(results).filter((id) => isNoAnswer(results[id]!))
    const standIns = unanswered.flatMap((id) => {
      const standIn = id === 'root' ? lastKnown : LISTS.includes(id) ? null : undefined
      return standIn === undefined ? [] : [[id, { type: 'data', result: standIn }] as const]
    })
    return { ...results, ...Object.fromEntries(standIns) }
  },
]

/** Recognises a network, a shop or a proxy that is down. A page that does not exist is an answer. */
const isNoAnswer = ({ type, result }: DataStrategyResult): boolean =>
  type === 'error' && (result instanceof Error || (isRouteErrorResponse(result) && result.status >= 500))

export const links: LinksFunction = () => [
  { rel: 'preload', href: interUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

const headScript = `${roleScript};${promoScript};${tapsScript}`

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = use(NonceContext)
  return (
    <html lang="fr" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#ffffff" />
        <meta name="format-detection" content="telephone=no" />
        <Meta />
        <InlinedStyles />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours that must run before the first paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        <TapsBeforeHydration />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    lastKnown = loaderData
  }, [loaderData])
  useLeaveFor()
  useAnnounceNavigation()
  return <Outlet />
}

/** The last resort, where the layouts themselves may have failed. */
export function ErrorBoundary() {
  return <BareErrorPage />
}
