import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { AnnouncementSlot } from '#web/announcements/announcement-slot.tsx'
import { keepArrivingPromo } from '#web/cart/kept-promo.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { announce, LiveRegion } from '#web/ui/live-region.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import type { Route } from './+types/public-layout'
import { ChatButton } from './chat-button.tsx'
import { ErrorPage } from './error-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import style from './public-layout.module.css'

const CONTENT = 'contenu'

/** What stands around every public page. Pages bring their own `main`. */
export default function PublicLayout() {
  return (
    <Surroundings>
      <Outlet />
    </Surroundings>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Surroundings>
      <ErrorPage error={error} />
    </Surroundings>
  )
}

function Surroundings({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  useArrivals()
  // A supplier's link may lead to any page; its code is used at the checkout.
  useEffect(keepArrivingPromo, [])
  return (
    <div className={style.layout}>
      <a className={style.skip} href={`#${CONTENT}`}>
        Aller au contenu
      </a>
      <NavigationProgress />
      <Header />
      <AnnouncementSlot />
      <noscript>
        <p className={style.noScript}>
          Le catalogue se lit sans JavaScript. Pour ajouter au panier et commander, activez-le dans votre navigateur.
        </p>
      </noscript>
      <div className={style.content} id={CONTENT} tabIndex={-1}>
        {children}
      </div>
      {root && <Footer contact={root.contact} />}
      {root && <ChatButton contact={root.contact} />}
      <LiveRegion />
      <Toaster />
    </div>
  )
}

/** A page that comes without a new document is told like one: the focus goes to its start, its title is said. */
function useArrivals() {
  const { pathname } = useLocation()
  const known = useRef(pathname)
  useEffect(() => {
    if (known.current === pathname) return
    known.current = pathname
    document.getElementById(CONTENT)?.focus({ preventScroll: true })
    announce(document.title)
  }, [pathname])
}
