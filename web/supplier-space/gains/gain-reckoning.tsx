import type * as z from 'zod/mini'
import type { gainExplained } from '#features/supplier-space/contract.ts'
import { minus } from '#platform/kernel/money.ts'
import sums from '#web/figures/sums.module.css'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import style from './gain-reckoning.module.css'

const WORDS = {
  supplier: {
    cost: 'votre prix',
    discount: 'que votre code donne au client',
    gain: 'Votre gain',
    lost: 'La remise dépasse la marge\u00A0: votre gain est nul, et ne descend jamais plus bas.',
  },
  shop: {
    cost: 'prix distributeur',
    discount: 'que le code donne au client',
    gain: 'Gain du fournisseur',
    lost: 'La remise dépasse la marge\u00A0: le gain est nul, et ne descend jamais plus bas.',
  },
} as const

interface GainReckoningProps extends z.output<typeof gainExplained> {
  /** The one whose gain it is, or the shop. */
  reader: keyof typeof WORDS
}

/** Adds a gain up, line by line, at the prices of the day of the order. */
export function GainReckoning({ origin, lines, margin, discount, delivery, gain, ...more }: GainReckoningProps) {
  const words = WORDS[more.reader]
  return (
    <div className={classes(common.stack, common.gap3)}>
      <p className={common.hint}>Aux prix du jour de la commande, qui ne changent plus.</p>
      <ul className={classes(common.stack, common.gap3)}>
        {lines.map((line) => (
          <li key={line.name} className={classes(common.medium, style.line)}>
            <span>
              {line.quantity}&nbsp;× {line.name}
            </span>
            <Price amount={line.margin} />
            <span className={classes(common.hint, style.unit)}>
              Prix client <Price amount={line.userPrice} /> − {words.cost} <Price amount={line.distributorPrice} /> ={' '}
              <Price amount={minus(line.userPrice, line.distributorPrice)} /> par pièce
            </span>
          </li>
        ))}
      </ul>
      <dl className={classes(sums.sums, style.sums)}>
        <div>
          <dt>Marge sur les produits</dt>
          <dd>
            <Price amount={margin} />
          </dd>
        </div>
        {origin === 'promo' && (
          <div>
            <dt>
              Remise de {more.discountPercent}&nbsp;% {words.discount}
            </dt>
            <dd>
              −<Price amount={discount} />
            </dd>
          </div>
        )}
        <div>
          <dt>
            Livraison de <Price amount={delivery} />, payée par le client
          </dt>
          <dd>sans effet</dd>
        </div>
        <div className={classes(sums.total, style.total)}>
          <dt>{words.gain}</dt>
          <dd>
            <Price amount={gain} />
          </dd>
        </div>
      </dl>
      {discount > margin && <p className={common.hint}>{words.lost}</p>}
    </div>
  )
}
