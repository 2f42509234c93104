import { useState } from 'react'
import * as z from 'zod/mini'
import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import { callAnswer, callRequest, reopenRequest } from '#features/calls/contract.ts'
import { type CallOutcome, OUTCOME_NAMES } from '#features/calls/model.ts'
import { isSettled } from '#features/calls/rules.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { freshKey } from '#web/api/idempotency-key.ts'
import { ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { useRowChanges } from '#web/list-kit/row-changes.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { lastChangeOf } from './last-change.ts'
import { Light } from './light.tsx'
import { promisesFrom, typedMoment } from './moments.ts'
import style from './order-calls.module.css'
import { PastCalls } from './past-calls.tsx'
import { SendLink } from './send-link.tsx'
import { StageWords } from './stage.tsx'

interface OrderCallsProps {
  order: AdminOrderDetail
  /** A call about it may still be noted. */
  isCallable: boolean
  reload: () => Promise<void>
}

/** How far the confirmation of an order is, what came of its calls, and a way to note one more. */
export function OrderCalls({ order, isCallable, reload }: OrderCallsProps) {
  const { act, problem, forgetProblem } = useRowChanges<number, never>(reload)
  const calls = order.confirmation
  if (calls === null) return null
  const path = `/api/confirmation/${order.id}` as const
  const problemOf = (error: unknown) => ({ title: 'L’appel n’a pas été noté', text: errorSentence(error) })
  const note = (outcome: CallOutcome, dueAt: Date | null = null) => {
    const idempotencyKey = freshKey()
    const call = {
      outcome,
      dueAt,
      reason: null,
      note: null,
      code: null,
      via: 'phone',
      lastChange: lastChangeOf(order),
    } as const
    const body = z.encode(callRequest, call)
    act({
      send: async () => {
        await callApi(`${path}/attempts`, { method: 'POST', body, idempotencyKey, answer: callAnswer })
        toast({ title: `Commande ${order.id}\u00A0: ${OUTCOME_NAMES[outcome]}` })
      },
      problemOf,
    })
  }
  const reopen = () =>
    act({
      send: async () => {
        const body = z.encode(reopenRequest, { note: null, hold: false })
        await callApi(`${path}/reopen`, { method: 'POST', body, answer: callAnswer })
        toast({ title: `Commande ${order.id}\u00A0: à appeler` })
      },
      problemOf: (error) => ({ title: 'La commande n’a pas été rouverte', text: errorSentence(error) }),
    })
  return (
    <>
      {order.status === 'pending' && (
        <p>
          <StageWords order={order} />
        </p>
      )}
      <ProblemNotice problem={problem} onClose={forgetProblem} />
      {isCallable && <Light risk={calls.risk} />}
      {isCallable && !isSettled(calls.contact) && <NoteCall onNote={note} />}
      {isCallable && calls.contact !== 'confirmed' && (
        // A conversation is with the number of its time, about the products of its time.
        <SendLink key={order.updatedAt.getTime()} id={order.id} onMade={reload} />
      )}
      {isCallable && isSettled(calls.contact) && (
        <div>
          <Button look="secondary" size="small" icon="refresh" onClick={reopen}>
            Rouvrir
          </Button>
        </div>
      )}
      {calls.history.length > 0 && <PastCalls calls={calls.history} />}
    </>
  )
}

const AT_ONCE = [
  ['confirmed', 'Confirmée'],
  ['no_answer', 'Pas de réponse'],
  ['busy', 'Occupé'],
  ['wrong_number', 'Faux numéro'],
] as const satisfies readonly (readonly [CallOutcome, string])[]

/** Notes a call that was made outside the desk. To cancel, there is the status. */
function NoteCall({ onNote }: { onNote: (outcome: CallOutcome, dueAt?: Date) => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={classes(common.stack, common.gap2)}>
      <fieldset className={style.outcomes}>
        <legend className="visually-hidden">Résultat de l’appel</legend>
        {AT_ONCE.map(([outcome, label]) => (
          <Button key={outcome} look="secondary" size="small" onClick={() => onNote(outcome)}>
            {label}
          </Button>
        ))}
        <Button look="secondary" size="small" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          Rappeler à…
        </Button>
      </fieldset>
      {isAsking && <Hours onChoose={(at) => onNote('postponed', at)} />}
    </div>
  )
}

function Hours({ onChoose }: { onChoose: (at: Date) => void }) {
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      className={style.hours}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const at = typedMoment(String(new FormData(event.currentTarget).get('at')))
        setMissing(at === null)
        if (at) onChoose(at)
      }}
    >
      <div className={style.outcomes}>
        {promisesFrom(new Date()).map(({ label, at }) => (
          <Button key={label} look="secondary" size="small" onClick={() => onChoose(at)}>
            {label}
          </Button>
        ))}
      </div>
      <FieldFrame label="Autre jour et heure" size="small" error={isMissing ? 'Choisissez une heure à venir.' : null}>
        {(control) => <input {...control} type="datetime-local" name="at" />}
      </FieldFrame>
      <Button type="submit" look="secondary" size="small">
        Promettre cette heure
      </Button>
    </form>
  )
}
