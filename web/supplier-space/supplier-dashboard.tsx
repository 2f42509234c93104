import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import {
  type SupplierStats,
  supplierAccount,
  supplierDashboard,
  supplierGains,
} from '#features/supplier-space/contract.ts'
import { GAIN_PERIODS } from '#features/supplier-space/model.ts'
import { plus } from '#platform/kernel/money.ts'
import { ApiError, isAccountDeleted } from '#web/api/api.ts'
import { AccountDeleted, NotSupplier } from '#web/closed-area/account-guard.tsx'
import { type AccountPage, accountMeta } from '#web/closed-area/account-layout.tsx'
import { type ApiAnswer, useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SupplierPromo } from './code/supplier-promo.tsx'
import { FirstSteps } from './first-steps.tsx'
import { GainFlow } from './gains/gain-flow.tsx'
import { SupplierBalance } from './supplier-balance.tsx'
import style from './supplier-dashboard.module.css'
import { SupplierFigures } from './supplier-figures.tsx'
import { filtersIn, ordersPath } from './supplier-order-query.ts'
import { SupplierOrders } from './supplier-orders.tsx'
import { SupplierStatement } from './supplier-statement.tsx'

const GainChart = lazy(() => import('./gains/gain-chart.tsx'))
const ChooseCodeDialog = lazy(() => import('./code/choose-code.tsx'))

export const handle: AccountPage = { title: 'Mon Tableau de Bord', role: 'supplier' }

export const meta = () => accountMeta(handle)

const GAINS_PATH = `/api/supplier/gains?days=${Math.max(...GAIN_PERIODS)}` as const

export default function SupplierDashboard() {
  const address = useListAddress()
  const filters = filtersIn(address)
  const orders = useApi(ordersPath(filters, address), supplierDashboard)
  const gains = useApi(GAINS_PATH, supplierGains)
  const account = useApi('/api/supplier/account', supplierAccount)
  const [isUnfolded, setUnfolded] = useState(false)
  const [isChoosingCode, setChoosingCode] = useState(false)
  // It stays once it was opened, since it fades when it closes.
  const [wasChoosingCode, setWasChoosingCode] = useState(false)
  const chooseCode = () => {
    setWasChoosingCode(true)
    setChoosingCode(true)
  }
  const known = useLast(orders.data)
  const reload = async () => {
    await Promise.all([orders.reload(), gains.reload(), account.reload()])
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
  const isFirstDay = stats !== null && hasNoOrder(stats)
  const code = account.data?.code ?? known?.promoCode
  const balance = (
    <SupplierBalance
      withdrawable={stats?.withdrawable ?? null}
      toCome={gains.data && plus(gains.data.pipeline.ordered, gains.data.pipeline.onTheWay)}
      waiting={stats?.waiting ?? null}
      requested={gains.data?.pipeline.requested ?? null}
      account={account.data}
      isAccountAwaited={account.data === null && account.error === null}
      onSettled={reload}
    />
  )
  return (
    <div className={classes(common.stack, style.page)}>
      {isFirstDay ? <FirstSteps account={account.data} onChooseCode={chooseCode} /> : balance}
      <SupplierPromo code={code} account={account.data} onChooseCode={chooseCode} />
      <div className={classes(common.stack, style.wide)}>
        {!isFirstDay && (
          <section className={classes(common.stack, common.gap3, style.flow)} aria-labelledby="parcours">
            <h2 id="parcours" className={common.larger}>
              Le parcours de vos gains
            </h2>
            <Gains answer={gains}>
              <GainFlow pipeline={gains.data?.pipeline ?? null} shown={filters.step} />
            </Gains>
          </section>
        )}
        <SupplierOrders answer={orders} address={address} onChanged={reload} />
        <details className={style.details} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
          <summary>
            <span>
              Détails<span className={classes(common.note, style.about)}>chiffres, gains jour par jour, relevés</span>
            </span>
            <Icon name="chevron-down" size={18} />
          </summary>
          <div className={classes(common.stack, common.gap5, style.folded)}>
            {isFirstDay && balance}
            <SupplierFigures stats={stats} />
            {!isFirstDay && (
              <section className={common.stack} aria-labelledby="gains-par-jour">
                <h2 id="gains-par-jour" className={common.larger}>
                  Vos gains, jour par jour
                </h2>
                <Gains answer={gains}>
                  <Suspense fallback={<Skeleton shape="block" className={style.chart} />}>
                    {isUnfolded && gains.data ? (
                      <GainChart known={gains.data.perDay} />
                    ) : (
                      <Skeleton shape="block" className={style.chart} />
                    )}
                  </Suspense>
                </Gains>
              </section>
            )}
            <section className={common.stack} aria-labelledby="releves">
              <h2 id="releves" className={common.larger}>
                Vos relevés
              </h2>
              <SupplierStatement />
            </section>
          </div>
        </details>
      </div>
      {wasChoosingCode && (
        <Suspense fallback={null}>
          <ChooseCodeDialog
            isOpen={isChoosingCode}
            present={code ?? ''}
            onClose={() => setChoosingCode(false)}
            onChosen={async () => {
              setChoosingCode(false)
              await reload()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Figures of every order count: none was ever placed that is not in one of these. */
const hasNoOrder = ({ revenue, cancelled }: SupplierStats): boolean => revenue === 0 && cancelled === 0

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
