import type { ReactNode } from 'react'
import type { Decision } from '#features/buyers/model.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { RowButtons } from '#web/list-kit/table/cells.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldFrame } from '#web/ui/field.tsx'

export type Verdict = Exclude<Decision, 'pending'>

interface DecisionButtonsProps {
  /** Names the request to those who cannot see the row. */
  what: string
  onAsk: (verdict: Verdict) => void
}

/** Buttons for both answers to a request that waits for one. */
export function DecisionButtons({ what, onAsk }: DecisionButtonsProps) {
  return (
    <RowButtons>
      <Button size="small" onClick={() => onAsk('approved')}>
        Approuver<span className="visually-hidden"> {what}</span>
      </Button>
      <Button look="secondary" size="small" onClick={() => onAsk('refused')}>
        Refuser<span className="visually-hidden"> {what}</span>
      </Button>
    </RowButtons>
  )
}

interface DecisionDialogProps {
  /** Null closes the dialog. */
  request: { id: number; verdict: Verdict } | null
  /** `le retrait de 120,00 DH`. */
  what: string
  /** Facts to know before deciding. */
  children: ReactNode
  /** An approval can name its transfer. */
  hasReference?: boolean
  onClose: () => void
  decide: (verdict: Verdict, words: string) => Promise<void>
}

const MAX_REFERENCE = 100
const MAX_REASON = 300

/** Says yes, with the bank's reference if there is one, or no, with a reason. Both are for good. */
export function DecisionDialog({
  request,
  what,
  children,
  hasReference = false,
  onClose,
  decide,
}: DecisionDialogProps) {
  const isApproval = request?.verdict === 'approved'

  const form = useApiForm({
    fields: {
      reference: () => null,
      reason: (text) => (isApproval || text !== '' ? null : 'Écrivez pourquoi la demande est refusée.'),
    },
    send: async ({ reference, reason }) => {
      if (request) await decide(request.verdict, isApproval ? reference : reason)
    },
  })

  return (
    <FormDialog
      form={form}
      isOpen={request !== null}
      onClose={onClose}
      title={`${isApproval ? 'Approuver' : 'Refuser'} ${what}\u00A0?`}
      confirm={isApproval ? 'Approuver' : 'Refuser'}
      look={isApproval ? 'primary' : 'danger'}
      failed="La décision n’a pas été enregistrée"
    >
      {children}
      {isApproval && hasReference && (
        <Field
          label="Référence du virement"
          hint="Elle figure dans l’e-mail qui annonce le virement."
          optional
          {...form.field('reference')}
          data-autofocus
          autoComplete="off"
          enterKeyHint="done"
          maxLength={MAX_REFERENCE}
        />
      )}
      {request?.verdict === 'refused' && (
        <FieldFrame label="Motif du refus" hint="La personne le lira." error={form.problems.reason}>
          {(control) => <textarea {...control} name="reason" rows={3} required data-autofocus maxLength={MAX_REASON} />}
        </FieldFrame>
      )}
    </FormDialog>
  )
}
