import type * as z from 'zod/mini'
import type { supplierGains } from '#features/supplier-space/contract.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import style from './gain-steps.module.css'

type Pipeline = z.output<typeof supplierGains>['pipeline']

const STEPS: readonly { step: keyof Pipeline; name: string; meaning: string }[] = [
  { step: 'ordered', name: 'commandé', meaning: 'En attente ou confié à un livreur' },
  { step: 'onTheWay', name: 'en route', meaning: 'Chez le livreur' },
  { step: 'delivered', name: 'livré', meaning: 'Tout ce que vos livraisons ont gagné' },
  { step: 'available', name: 'disponible', meaning: 'Livré et pas encore demandé' },
  { step: 'requested', name: 'demandé', meaning: 'À approuver par la boutique' },
  { step: 'paid', name: 'versé', meaning: 'Retraits approuvés' },
]

/** Gains at each step from the order to the bank. Each bar is as long as its share of the largest. */
export function GainSteps({ pipeline }: { pipeline: Pipeline | null }) {
  const largest = pipeline ? Math.max(1, ...Object.values(pipeline)) : 1
  return (
    <ol className={classes(common.stack, style.steps)} aria-busy={pipeline === null || undefined}>
      {STEPS.map(({ step, name, meaning }) => (
        <li key={step} className={classes(common.wrap, style.step)} data-step={step}>
          <p className={classes(common.strong, style.name)}>{name}</p>
          <p className={classes(common.bold, common.digits, common.nowrap, style.amount)}>
            {pipeline ? <Price amount={pipeline[step]} /> : '…'}
          </p>
          <Bar amount={pipeline?.[step]} largest={largest} />
          <p className={style.meaning}>{meaning}</p>
        </li>
      ))}
    </ol>
  )
}

function Bar({ amount = 0 as Centimes, largest }: { amount: Centimes | undefined; largest: number }) {
  return (
    <svg className={style.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className={style.track} width="100" height="1" />
      <rect className={style.fill} width={(100 * amount) / largest} height="1" />
    </svg>
  )
}
