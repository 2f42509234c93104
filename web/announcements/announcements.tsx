import { lazy, Suspense } from 'react'
import { addresses } from '#web/addresses.ts'
import { Guard } from '#web/session/guard.tsx'
import { loginAddress } from '#web/session/login-address.ts'
import { useSession } from '#web/session/session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import style from './announcements.module.css'
import { AnnouncementsSkeleton } from './announcements-skeleton.tsx'

const AnnouncementList = lazy(() => import('./announcement-list.tsx'))

export const meta = () =>
  pageMeta({
    title: 'Annonces',
    description: 'Les nouvelles de la boutique pour ses fournisseurs et ses acheteurs.',
  })

export default function AnnouncementsPage() {
  return (
    <Page width="narrow" className={classes(common.stack, style.page)}>
      <h1>Annonces</h1>
      <Guard>
        <Announcements />
      </Guard>
    </Page>
  )
}

/** The flag alone opens nothing: somebody must be logged in. */
function Announcements() {
  if (useSession() === null)
    return (
      <>
        <Notice tone="danger" role="alert">
          <span lang="en">Authentication error: Please log in.</span>
        </Notice>
        <ButtonLink to={loginAddress(addresses.announcements)} wide>
          Se connecter
        </ButtonLink>
      </>
    )
  return (
    <Suspense fallback={<AnnouncementsSkeleton />}>
      <AnnouncementList />
    </Suspense>
  )
}
