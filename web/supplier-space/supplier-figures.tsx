import { type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import type { SupplierStats } from '#features/supplier-space/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { FigureCard } from '#web/figures/figure-card.tsx'
import { lookOfStatus } from '#web/list-kit/states.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './supplier-figures.module.css'
import { ORDERS_ID } from './supplier-order-query.ts'

type Count = 'pending' | 'delivered' | 'cancelled'

const COUNTS: readonly { figure: Count; status: OrderStatus; name: string; meaning: string }[] = [
  { figure: 'pending', status: 'pending', name: 'Commandes en attente', meaning: 'Reçues, pas encore attribuées.' },
  { figure: 'delivered', status: 'delivered', name: 'Commandes livrées', meaning: 'Livrées à vos clients.' },
  {
    figure: 'cancelled',
    status: 'cancelled',
    name: 'Commandes annulées',
    meaning: 'Annulées définitivement, sans gain.',
  },
]

const AMOUNTS: readonly {
  figure: Exclude<keyof SupplierStats, Count | 'withdrawable' | 'waiting'>
  name: string
  meaning: string
}[] = [
  {
    figure: 'revenue',
    name: 'Chiffre d’affaires total',
    meaning: 'Ce que vos clients paient, livraison comprise, hors commandes annulées.',
  },
  { figure: 'gains', name: 'Gains totaux', meaning: 'Les gains de toutes vos commandes, hors commandes annulées.' },
  {
    figure: 'deliveredGains',
    name: 'Gains sur commandes livrées',
    meaning: 'Gains des commandes livrées, retirés ou non.',
  },
  { figure: 'withdrawn', name: 'Total des retraits', meaning: 'Demandé ou versé, hors demandes refusées.' },
]

/** Seven figures, each with what it means. Counts lead to the orders that they count. */
export function SupplierFigures({ stats }: { stats: SupplierStats | null }) {
  return (
    <section aria-label="Chiffres" className={classes(common.stack, common.gap3)}>
      <ul className={classes(common.stack, common.gap3, style.counts)}>
        {COUNTS.map(({ figure, status, name, meaning }) => (
          <li key={figure}>
            <FigureCard
              name={name}
              icon={lookOfStatus(status).icon}
              tone={lookOfStatus(status).tone}
              meaning={meaning}
              to={{ search: `?status=${encodeURIComponent(STATUS_NAMES[status])}`, hash: ORDERS_ID }}
            >
              {stats ? formatInteger(stats[figure]) : <Skeleton className={style.wait} />}
            </FigureCard>
          </li>
        ))}
      </ul>
      <ul className={classes(common.stack, common.gap3, style.amounts)}>
        {AMOUNTS.map(({ figure, name, meaning }) => (
          <li key={figure}>
            <FigureCard name={name} meaning={meaning}>
              {stats ? <Price amount={stats[figure]} /> : <Skeleton className={style.wait} />}
            </FigureCard>
          </li>
        ))}
      </ul>
    </section>
  )
}
