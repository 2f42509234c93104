import { useMatches } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import type { RefusalName } from '#web/session/login-address.ts'
import { logOut } from '#web/session/session.ts'
import { SHOP_NAME } from '#web/shell/brand.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { AdminShell } from './admin-shell.tsx'
import { DashboardFailed, GuardedPage, useLeaving } from './dashboard-frame.tsx'
import { useRoomBeside } from './room-beside.ts'

/** The `handle` of a page of the admin area. Its heading is shown before the guard lets anybody in. */
export interface AdminPage {
  title: string
  /** The heading of a page that names its subject by a parameter of the address. */
  titleOf?: (params: Readonly<Record<string, string | undefined>>) => string
  /** The heading of the list beside which this page is shown where there is room. */
  beside?: string
  /** True of the pages on which agents work too. */
  isForAgents?: boolean
  /** The sentence for people who are no admins, where it is not the usual one. */
  refusal?: RefusalName
}

export const adminMeta = ({ title }: AdminPage) => [{ title: `${title} – ${SHOP_NAME}` }]

/** The frame of every page of the admin area, the same for everybody until the guard has read the session. */
export default function AdminLayout() {
  const { handle, params } = useMatches().findLast((each) => (each.handle as AdminPage | undefined)?.title) ?? {}
  const { title, titleOf, refusal, beside, isForAgents } = (handle ?? {}) as Partial<AdminPage>
  const { isLeaving, leave } = useLeaving()
  const hasRoomBeside = useRoomBeside()
  const alone = params && titleOf ? titleOf(params) : title
  return (
    <AdminShell onLogOut={leave}>
      <GuardedPage
        title={hasRoomBeside ? (beside ?? alone) : alone}
        isLeaving={isLeaving}
        guard={(page) => (
          <AdminGuard refusal={refusal} isForAgents={isForAgents}>
            {page}
          </AdminGuard>
        )}
      />
    </AdminShell>
  )
}

export function ErrorBoundary() {
  const leave = () => logOut().then(() => leaveFor(addresses.home))
  return (
    <AdminShell onLogOut={leave}>
      <DashboardFailed />
    </AdminShell>
  )
}
