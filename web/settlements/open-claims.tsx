import { useState } from 'react'
import { claimsAnswer } from '#features/settlements/contract.ts'
import { focusIfLost } from '#web/forms/lost-focus.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import common from '#web/ui/common.module.css'
import { ClaimList } from './claim-list.tsx'

interface OpenClaimsProps {
  /** Reads again what else the page says of the money that is asked for. */
  onSettled: () => Promise<void>
}

/** What couriers are asked for and have not answered. Nothing is shown when there is none. */
export function OpenClaims({ onSettled }: OpenClaimsProps) {
  const { data, error, isLoading, reload } = useApi('/api/admin/claims', claimsAnswer)
  const [wasShown, setShown] = useState(false)
  const claims = data?.claims ?? []
  if (claims.length > 0 && !wasShown) setShown(true)
  if (error === null && !wasShown) return null
  return (
    <section className={common.stack} aria-labelledby="reclamations">
      <h2 id="reclamations" tabIndex={-1}>
        Réclamations ouvertes
      </h2>
      {error !== null && (
        <LoadFailed
          title="Les réclamations n’ont pas pu être chargées"
          error={error}
          isLoading={isLoading}
          onRetry={reload}
        />
      )}
      {data && claims.length === 0 && <p className={common.note}>Toutes les réclamations sont réglées.</p>}
      <ClaimList
        claims={claims}
        label="Réclamations ouvertes"
        hasCourier
        onSettled={async () => {
          await Promise.all([reload(), onSettled()])
          focusIfLost('reclamations')
        }}
      />
    </section>
  )
}
