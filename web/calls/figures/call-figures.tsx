import { callFigures } from '#features/calls/figures/contract.ts'
import { FIGURE_DAYS } from '#features/calls/figures/rules.ts'
import { addresses } from '#web/addresses.ts'
import { DayTable } from '#web/figures/day-table.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { DataTable } from '#web/list-kit/table/data-table.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import style from './call-figures.module.css'
import { COLUMNS, DAY_COLUMNS, rowsOf } from './figure-columns.tsx'

const CARD = ['name', 'settled confirmed', 'first skipped', 'delivered', 'cancelled']
const USUAL_DAYS = '7'

/** Everybody's work in calls, and what became of it. */
export default function CallFigures() {
  const address = useListAddress()
  const isAdmin = useSession()?.role === 'admin'
  const days = address.choice('days', FIGURE_DAYS.map(String)) ?? USUAL_DAYS
  const { data, error, isLoading, reload } = useApi(`/api/confirmation/stats?days=${days}`, callFigures)
  const isEmpty = data !== null && data.shop.agents === 0
  return (
    <ListPage>
      {isAdmin && (
        <div>
          <ButtonLink look="secondary" size="small" icon="arrow-left" to={addresses.admin.confirmation}>
            Confirmation
          </ButtonLink>
        </div>
      )}
      <p className={classes(common.quiet, style.intro)}>
        Payez à la commande livrée, pas à la commande confirmée&nbsp;: une confirmation ne coûte rien à celui qui
        l’invente.
      </p>
      <Chips
        label="Période"
        chips={FIGURE_DAYS.map((count) => ({
          label: count === 1 ? 'Aujourd’hui' : `${count} jours`,
          to: address.filterLink({ days: String(count) }),
          isCurrent: String(count) === days,
        }))}
      />
      {error !== null && data === null ? (
        <LoadFailed
          title="Les chiffres n’ont pas pu être chargés"
          error={error}
          isLoading={isLoading}
          onRetry={reload}
        />
      ) : isEmpty ? (
        <EmptyState icon="phone" title="Aucun appel sur cette période">
          Choisissez une période plus longue.
        </EmptyState>
      ) : (
        <DataTable
          label="Chiffres des appels par personne"
          columns={COLUMNS}
          rows={data && rowsOf(data)}
          rowKey={({ key }) => key}
          card={CARD}
          isBusy={isLoading}
        />
      )}
      {data?.data.map(
        ({ agent, days: each }) =>
          each.length > 0 && (
            <section key={agent.customId} className={classes(common.panel, common.stack, common.gap2)}>
              <h2 className={common.larger}>{agent.name}, jour par jour</h2>
              <DayTable
                label={`${agent.name}, jour par jour`}
                days={each}
                columns={DAY_COLUMNS}
                caption="Chaque commande compte une fois, le jour où elle a été réglée en dernier."
                none=""
              />
            </section>
          ),
      )}
    </ListPage>
  )
}
