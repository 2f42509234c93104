import { useEffect } from 'react'
import { agentProfile, profile } from '#features/accounts/contract.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError, isAccountDeleted } from '#web/api/api.ts'
import { UntilSessionEnds } from '#web/closed-area/until-session-ends.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { leaveFor } from '#web/session/leave-for.ts'
import { loginAddress } from '#web/session/login-address.ts'
import type { Session } from '#web/session/session.ts'
import { endSession } from '#web/session/stored-session.ts'
import { Loading } from '#web/ui/loading.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

interface DetailsProps {
  session: Session
  onChanged: () => void
  onDeleted: () => void
}

interface LoadedProfileProps extends DetailsProps {
  /** False once the session has ended. */
  isTheirs: boolean
}

/** The person's details, until the session ends. In a file of its own, which only those who are let in load. */
export default function LoadedProfile({ isTheirs, ...props }: LoadedProfileProps) {
  return (
    <UntilSessionEnds isTheirs={isTheirs}>
      <Details {...props} />
    </UntilSessionEnds>
  )
}

/** Fetches the details and shows the form. */
function Details({ session, onChanged, onDeleted }: DetailsProps) {
  const { data, error, isLoading, reload } = useApi(
    `/api/suppliers/${session.id}`,
    session.role === 'agent' ? agentProfile : profile,
  )
  const isDeleted = isAccountDeleted(error)
  // The stored id is not the token's: the browser's storage contradicts itself.
  const isIncoherent = error instanceof ApiError && !isDeleted && [403, 404].includes(error.status)
  const isLeaving = error instanceof ApiError && (error.status === 401 || isIncoherent)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found out is acted on once
  useEffect(() => {
    if (isDeleted) onDeleted()
    if (!isIncoherent) return
    endSession()
    leaveFor(loginAddress(addresses.profile, true), { replace: true })
  }, [isDeleted, isIncoherent])

  if (data) return <ProfileForm profile={data} session={session} onChanged={onChanged} onDeleted={onDeleted} />
  if (isLeaving) return <Loading />
  if (isDeleted) return null
  if (error === null) return <ProfileSkeleton isSupplier={session.role === 'supplier'} />
  return (
    <LoadFailed
      title="Vos informations n’ont pas pu être chargées"
      error={error}
      isLoading={isLoading}
      onRetry={reload}
    />
  )
}
