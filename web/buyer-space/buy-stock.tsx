import * as z from 'zod/mini'
import { purchaseAnswer, stockRequest } from '#features/buyers/contract.ts'
import { AMOUNT_FIELD, STOCK_AMOUNTS } from '#features/buyers/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import style from './buyer.module.css'
import { RequestPanel, type RequestProps, useRequest } from './request-panel.tsx'

export function BuyStock(props: RequestProps) {
  const { form, open, dialog } = useRequest(props, {
    done: 'Stock demandé',
    fields: { [AMOUNT_FIELD]: (text: string) => (amountOf(text) === undefined ? 'Choisissez un montant.' : null) },
    send: async ({ [AMOUNT_FIELD]: chosen }, idempotencyKey) => {
      const { purchase } = await callApi('/api/buyer/request-stock', {
        method: 'POST',
        body: z.encode(stockRequest, { amount: amountOf(chosen)! }),
        idempotencyKey,
        answer: purchaseAnswer,
      })
      return purchase.amount
    },
  })

  return (
    <RequestPanel
      id="achat"
      title="Acheter du stock"
      text="Par montants de 5&nbsp;000, 10&nbsp;000, 15&nbsp;000 ou 20&nbsp;000&nbsp;DH."
      pending={props.balance?.pendingPurchases}
    >
      <Button look="secondary" icon="plus" className={style.action} onClick={open}>
        Acheter un nouveau stock
      </Button>
      <FormDialog
        {...dialog}
        title="Ajouter du stock"
        confirm="Demander ce stock"
        failed="Une erreur s'est produite lors de la demande de stock."
      >
        <SelectField
          {...form.field(AMOUNT_FIELD)}
          label="Montant"
          hint="Il s’ajoute à votre stock dès que la boutique l’approuve."
          required
          data-autofocus
          defaultValue=""
        >
          <option value="">Choisir un montant</option>
          {STOCK_AMOUNTS.map((each) => (
            <option key={each} value={each}>
              {formatDirhams(each)}
            </option>
          ))}
        </SelectField>
      </FormDialog>
    </RequestPanel>
  )
}

const amountOf = (text: string) => STOCK_AMOUNTS.find((amount) => String(amount) === text)
