import { useEffect, useState } from 'react'
import { closeAnswer, type StatementDetail } from '#features/settlements/contract.ts'
import { MAX_GAP_REASON } from '#features/settlements/model.ts'
import { atLeastZero, centimes, formatDirhams, ZERO } from '#platform/kernel/money.ts'
import { formatDay } from '#platform/kernel/time.ts'
import { callApi, isUnanswered } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TotalsInWords } from './totals.tsx'

interface CloseDialogProps {
  isOpen: boolean
  statement: StatementDetail['statement']
  totals: StatementDetail['totals']
  /** Orders that are paid by it. */
  paying: number
  onClose: () => void
  onSettled: () => Promise<void>
}

/** Closes a statement: « 55 commandes seront payées, au 14/11/2026. » A gap asks for a reason. */
export function CloseDialog({ isOpen, statement, totals, paying, onClose, onSettled }: CloseDialogProps) {
  const hasGap = totals.gap !== ZERO
  const isShort = totals.gap > ZERO
  // Money that lacks is claimed unless somebody gives it up: a closed statement cannot claim it later.
  const [isClaimed, setClaimed] = useState(true)
  const gap = formatDirhams(atLeastZero(centimes(Math.abs(totals.gap))))
  const form = useApiForm({
    fields: {
      reason: (typed) => (hasGap && typed === '' ? 'Écrivez la raison de cet écart.' : null),
      claim_gap: () => null,
    },
    send: async ({ reason, claim_gap }, idempotencyKey) => {
      const body = hasGap ? { accept_gap: totals.gap / 100, reason, claim_gap: claim_gap === 'on' } : {}
      const path = `/api/admin/statements/${statement.id}/close` as const
      const call = { method: 'POST', body, idempotencyKey, timeoutSeconds: 60 } as const
      const { message } = await callApi(path, { ...call, answer: closeAnswer })
      onClose()
      toast({ title: message })
    },
    subject: totals.gap,
    onSettled,
  })
  const isDone = statement.closedAt !== null && form.failure !== null && isUnanswered(form.failure.error)
  // The answer was lost: the page has read by itself that it is closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes once
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone])
  const words = paying > 1 ? `${paying} commandes seront payées` : `${paying} commande sera payée`
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={`Clore le relevé ${statement.reference}`}
      confirm={!hasGap ? 'Clore' : isShort && isClaimed ? `Réclamer ${gap} et clore` : 'Accepter l’écart et clore'}
      failed={(error) => (isUnanswered(error) ? 'La clôture n’est pas confirmée' : 'Le relevé n’a pas été clos')}
    >
      <p>
        {words}, au {formatDay(statement.paidOn)}. Un relevé clos ne change plus.
      </p>
      <TotalsInWords totals={totals} />
      {hasGap && (
        <>
          <Field
            label={`Raison de cet écart de ${gap}`}
            hint="Par exemple&nbsp;: une commande manque dans l’enveloppe."
            maxLength={MAX_GAP_REASON}
            autoComplete="off"
            {...form.field('reason')}
          />
          {isShort && (
            <Checkbox name="claim_gap" checked={isClaimed} onChange={({ target }) => setClaimed(target.checked)}>
              Réclamer cette somme au livreur
            </Checkbox>
          )}
        </>
      )}
    </FormDialog>
  )
}
