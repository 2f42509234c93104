import * as z from 'zod/mini'
import { callAnswer, callRequest } from '#features/calls/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import type { Problem } from '#web/list-kit/problem-notice.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { hasChanged } from './last-change.ts'

interface ConfirmedByWhatsAppProps {
  id: OrderId
  /** When the order had changed last as the page shows it. */
  lastChange: Date
  onConfirmed: () => Promise<void> | void
  /** Reads the order again and says why it was not confirmed: the form may leave with what it showed. */
  onChanged?: (problem: Problem) => void
}

const FAILED = 'La confirmation n’a pas été enregistrée'

/** Writes down that the customer confirmed by WhatsApp, from the order's number and with the letters of her receipt. */
export function ConfirmedByWhatsApp({ id, lastChange, onConfirmed, onChanged }: ConfirmedByWhatsAppProps) {
  const form = useApiForm({
    fields: {
      code: (text) => (text === '' ? 'Saisissez les 4 lettres de son message.' : null),
      same: (text) => (text === '' ? 'Comparez d’abord les deux numéros.' : null),
    },
    send: async ({ code }, idempotencyKey) => {
      const call = { outcome: 'confirmed', via: 'whatsapp', code, reason: null, dueAt: null, note: null } as const
      await callApi(`/api/confirmation/${id}/attempts`, {
        method: 'POST',
        body: z.encode(callRequest, { ...call, lastChange }),
        idempotencyKey,
        answer: callAnswer,
      })
      form.element.current?.reset()
      announce('Commande confirmée')
      await onConfirmed()
    },
    handles: (refusal) => {
      if (!onChanged || !hasChanged(refusal)) return false
      onChanged({ title: FAILED, text: errorSentence(refusal) })
      return true
    },
    subject: id,
  })
  return (
    <FormShell
      form={form}
      className={classes(common.stack, common.gap3)}
      focus="field"
      failed={FAILED}
      submit={{ look: 'secondary', size: 'small', icon: 'whatsapp', children: 'Confirmée par WhatsApp' }}
      foot={(button) => <div>{button}</div>}
    >
      <Field
        {...form.field('code')}
        label="Code de son message"
        hint="Les 4 lettres entre parenthèses, par exemple K7QD."
        size="small"
        maxLength={10}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div>
        <Checkbox name="same">Le numéro WhatsApp est celui de la commande</Checkbox>
        {form.problems.same && (
          <Notice tone="danger" role="alert">
            {form.problems.same}
          </Notice>
        )}
      </div>
    </FormShell>
  )
}
