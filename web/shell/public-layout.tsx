import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { keepArrivingPromo } from '#web/cart/kept-promo.ts'
import { announce } from '#web/ui/live-region.tsx'
import { ErrorPage } from './error-page.tsx'
import { CONTENT, Frame } from './frame.tsx'
import { Header } from './header.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import style from './public-layout.module.css'
import { ShopFooter } from './shop-footer.tsx'

/** What stands around every public page. Pages bring their own `main`. */
export default function PublicLayout() {
  return (
    <Surroundings>
      <Outlet />
    </Surroundings>
  )
}

export function ErrorBoundary() {
  return (
    <Surroundings>
      <ErrorPage />
    </Surroundings>
  )
}

function Surroundings({ children }: { children: ReactNode }) {
  useArrivals()
  // A supplier's link may lead to any page; its code is used at the checkout.
  useEffect(keepArrivingPromo, [])
  return (
    <Frame
      header={
        <>
          <NavigationProgress />
          <Header />
        </>
      }
      noScript="Le catalogue se lit sans JavaScript. Pour ajouter au panier et commander, activez-le dans votre navigateur."
      footer={<ShopFooter />}
    >
      <div className={style.content} id={CONTENT} tabIndex={-1}>
        {children}
      </div>
    </Frame>
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
