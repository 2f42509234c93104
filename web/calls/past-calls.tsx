import type * as z from 'zod/mini'
import type { pastCall } from '#features/calls/contract.ts'
import { OUTCOME_NAMES } from '#features/calls/model.ts'
import { momentInWords } from '#platform/kernel/time.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { dueInWords } from './moments.ts'

type PastCall = z.output<typeof pastCall>

const VIA: Readonly<Record<PastCall['via'], string>> = {
  phone: '',
  whatsapp: ' par WhatsApp',
  page: ' sur sa page',
}

/** The calls about an order, as they are given: `hier à 18 h 12, Sara : pas de réponse`. */
export function PastCalls({ calls }: { calls: readonly PastCall[] }) {
  const now = new Date()
  return (
    <ol className={classes(common.stack, common.gap2)}>
      {calls.map(({ at, by, outcome, via, dueAt, note }) => (
        <li key={`${at.getTime()} ${outcome}`}>
          <time dateTime={at.toISOString()}>{momentInWords(at, now)}</time>, {by ?? 'la cliente'}&nbsp;:{' '}
          <strong>
            {OUTCOME_NAMES[outcome]}
            {VIA[via]}
          </strong>
          {dueAt && <span className={common.quiet}>, rappel {dueInWords(dueAt, now)}</span>}
          {note && (
            <p className={classes(common.note, common.anywhere)} dir="auto">
              {note}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
