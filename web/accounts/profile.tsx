import { lazy, Suspense, useEffect, useState } from 'react'
import { addresses } from '#web/addresses.ts'
import { Guard, useReloadForAnother } from '#web/session/guard.tsx'
import { leaveFor } from '#web/session/leave-for.ts'
import { loginAddress } from '#web/session/login-address.ts'
import { forgetEverything, type Session, useSession } from '#web/session/session.ts'
import { sessionHasEnded } from '#web/session/stored-session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import style from './account-page.module.css'
import { forgetEndedSession } from './forget-ended-session.ts'
import own from './profile.module.css'
import { ProfileSkeleton } from './profile-skeleton.tsx'

const LoadedProfile = lazy(() => import('./loaded-profile.tsx'))

export const meta = () =>
  pageMeta({
    title: 'Détails du compte',
    description: 'Vos coordonnées, votre code promo et votre RIB.',
  })

export default function ProfilePage() {
  const [admitted, setAdmitted] = useState<Session | null>(null)
  return (
    <Page width="narrow" className={classes(common.stack, common.gap5, style.page, own.page)}>
      <h1>Détails du compte</h1>
      {admitted ? (
        <Account session={admitted} />
      ) : (
        <Guard>
          <Admission onAdmitted={setAdmitted} />
        </Guard>
      )}
    </Page>
  )
}

const READING_TIME_MS = 2500

/** The flag alone opens nothing: somebody must be logged in. */
function Admission({ onAdmitted }: { onAdmitted: (session: Session) => void }) {
  const session = useSession()

  useEffect(() => {
    if (session) return onAdmitted(session)
    const timer = setTimeout(() => leaveFor(loginAddress(addresses.profile), { replace: true }), READING_TIME_MS)
    return () => clearTimeout(timer)
  }, [session, onAdmitted])

  if (session) return <Loading />
  return (
    <>
      <Notice tone="danger" role="alert">
        Vous devez être connecté pour accéder à votre profil.
      </Notice>
      <ButtonLink to={loginAddress(addresses.profile)} wide>
        Se connecter
      </ButtonLink>
    </>
  )
}

// Whoever logs out here leaves by itself, faster than this.
const LEFT_ELSEWHERE_MS = 2500

/** The page of the person who was let in, until its session ends: by a change, by the server, or by a log-out. */
function Account({ session }: { session: Session }) {
  const now = useSession()
  const [farewell, setFarewell] = useState<'changed' | 'deleted' | null>(null)
  const isGone = farewell === null && now?.id !== session.id
  const hasLeft = isGone && !sessionHasEnded()

  useEffect(() => {
    if (!hasLeft) return
    const timer = setTimeout(
      () => leaveFor(loginAddress(addresses.profile, true), { replace: true }),
      LEFT_ELSEWHERE_MS,
    )
    return () => clearTimeout(timer)
  }, [hasLeft])

  useReloadForAnother(session)

  const toLogin = () => leaveFor(addresses.login)

  if (hasLeft) return <Loading />
  return (
    <>
      <Suspense fallback={<ProfileSkeleton isSupplier={session.role === 'supplier'} />}>
        <LoadedProfile
          session={session}
          isTheirs={!isGone}
          onChanged={() => {
            setFarewell('changed')
            forgetEndedSession()
          }}
          onDeleted={() => {
            setFarewell('deleted')
            forgetEverything()
          }}
        />
      </Suspense>
      <Dialog
        isOpen={farewell !== null}
        onClose={toLogin}
        title={farewell === 'deleted' ? 'Erreur!' : 'Mise à jour réussie'}
        actions={
          <Button data-autofocus onClick={toLogin}>
            {farewell === 'deleted' ? 'Fermer' : 'Se connecter'}
          </Button>
        }
      >
        <p>
          {farewell === 'deleted'
            ? 'Votre compte a été supprimé.'
            : 'Par sécurité, toutes vos sessions sont fermées\u00A0: connectez-vous de nouveau.'}
        </p>
      </Dialog>
    </>
  )
}
