import { useMatches } from 'react-router'
import { SHOP_NAME } from '#web/shell/brand.tsx'
import { Footer } from '#web/shell/footer.tsx'
import { Header } from '#web/shell/header.tsx'
import { AccountGuard, type AccountRole } from './account-guard.tsx'
import { DashboardFailed, DashboardFrame, GuardedPage, useLeaving } from './dashboard-frame.tsx'

const NO_SCRIPT = 'Votre tableau de bord a besoin de JavaScript\u00A0: activez-le dans votre navigateur.'

/** The `handle` of a supplier's or a buyer's dashboard. */
export interface AccountPage {
  /** The heading, shown before the guard lets anybody in. */
  title: string
  role: AccountRole
}

export const accountMeta = ({ title }: AccountPage) => [{ title: `${title} – ${SHOP_NAME}` }]

/** The frame of suppliers' and buyers' dashboards, with the shop's own header. */
export default function AccountLayout() {
  const page = useMatches().findLast(({ handle }) => (handle as AccountPage | undefined)?.role)?.handle as AccountPage
  const { isLeaving, leave } = useLeaving()
  return (
    <DashboardFrame header={<Header onLogOut={leave} />} noScript={NO_SCRIPT} footer={<Footer />}>
      <GuardedPage
        title={page.title}
        isLeaving={isLeaving}
        guard={(content) => <AccountGuard role={page.role}>{content}</AccountGuard>}
      />
    </DashboardFrame>
  )
}

export function ErrorBoundary() {
  return (
    <DashboardFrame header={<Header />} noScript={NO_SCRIPT} footer={<Footer />}>
      <DashboardFailed />
    </DashboardFrame>
  )
}
