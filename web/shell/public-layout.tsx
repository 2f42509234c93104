import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { PromoStrip } from '#web/cart/promo-strip.tsx'
import { ErrorPage } from '#web/errors/error-page.tsx'
import { CONTENT_ID } from './content-id.ts'
import { Footer } from './footer.tsx'
import { Frame } from './frame.tsx'
import { Header } from './header.tsx'
import style from './public-layout.module.css'

/** The layout of every public page. Pages bring their own `main`. */
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
  return (
    <Frame
      header={
        <>
          <Header />
          <PromoStrip />
        </>
      }
      noScript="Le catalogue se lit sans JavaScript. Pour ajouter au panier et commander, activez-le dans votre navigateur."
      footer={<Footer />}
    >
      <div className={style.content} id={CONTENT_ID} tabIndex={-1}>
        {children}
      </div>
    </Frame>
  )
}
