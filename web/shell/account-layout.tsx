import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Outlet, useMatches, useRouteLoaderData } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { AnnouncementSlot } from '#web/announcements/announcement-slot.tsx'
import { Dashboard } from '#web/dashboard/dashboard.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import { logOut } from '#web/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { AccountGuard, type AccountRole } from './account-guard.tsx'
import style from './account-layout.module.css'
import { SHOP_NAME } from './brand.tsx'
import { ChatButton } from './chat-button.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

const CONTENT = 'contenu'

/** What a supplier's or a buyer's dashboard says of itself in its `handle`. */
export interface AccountPage {
  /** Its heading, shown before anybody is let in. */
  title: string
  role: AccountRole
}

export const accountMeta = ({ title }: AccountPage) => [{ title: `${title} – ${SHOP_NAME}` }]

/** What stands around suppliers' and buyers' dashboards: the shop's own header, and the component kit once they are let in. */
export default function AccountLayout() {
  const page = useMatches().findLast(({ handle }) => (handle as AccountPage | undefined)?.role)?.handle as AccountPage
  const [isLeaving, setLeaving] = useState(false)

  const leave = async () => {
    // The guard must not take a person who logs out for one who has to log in.
    flushSync(() => setLeaving(true))
    await logOut()
    window.location.assign(addresses.home)
  }

  return (
    <Surroundings onLogOut={leave}>
      <h1 className={style.title}>{page.title}</h1>
      {isLeaving ? (
        <p role="status">Loading</p>
      ) : (
        <AccountGuard role={page.role}>
          <Dashboard>
            <Outlet />
          </Dashboard>
        </AccountGuard>
      )}
    </Surroundings>
  )
}

export function ErrorBoundary() {
  return (
    <Surroundings>
      <title>Une erreur est survenue</title>
      <h1 className={style.title}>La page n’a pas pu être chargée</h1>
      <p className={style.failure}>Un incident nous empêche de l’afficher. Réessayez dans un instant.</p>
      <div className={style.actions}>
        <Button icon="refresh" onClick={() => window.location.reload()}>
          Réessayer
        </Button>
        <ButtonLink look="secondary" to={addresses.home} reloadDocument>
          Revenir à l’accueil
        </ButtonLink>
      </div>
    </Surroundings>
  )
}

function Surroundings({ onLogOut, children }: { onLogOut?: () => void; children: ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <div className={style.layout}>
      <meta name="robots" content="noindex" />
      <a className={style.skip} href={`#${CONTENT}`}>
        Aller au contenu
      </a>
      <Header onLogOut={onLogOut} />
      <AnnouncementSlot />
      <noscript>
        <p className={style.noScript}>
          Votre tableau de bord a besoin de JavaScript&nbsp;: activez-le dans votre navigateur.
        </p>
      </noscript>
      <main className={style.content} id={CONTENT} tabIndex={-1}>
        {children}
      </main>
      {root && <Footer contact={root.contact} />}
      {root && <ChatButton contact={root.contact} />}
      <LiveRegion />
      <Toaster />
    </div>
  )
}
