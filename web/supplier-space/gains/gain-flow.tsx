import { Link } from 'react-router'
import type * as z from 'zod/mini'
import type { supplierGains } from '#features/supplier-space/contract.ts'
import { GAIN_STEPS, type GainStep } from '#features/supplier-space/model.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ORDERS_ID } from '../supplier-order-query.ts'
import style from './gain-flow.module.css'

type Pipeline = z.output<typeof supplierGains>['pipeline']

export const STEP_NAMES: Readonly<Record<GainStep, string>> = {
  ordered: 'commandé',
  onTheWay: 'en route',
  delivered: 'livré',
  waiting: 'à encaisser',
  available: 'disponible',
  requested: 'demandé',
  paid: 'versé',
}

const MEANINGS: Readonly<Record<GainStep, string>> = {
  ordered: 'En attente ou attribué',
  onTheWay: 'Chez le livreur',
  delivered: 'Les étapes qui suivent, ensemble',
  waiting: 'Le livreur n’a pas encore payé la boutique',
  available: 'Pas encore demandé',
  requested: 'À approuver par la boutique',
  paid: 'Retraits approuvés',
}

/** A delivered order is in one of the steps that follow. */
const PARTS: readonly GainStep[] = GAIN_STEPS.filter((step) => step !== 'delivered')

interface GainFlowProps {
  pipeline: Pipeline | null
  /** The step whose orders the list shows. */
  shown: GainStep | ''
}

/** Gains as one bar from the order to the bank; each step leads to its orders in the list below. */
export function GainFlow({ pipeline, shown }: GainFlowProps) {
  return (
    <div className={classes(common.stack, common.gap3)}>
      <Bar pipeline={pipeline} />
      <ol className={style.steps} aria-busy={pipeline === null || undefined}>
        {GAIN_STEPS.filter((step) => step !== 'waiting' || step === shown || (pipeline?.waiting ?? 0) > 0).map(
          (step) => (
            <li key={step}>
              <Link
                className={style.step}
                to={{ search: `?step=${step}`, hash: ORDERS_ID }}
                defaultShouldRevalidate={false}
                aria-current={step === shown || undefined}
                data-step={step}
              >
                <span className={style.name}>{STEP_NAMES[step]}</span>
                <span className={classes(common.bold, common.digits, common.nowrap)}>
                  {pipeline ? <Price amount={pipeline[step]} /> : <Skeleton className={style.wait} />}
                </span>
                <span className={style.meaning}>{MEANINGS[step]}</span>
              </Link>
            </li>
          ),
        )}
      </ol>
    </div>
  )
}

function Bar({ pipeline }: { pipeline: Pipeline | null }) {
  let start = 0
  const whole = pipeline ? PARTS.reduce((sum, step) => sum + pipeline[step], 0) : 0
  return (
    <svg className={style.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className={style.track} width="100" height="1" />
      {pipeline &&
        whole > 0 &&
        PARTS.map((step) => {
          const width = (100 * pipeline[step]) / whole
          const part = <rect key={step} className={style.part} data-step={step} x={start} width={width} height="1" />
          start += width
          return part
        })}
    </svg>
  )
}
