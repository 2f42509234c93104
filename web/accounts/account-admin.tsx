import { profile } from '#features/accounts/contract.ts'
import { MIN_ADMIN_PASSWORD } from '#features/accounts/model.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { useSession } from '#web/session/session.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './profile.module.css'
import { SecondFactor } from './second-factor/second-factor.tsx'
import { AccountSecurity } from './security/account-security.tsx'

export const handle: AdminPage = { title: 'Mon compte' }

export const meta = () => adminMeta(handle)

export default function AccountAdmin() {
  const session = useSession()
  return session && <Account id={session.id} />
}

function Account({ id }: { id: number }) {
  const { data, error, isLoading, reload } = useApi(`/api/suppliers/${id}`, profile)
  if (error !== null)
    return (
      <LoadFailed title="Votre compte n’a pas pu être chargé" error={error} isLoading={isLoading} onRetry={reload} />
    )
  return (
    <div className={classes(common.stack, common.gap5)}>
      {data ? (
        <dl className={classes(common.wrap, common.terms, style.facts)}>
          <div>
            <dt>Identifiant</dt>
            <dd>{data.customId}</dd>
          </div>
          <div>
            <dt>Adresse e-mail</dt>
            <dd>{data.email}</dd>
          </div>
        </dl>
      ) : (
        <Skeleton shape="block" className={style.factsSkeleton} />
      )}
      {data && (
        <AccountSecurity email={data.email} leastPassword={MIN_ADMIN_PASSWORD}>
          {(onSessionsEnded) => <SecondFactor onSet={onSessionsEnded} />}
        </AccountSecurity>
      )}
    </div>
  )
}
