import type { PeriodFigures } from '#features/back-office/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { deliveredShare, differenceOf, shareDifferenceOf } from './differences.ts'
import style from './period-figures.module.css'

interface PeriodFiguresProps {
  last: PeriodFigures
  before: PeriodFigures
}

/** The orders of the period, each figure beside that of the period before in words. */
export function PeriodSummary({ last, before }: PeriodFiguresProps) {
  const share = deliveredShare(last)
  const figures = [
    {
      name: 'Chiffre d’affaires',
      value: <Price amount={last.amount} />,
      difference: differenceOf(last.amount, before.amount),
    },
    { name: 'Commandes', value: formatInteger(last.orders), difference: differenceOf(last.orders, before.orders) },
    {
      name: 'Part livrée des commandes terminées',
      value: share === null ? '–' : `${share}\u00A0%`,
      difference: shareDifferenceOf(last, before),
    },
  ]
  return (
    <dl className={style.figures}>
      {figures.map(({ name, value, difference }) => (
        <div key={name} className={style.figure}>
          <dt className={common.note}>{name}</dt>
          <dd className={style.value}>{value}</dd>
          <dd className={common.hint}>{difference}</dd>
        </div>
      ))}
    </dl>
  )
}
