import * as z from 'zod/mini'
import type { BuyerBalance } from '#features/buyer-space/contract.ts'
import { declarationAnswer, declarationRequest } from '#features/buyers/contract.ts'
import { AMOUNT_FIELD, MAX_SALE_NOTE } from '#features/buyers/model.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { amountIn, saleProblem } from '#web/forms/sale-amount.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import style from './buyer.module.css'
import { RequestPanel, type RequestProps, useRequest } from './request-panel.tsx'

/** Tells the shop of a sale, which counts once it approves. */
export function DeclareSale(props: RequestProps) {
  const { balance } = props
  const left = balance?.declarable ?? (0 as Centimes)
  const { form, open, dialog } = useRequest(props, {
    done: 'Vente déclarée',
    fields: { [AMOUNT_FIELD]: (text: string) => saleProblem(text, left), note: () => null },
    send: async ({ [AMOUNT_FIELD]: typed, note }, idempotencyKey) => {
      const { declaration } = await callApi('/api/buyer/declare-sale', {
        method: 'POST',
        body: z.encode(declarationRequest, { amount: amountIn(typed)!, note: note || null }),
        idempotencyKey,
        answer: declarationAnswer,
      })
      return declaration.amount
    },
  })

  return (
    <RequestPanel
      id="vente"
      title="Déclarer une vente"
      text={balance && left === 0 ? nothingLeft(balance) : 'Elle compte dès que la boutique l’enregistre.'}
      pending={balance?.pendingSales}
    >
      <Button look="secondary" icon="receipt" className={style.action} disabled={left === 0} onClick={open}>
        Déclarer une vente
      </Button>
      <FormDialog {...dialog} title="Déclarer une vente" confirm="Déclarer" failed="La vente n’a pas été déclarée">
        <NumberField
          label="Montant vendu (DH)"
          hint={`Vous pouvez encore déclarer ${formatDirhams(left)}.`}
          {...form.field(AMOUNT_FIELD)}
          required
          data-autofocus
          inputMode="decimal"
          step="0.01"
          min="0.01"
          autoComplete="off"
        />
        <FieldFrame label="Note" hint="Ce qui a été vendu, à qui, avec quel reçu." optional error={form.problems.note}>
          {(control) => <textarea {...control} name="note" rows={3} maxLength={MAX_SALE_NOTE} dir="auto" />}
        </FieldFrame>
      </FormDialog>
    </RequestPanel>
  )
}

const nothingLeft = ({ pendingSales }: BuyerBalance): string =>
  pendingSales > 0 ? 'Tout votre stock est vendu ou déclaré.' : 'Il ne vous reste pas de stock à vendre.'
