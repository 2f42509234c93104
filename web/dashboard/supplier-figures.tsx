import { Link } from 'react-router'
import type { SupplierStats } from '#features/dashboards/contract.ts'
import { type OrderStatus, STATUS_NAMES } from '#features/orders/names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lookOfStatus } from './states.ts'
import style from './supplier-figures.module.css'
import { ORDERS_ID } from './supplier-order-query.ts'

type Count = 'pending' | 'delivered' | 'cancelled'

const COUNTS: readonly { figure: Count; status: OrderStatus; name: string; meaning: string }[] = [
  { figure: 'pending', status: 'pending', name: 'Commandes en attente', meaning: 'Reçues, pas encore attribuées.' },
  { figure: 'delivered', status: 'delivered', name: 'Commandes livrées', meaning: 'Remises à vos clients.' },
  { figure: 'cancelled', status: 'cancelled', name: 'Commandes annulées', meaning: 'Sans gain, et pour de bon.' },
]

const AMOUNTS: readonly {
  figure: Exclude<keyof SupplierStats, Count | 'withdrawable'>
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
    meaning: 'Ce que vos livraisons ont gagné, déjà retiré ou non.',
  },
  { figure: 'withdrawn', name: 'Total des retraits', meaning: 'Demandé ou versé, hors demandes refusées.' },
]

/** Seven figures, each with what it means. Counts lead to the orders that they count. */
export function SupplierFigures({ stats }: { stats: SupplierStats | null }) {
  return (
    <section aria-label="Chiffres" className={style.figures}>
      <ul className={style.counts}>
        {COUNTS.map(({ figure, status, name, meaning }) => (
          <li key={figure}>
            <Link
              className={style.card}
              to={{ search: `?status=${encodeURIComponent(STATUS_NAMES[status])}`, hash: ORDERS_ID }}
              defaultShouldRevalidate={false}
              data-tone={lookOfStatus(status).tone}
            >
              <span className={style.name}>
                <Icon name={lookOfStatus(status).icon} size={18} />
                {name}
              </span>
              <span className={style.value}>{stats ? stats[figure] : <Skeleton className={style.wait} />}</span>
              <span className={style.meaning}>{meaning}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ul className={style.amounts}>
        {AMOUNTS.map(({ figure, name, meaning }) => (
          <li key={figure} className={style.card}>
            <span className={style.name}>{name}</span>
            <span className={style.value}>
              {stats ? <Price amount={stats[figure]} /> : <Skeleton className={style.wait} />}
            </span>
            <span className={style.meaning}>{meaning}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
