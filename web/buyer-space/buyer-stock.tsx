import type { Stock } from '#features/buyers/rules.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import type { ApiAnswer } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './buyer.module.css'
import { stockPercentages } from './stock-percentages.ts'

const CARDS: readonly { figure: keyof Stock | 'due'; name: string; meaning: string }[] = [
  { figure: 'due', name: 'Disponible pour un retrait', meaning: 'Vos ventes qui ne sont dans aucun retrait' },
  { figure: 'totalStock', name: 'Stock total acheté', meaning: 'Tous vos achats approuvés' },
  { figure: 'stockSold', name: 'Montant vendu', meaning: 'Les ventes que la boutique a enregistrées' },
  { figure: 'stockLeft', name: 'Montant restant', meaning: 'Ce qu’il vous reste à vendre' },
]

interface BuyerStockProps {
  answer: ApiAnswer<Stock>
  /** The sum that can be withdrawn; undefined until it is known. */
  due: Centimes | undefined
  isDueUnknown: boolean
}

/** The sum that can be withdrawn; and stock bought, sold and left, the last two also as one bar. */
export function BuyerStock({ answer, due, isDueUnknown }: BuyerStockProps) {
  const { data: stock, error, isLoading, reload } = answer
  const amountOf = (figure: keyof Stock | 'due') => (figure === 'due' ? due : stock?.[figure])
  return (
    <section className={common.stack} aria-label="Votre stock" aria-busy={isLoading || undefined}>
      {error !== null && (
        <LoadFailed title="Votre stock n’a pas pu être chargé" error={error} isLoading={isLoading} onRetry={reload} />
      )}
      {(stock || error === null) && (
        <>
          <dl className={classes(common.stack, common.gap3, style.cards)}>
            {CARDS.map(({ figure, name, meaning }) => (
              <div key={figure} className={style.card} data-figure={figure}>
                <dt>{name}</dt>
                <dd className={style.amount}>
                  <Amount amount={amountOf(figure)} isUnknown={figure === 'due' && isDueUnknown} />
                </dd>
                <dd className={classes(common.hint, common.across)}>{meaning}</dd>
              </div>
            ))}
          </dl>
          {stock ? <Bar stock={stock} /> : <Skeleton shape="block" className={style.barToCome} />}
        </>
      )}
    </section>
  )
}

function Amount({ amount, isUnknown }: { amount: Centimes | undefined; isUnknown: boolean }) {
  if (amount !== undefined) return <Price amount={amount} />
  return isUnknown ? '–' : <Skeleton className={style.amountToCome} />
}

function Bar({ stock }: { stock: Stock }) {
  const { sold, left } = stockPercentages(stock)
  if (stock.totalStock === 0)
    return (
      <p className={classes(common.quiet, style.noBar)}>
        Vous n’avez pas encore de stock&nbsp;: votre premier achat apparaîtra ici.
      </p>
    )
  return (
    <div className={classes(common.stack, common.gap2)}>
      <svg className={style.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className={style.left} width="100" height="1" />
        <rect className={style.sold} width={sold} height="1" />
      </svg>
      <p className={classes(common.wrap, common.small, common.medium, common.digits, style.legend)}>
        <span className={style.share} data-share="sold">
          Vendu {sold}&nbsp;%
        </span>
        <span className={style.share} data-share="left">
          Restant {left}&nbsp;%
        </span>
      </p>
    </div>
  )
}
