import type { StatementDetail } from '#features/settlements/contract.ts'
import { atLeastZero, centimes, formatDirhams, ZERO } from '#platform/kernel/money.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './settlements.module.css'

type Totals = StatementDetail['totals']

/** « Lignes : 24 310,00 − frais 1 725,00 = net 22 585,00. Reçu : 22 167,00. Il manque 418,00 DH. » */
export function TotalsInWords({ totals }: { totals: Totals }) {
  const { collected, fees, net, received } = totals
  return (
    <p className={classes(style.totals, common.digits)}>
      Lignes&nbsp;: {formatDirhams(collected)} − frais {formatDirhams(fees)} = net {formatDirhams(net)}. Reçu&nbsp;:{' '}
      {formatDirhams(received)}. <GapInWords totals={totals} />
    </p>
  )
}

function GapInWords({ totals: { gap } }: { totals: Totals }) {
  if (gap === ZERO) return <strong className={style.even}>Tout y est.</strong>
  const amount = formatDirhams(atLeastZero(centimes(Math.abs(gap))))
  return <strong className={style.uneven}>{gap > ZERO ? `Il manque ${amount}.` : `${amount} de trop.`}</strong>
}
