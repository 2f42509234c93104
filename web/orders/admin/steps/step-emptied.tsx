import { useEffect } from 'react'
import type { AdminOrder, OrderCounts } from '#features/back-office/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from '../order-admin.module.css'
import { filterOf, isInStep, nextStepOf, type Step } from './steps.ts'

interface DoorProps {
  step: Step
  counts: OrderCounts | null
  address: ListAddress
}

/** Leads from a step without orders to the next one that has some. */
export function StepDoor({ step, counts, address }: DoorProps) {
  const next = nextStepOf(step, counts)
  const waiting = next.count && counts?.[next.count]
  return (
    <ButtonLink
      look="secondary"
      icon="arrow-right"
      to={address.filterLink(filterOf(next))}
      defaultShouldRevalidate={false}
      preventScrollReset
    >
      {waiting ? `${next.label} (${formatInteger(waiting)})` : 'Voir toutes les commandes'}
    </ButtonLink>
  )
}

interface StepDoneProps extends DoorProps {
  rows: readonly AdminOrder[]
  /** A move that can be taken back may still fail. */
  isMoving: boolean
  /** Reads the list anew, from its first page. */
  onMore: () => void
}

/** Stands below rows that have all left the step: what still waits there, or what comes next. */
export function StepDone({ step, rows, isMoving, onMore, ...door }: StepDoneProps) {
  const isDone = !isMoving && rows.length > 0 && rows.every((row) => !isInStep(row, step))
  const left = (step.count && door.counts?.[step.count]) || 0
  const sentence = left > 0 ? `Page traitée\u00A0: il en reste ${formatInteger(left)}.` : `${step.nothing.title}.`
  useEffect(() => {
    if (isDone) announce(sentence)
  }, [isDone, sentence])
  if (!isDone) return null
  return (
    <div className={style.done}>
      <p>{sentence}</p>
      {left > 0 ? (
        <Button icon="arrow-right" onClick={onMore}>
          Voir la suite
        </Button>
      ) : (
        <StepDoor step={step} {...door} />
      )}
    </div>
  )
}
