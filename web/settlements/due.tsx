import type { DueOfCourier } from '#features/settlements/contract.ts'
import { AGE_LIMITS } from '#features/settlements/model.ts'
import { type Centimes, formatDirhams, formatShortDirhams, plus, ZERO } from '#platform/kernel/money.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import style from './settlements.module.css'

const [WEEK, FORTNIGHT, MONTH] = AGE_LIMITS

const AGES = [
  `0 à ${WEEK} jours`,
  `${WEEK + 1} à ${FORTNIGHT} jours`,
  `${FORTNIGHT + 1} à ${MONTH} jours`,
  `plus de ${MONTH} jours`,
]

/** « 23 418,00 DH pour 58 commandes livrées, dont 4 180,00 DH depuis plus de 14 jours » */
function sentenceOf({ orders, amount, ages }: DueOfCourier): string {
  const late = plus(ages[2] ?? ZERO, ages[3] ?? ZERO)
  const words = orders > 1 ? `${orders} commandes livrées` : `${orders} commande livrée`
  const dont = late > ZERO ? `, dont ${formatDirhams(late)} depuis plus de ${FORTNIGHT}\u00A0jours` : ''
  return `${formatDirhams(amount)} pour ${words}${dont}`
}

/** Money that is outside: by courier, and by days since the delivery. */
export function Due({ couriers }: { couriers: readonly DueOfCourier[] }) {
  if (couriers.length === 0)
    return (
      <EmptyState icon="coins" title="Aucun argent dehors">
        <p>Les commandes livrées et pas encore payées apparaîtront ici, par livreur.</p>
      </EmptyState>
    )
  return (
    <ul className={style.due} aria-label="L’argent dehors, par livreur">
      {couriers.map((due) => (
        <li key={due.courier?.id ?? 0} className={common.panel}>
          <div>
            <h3 className={style.name}>{due.courier?.name ?? 'Sans livreur'}</h3>
            <p>{sentenceOf(due)}</p>
            {due.claimed > ZERO && (
              <p className={common.note}>Et {formatDirhams(due.claimed)} réclamés, pas encore obtenus.</p>
            )}
          </div>
          <Ages ages={due.ages} />
        </li>
      ))}
    </ul>
  )
}

function Ages({ ages }: { ages: readonly Centimes[] }) {
  return (
    <dl className={style.ages}>
      {ages.map((amount, nth) => (
        <div key={AGES[nth]} className={classes(common.tile, nth > 1 && amount > ZERO && style.late)}>
          <dt>{AGES[nth]}</dt>
          <dd>{formatShortDirhams(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
