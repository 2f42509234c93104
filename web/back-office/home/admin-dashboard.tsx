import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { orderSummary, toDo } from '#features/back-office/contract.ts'
import { SUMMARY_DAYS } from '#features/back-office/model.ts'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './admin-dashboard.module.css'
import { AdminFigures } from './admin-figures.tsx'
import { AdminToDo } from './admin-to-do.tsx'
import { BestProducts } from './best-products.tsx'
import { CityRates } from './city-rates.tsx'
import { PeriodSummary } from './period-figures.tsx'

export const handle: AdminPage = { title: 'Tableau de bord' }

export const meta = () => adminMeta(handle)

const AdminOrderChart = lazy(() => import('./admin-order-chart.tsx'))

export default function AdminDashboard() {
  const summary = useApi('/api/admin/ordersDashbord?summary=1', orderSummary)
  const waiting = useApi('/api/admin/to-do', toDo)
  const isPlaceUnknown = waiting.data === null && waiting.error === null
  const summaryFailed = summary.data === null && summary.error !== null

  return (
    <div className={classes(common.stack, common.gap5)}>
      <section className={common.panel} aria-labelledby="a-traiter">
        <h2 id="a-traiter">À traiter</h2>
        {waiting.data === null && waiting.error !== null ? (
          <LoadFailed
            title="Ce qui reste à traiter n’a pas pu être chargé"
            error={waiting.error}
            isLoading={waiting.isLoading}
            onRetry={waiting.reload}
          />
        ) : (
          <AdminToDo waiting={waiting.data} />
        )}
      </section>
      {/* Shown once its place is known: the list above is as long as the day's work. */}
      <div className={classes(common.stack, common.gap5)} hidden={isPlaceUnknown}>
        {summaryFailed ? (
          <LoadFailed
            title="Les chiffres des commandes n’ont pas pu être chargés"
            error={summary.error}
            isLoading={summary.isLoading}
            onRetry={summary.reload}
          />
        ) : (
          <AdminFigures summary={summary.data} />
        )}
        <section className={common.panel} aria-labelledby="par-jour">
          <h2 id="par-jour">{SUMMARY_DAYS} derniers jours</h2>
          {summaryFailed ? (
            <p className={common.quiet}>Sans les chiffres des commandes, il n’y a rien à dessiner.</p>
          ) : (
            <Suspense fallback={<Skeleton shape="block" className={style.chart} />}>
              {summary.data ? (
                <>
                  <PeriodSummary last={summary.data.last} before={summary.data.before} />
                  <AdminOrderChart known={summary.data.perDay} />
                </>
              ) : (
                <Skeleton shape="block" className={style.chart} />
              )}
            </Suspense>
          )}
        </section>
        <div className={style.two}>
          <section className={common.panel} aria-labelledby="produits">
            <h2 id="produits">Meilleurs produits, {SUMMARY_DAYS} jours</h2>
            <BestProducts />
          </section>
          <section className={common.panel} aria-labelledby="villes">
            <h2 id="villes">Livraison par ville, 90 jours</h2>
            <CityRates />
            <p>
              <Link to={addresses.admin.statistics}>Voir les taux de livraison</Link>
            </p>
          </section>
        </div>
      </div>
    </div>
  )
}
