import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Outlet, useMatches } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { AnnouncementSlot } from '#web/announcements/announcement-slot.tsx'
import { Dashboard } from '#web/dashboard/dashboard.tsx'
import { logOut } from '#web/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { AdminHeader } from './admin-header.tsx'
import style from './admin-layout.module.css'
import { SHOP_NAME } from './brand.tsx'

const CONTENT = 'contenu'

/** What a page of the admin area says of itself in its `handle`: its heading, shown before anybody is let in. */
export interface AdminPage {
  title: string
}

export const adminMeta = ({ title }: AdminPage) => [{ title: `${title} – ${SHOP_NAME}` }]

/** What stands around every page of the admin area. Until the browser has been checked it is the same for everyone. */
export default function AdminLayout() {
  const title = useMatches()
    .map(({ handle }) => (handle as AdminPage | undefined)?.title)
    .findLast((each) => each !== undefined)
  const [isLeaving, setLeaving] = useState(false)

  const leave = async () => {
    // The guard must not take a person who logs out for one who has to log in.
    flushSync(() => setLeaving(true))
    await logOut()
    window.location.assign(addresses.home)
  }

  return (
    <Surroundings onLogOut={leave}>
      {title && <h1 className={style.title}>{title}</h1>}
      {isLeaving ? (
        <p role="status">Loading</p>
      ) : (
        <AdminGuard>
          <Dashboard>
            <Outlet />
          </Dashboard>
        </AdminGuard>
      )}
    </Surroundings>
  )
}

export function ErrorBoundary() {
  return (
    <Surroundings onLogOut={() => logOut().then(() => window.location.assign(addresses.home))}>
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

function Surroundings({ onLogOut, children }: { onLogOut: () => void; children: ReactNode }) {
  return (
    <div className={style.layout}>
      <meta name="robots" content="noindex" />
      <a className={style.skip} href={`#${CONTENT}`}>
        Aller au contenu
      </a>
      <AdminHeader onLogOut={onLogOut} />
      <AnnouncementSlot />
      <noscript>
        <p className={style.noScript}>
          L’administration a besoin de JavaScript&nbsp;: activez-le dans votre navigateur.
        </p>
      </noscript>
      <main className={style.content} id={CONTENT} tabIndex={-1}>
        {children}
      </main>
      <LiveRegion />
      <Toaster />
    </div>
  )
}
