import { useMatches } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import type { RefusalName } from '#web/session/return-path.ts'
import { logOut } from '#web/session/session.ts'
import { SHOP_NAME } from '#web/shell/brand.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { AdminHeader } from './admin-header.tsx'
import { DashboardFailed, DashboardFrame, GuardedPage, useLeaving } from './dashboard-frame.tsx'

const NO_SCRIPT = 'L’administration a besoin de JavaScript\u00A0: activez-le dans votre navigateur.'

/** What a page of the admin area says of itself in its `handle`: its heading, shown before anybody is let in. */
export interface AdminPage {
  title: string
  /** Its heading where the address says more than that. */
  titleOf?: (params: Readonly<Record<string, string | undefined>>) => string
  /** What somebody who is no admin is told, where it is not what every page says. */
  refusal?: RefusalName
}

export const adminMeta = ({ title }: AdminPage) => [{ title: `${title} – ${SHOP_NAME}` }]

/** What stands around every page of the admin area. Until the browser has been checked it is the same for everyone. */
export default function AdminLayout() {
  const { handle, params } = useMatches().findLast((each) => (each.handle as AdminPage | undefined)?.title) ?? {}
  const { title, titleOf, refusal } = (handle ?? {}) as Partial<AdminPage>
  const { isLeaving, leave } = useLeaving()
  return (
    <DashboardFrame header={<AdminHeader onLogOut={leave} />} noScript={NO_SCRIPT}>
      <GuardedPage
        title={params && titleOf ? titleOf(params) : title}
        isLeaving={isLeaving}
        guard={(page) => <AdminGuard refusal={refusal}>{page}</AdminGuard>}
      />
    </DashboardFrame>
  )
}

export function ErrorBoundary() {
  const leave = () => logOut().then(() => leaveFor(addresses.home))
  return (
    <DashboardFrame header={<AdminHeader onLogOut={leave} />} noScript={NO_SCRIPT}>
      <DashboardFailed />
    </DashboardFrame>
  )
}
