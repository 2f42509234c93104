import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Outlet, useRevalidator } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { logOut } from '#web/session/session.ts'
import { ChatButton } from '#web/shell/chat-button.tsx'
import { CONTENT_ID } from '#web/shell/content-id.ts'
import { Frame } from '#web/shell/frame.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { addShapes } from '#web/ui/icon.tsx'
import { Loading } from '#web/ui/loading.tsx'
import style from './dashboard-frame.module.css'
import { DASHBOARD_SHAPES } from './icons.ts'

addShapes(DASHBOARD_SHAPES)

interface DashboardFrameProps {
  header: ReactNode
  noScript: string
  footer?: ReactNode
  /** The navigation of the back office, beside the page or below it. */
  side?: ReactNode
  children: ReactNode
}

/** The frame of every dashboard, hidden from search engines, since it is a person's own. */
export function DashboardFrame({ children, side, ...around }: DashboardFrameProps) {
  const page = (
    <main className={style.content} id={CONTENT_ID} tabIndex={-1}>
      {children}
    </main>
  )
  return (
    <Frame {...around} isWithoutBanner={side !== undefined}>
      <meta name="robots" content="noindex" />
      {side ? (
        <>
          <div className={style.desk}>
            {side}
            {page}
          </div>
          <aside aria-label="Assistance">
            <ChatButton />
          </aside>
        </>
      ) : (
        page
      )}
    </Frame>
  )
}

interface GuardedPageProps {
  /** The heading, shown before the guard lets anybody in. */
  title: string | undefined
  isLeaving: boolean
  guard: (page: ReactNode) => ReactNode
}

/** The page itself, once the guard lets its person in. */
export function GuardedPage({ title, isLeaving, guard }: GuardedPageProps) {
  return (
    <>
      {title && <h1 className={style.title}>{withBoundDash(title)}</h1>}
      {isLeaving ? <Loading /> : guard(<Outlet />)}
    </>
  )
}

/** Binds the dash to the words before it, so that a narrow heading breaks after the dash. */
function withBoundDash(title: string): ReactNode {
  const end = title.indexOf(' - ') + 2
  if (end < 2) return title
  return (
    <>
      <span className={style.bound}>{title.slice(0, end)}</span>
      {title.slice(end)}
    </>
  )
}

/** Logs out from inside a dashboard, and hides the guard first: it would send a person without a session to log in. */
export function useLeaving(): { isLeaving: boolean; leave: () => Promise<void> } {
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    flushSync(() => setLeaving(true))
    await logOut()
    leaveFor(addresses.home)
  }
  return { isLeaving, leave }
}

/** The message in place of a dashboard that could not be loaded. */
export function DashboardFailed() {
  const { state, revalidate } = useRevalidator()
  return (
    <>
      <title>Une erreur est survenue</title>
      <h1 className={style.title}>La page n’a pas pu être chargée</h1>
      <p className={classes(common.quiet, style.failure)}>
        Un incident nous empêche de l’afficher. Réessayez dans un instant.
      </p>
      <div className={common.wrap}>
        <Button icon="refresh" busy={state === 'loading'} onClick={() => void revalidate()}>
          Réessayer
        </Button>
        <ButtonLink look="secondary" to={addresses.home} reloadDocument>
          Revenir à l’accueil
        </ButtonLink>
      </div>
    </>
  )
}
