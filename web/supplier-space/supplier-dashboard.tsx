import { type ReactNode, useRef } from 'react'
import type * as z from 'zod/mini'
import { supplierDashboard, supplierGains } from '#features/supplier-space/contract.ts'
import { GAIN_PERIODS } from '#features/supplier-space/model.ts'
import { atLeastZero, minus } from '#platform/kernel/money.ts'
import { ApiError, isAccountDeleted } from '#web/api/api.ts'
import { AccountDeleted, NotSupplier } from '#web/closed-area/account-guard.tsx'
import { type AccountPage, accountMeta } from '#web/closed-area/account-layout.tsx'
import { type ApiAnswer, useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { GainChart } from './gains/gain-chart.tsx'
import { GainSteps } from './gains/gain-steps.tsx'
import { SupplierBalance } from './supplier-balance.tsx'
import style from './supplier-dashboard.module.css'
import { SupplierFigures } from './supplier-figures.tsx'
import { filtersIn, ordersPath } from './supplier-order-query.ts'
import { SupplierOrders } from './supplier-orders.tsx'
import { SupplierPromo } from './supplier-promo.tsx'

export const handle: AccountPage = { title: 'Mon Tableau de Bord', role: 'supplier' }

export const meta = () => accountMeta(handle)

const GAINS_PATH = `/api/supplier/gains?days=${Math.max(...GAIN_PERIODS)}` as const

export default function SupplierDashboard() {
  const address = useListAddress()
  const orders = useApi(ordersPath(filtersIn(address), address.page), supplierDashboard)
  const gains = useApi(GAINS_PATH, supplierGains)
  const known = useLast(orders.data)
  const reload = async () => {
    await Promise.all([orders.reload(), gains.reload()])
  }

  if (isAccountDeleted(orders.error)) return <AccountDeleted />
  if (orders.error instanceof ApiError && orders.error.status === 403) return <NotSupplier />
  if (!known && orders.error)
    return (
      <LoadFailed
        title="Votre tableau de bord n’a pas pu être chargé"
        error={orders.error}
        isLoading={orders.isLoading}
        onRetry={reload}
      />
    )

  const stats = known?.stats ?? null
  return (
    <div className={classes(common.stack, common.gap5)}>
      <SupplierBalance
        withdrawable={stats?.withdrawable ?? null}
        toCome={stats && atLeastZero(minus(stats.gains, stats.deliveredGains))}
        requested={gains.data?.pipeline.requested ?? null}
        onSettled={reload}
      />
      <SupplierFigures stats={stats} />
      <section className={common.panel} aria-labelledby="parcours">
        <h2 id="parcours">Le parcours de vos gains</h2>
        <Gains answer={gains}>
          <GainSteps pipeline={gains.data?.pipeline ?? null} />
        </Gains>
      </section>
      <div className={classes(common.stack, common.gap5, style.pair)}>
        <section className={common.panel} aria-labelledby="gains-par-jour">
          <h2 id="gains-par-jour">Gains par jour de commande</h2>
          <Gains answer={gains}>
            {gains.data ? <GainChart known={gains.data.perDay} /> : <Skeleton shape="block" className={style.chart} />}
          </Gains>
        </section>
        <SupplierPromo code={known?.promoCode} />
      </div>
      <SupplierOrders answer={orders} address={address} onChanged={reload} />
    </div>
  )
}

/** The figures stay while a list that failed says so. */
function useLast<Data>(data: Data | null): Data | null {
  const last = useRef(data)
  if (data !== null) last.current = data
  return last.current
}

function Gains({ answer, children }: { answer: ApiAnswer<z.output<typeof supplierGains>>; children: ReactNode }) {
  if (answer.data || answer.error === null) return children
  return (
    <LoadFailed
      title="Vos gains n’ont pas pu être chargés"
      error={answer.error}
      isLoading={answer.isLoading}
      onRetry={answer.reload}
    />
  )
}
