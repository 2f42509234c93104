import { useSearchParams } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { safeReturnPath } from '#web/session/login-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './second-factor.module.css'
import { SecondFactor } from './second-factor.tsx'

export const handle: AdminPage = { title: 'Avant de continuer' }

export const meta = () => adminMeta(handle)

/** Page of an admin without a second factor in a shop that demands one: all others are closed until it is set up. */
export default function SecondFactorPage() {
  const [search] = useSearchParams()
  // By a document: the bell and the counts of the navigation gave up when they were refused.
  const goOn = () => window.location.assign(safeReturnPath(search.get('retour')) ?? addresses.admin.dashboard)
  return (
    <div className={classes(common.stack, common.gap5, style.page)}>
      <SecondFactor onSet={goOn} />
    </div>
  )
}
