import { useEffect, useState } from 'react'
import { profile } from '#features/accounts/contract.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError, isAccountDeleted } from '#web/api.ts'
import { useAnswer } from '#web/dashboard/use-answer.ts'
import { errorSentence } from '#web/french-errors.ts'
import { Guard } from '#web/guard.tsx'
import { loginAddress } from '#web/return-path.ts'
import { forgetEverything, type Session, useSession } from '#web/session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { endSession, readSession } from '#web/stored-session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './account-page.module.css'
import { forgetEndedSession } from './ended-session.ts'
import own from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'

export const meta = () => [
  ...pageMeta({
    title: 'Détails du compte',
    description: 'Vos coordonnées, votre code promo et votre RIB.',
    path: addresses.profile,
  }),
  { name: 'robots', content: 'noindex' },
]

export default function ProfilePage() {
  const [admitted, setAdmitted] = useState<Session | null>(null)
  return (
    <Page width="narrow" className={classes(style.page, own.page)}>
      <h1>Détails du compte</h1>
      {admitted ? (
        <Account session={admitted} />
      ) : (
        <Guard flag="0">
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
    const timer = setTimeout(() => window.location.replace(loginAddress(addresses.profile)), READING_TIME_MS)
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

const Loading = () => <p role="status">Loading</p>

// A call that is refused leaves by itself, and so does whoever logs out here: both are faster than this.
const LEFT_ELSEWHERE_MS = 2500

/** The page of the person who was let in, until its session ends: by a change, by a refusal, or in another tab. */
function Account({ session }: { session: Session }) {
  const now = useSession()
  const [farewell, setFarewell] = useState<'changed' | 'deleted' | null>(null)
  const isGone = farewell === null && now?.id !== session.id

  useEffect(() => {
    if (!isGone) return
    const timer = setTimeout(() => window.location.replace(loginAddress(addresses.profile, true)), LEFT_ELSEWHERE_MS)
    return () => clearTimeout(timer)
  }, [isGone])

  useEffect(() => {
    // The browser's back button may bring the page as it was left, with what it showed.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && readSession()?.id !== session.id) window.location.reload()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [session.id])

  // A new document: nothing of the person stays in memory.
  const toLogin = () => window.location.assign(addresses.login)

  if (isGone) return <Loading />
  return (
    <>
      <LoadedProfile
        session={session}
        onChanged={() => {
          setFarewell('changed')
          forgetEndedSession()
        }}
        onDeleted={() => {
          setFarewell('deleted')
          forgetEverything()
        }}
      />
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

interface LoadedProfileProps {
  session: Session
  onChanged: () => void
  onDeleted: () => void
}

function LoadedProfile({ session, onChanged, onDeleted }: LoadedProfileProps) {
  const { data, error, isLoading, reload } = useAnswer(`/api/suppliers/${session.id}`, profile)
  const isDeleted = isAccountDeleted(error)
  // The stored id is not the token's: what the browser keeps does not hang together.
  const isIncoherent = error instanceof ApiError && !isDeleted && [403, 404].includes(error.status)
  const isLeaving = error instanceof ApiError && (error.status === 401 || isIncoherent)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found out is acted on once
  useEffect(() => {
    if (isDeleted) onDeleted()
    if (!isIncoherent) return
    endSession()
    window.location.replace(loginAddress(addresses.profile, true))
  }, [isDeleted, isIncoherent])

  if (data) return <ProfileForm profile={data} session={session} onChanged={onChanged} onDeleted={onDeleted} />
  if (isLeaving) return <Loading />
  if (isDeleted) return null
  if (error === null) return <FormSkeleton isSupplier={session.role === 'supplier'} />
  return (
    <>
      <Notice tone="danger" role="alert" title="Vos informations n’ont pas pu être chargées">
        {errorSentence(error)}
      </Notice>
      <Button look="secondary" icon="refresh" wide busy={isLoading} onClick={() => reload()}>
        Réessayer
      </Button>
    </>
  )
}

/** As high as what comes. */
function FormSkeleton({ isSupplier }: { isSupplier: boolean }) {
  return (
    <div className={style.form}>
      <p className="visually-hidden" role="status">
        Chargement de vos informations…
      </p>
      <Skeleton shape="block" className={isSupplier ? own.factsSkeleton : own.factSkeleton} />
      <FieldSkeleton hasHint />
      <FieldSkeleton />
      <FieldSkeleton hasHint />
      <FieldSkeleton />
      <FieldSkeleton hasHint />
      <Skeleton shape="block" className={own.controlSkeleton} />
    </div>
  )
}

const FieldSkeleton = ({ hasHint = false }: { hasHint?: boolean }) => (
  <div className={own.fieldSkeleton}>
    <Skeleton className={own.labelSkeleton} />
    {hasHint && <Skeleton className={own.hintSkeleton} />}
    <Skeleton shape="block" className={own.controlSkeleton} />
  </div>
)
