import { useState } from 'react'
import * as z from 'zod/mini'
import { purchaseAnswer, stockRequest } from '#features/buyers/contract.ts'
import { AMOUNT_FIELD, STOCK_AMOUNTS } from '#features/buyers/model.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './buyer.module.css'
import { PendingAmount } from './pending-amount.tsx'

const SUCCESS_MS = 8000

interface BuyStockProps {
  /** Requested and not decided; undefined until it is known. */
  pending: Centimes | undefined
  /** Length of the history; undefined until it is known. */
  entries: number | undefined
  /** Runs once something was requested, or may have been. */
  onSettled: () => Promise<void>
}

export function BuyStock({ pending, entries, onSettled }: BuyStockProps) {
  const [isOpen, setOpen] = useState(false)
  /** The history's length as the form was opened: one that is opened again beside its purchase is about another. */
  const [shown, setShown] = useState<number>()
  const form = useApiForm({
    subject: shown,
    fields: { [AMOUNT_FIELD]: (text: string) => (amountOf(text) === undefined ? 'Choisissez un montant.' : null) },
    send: async ({ [AMOUNT_FIELD]: chosen }, idempotencyKey) => {
      const { purchase } = await callApi('/api/buyer/request-stock', {
        method: 'POST',
        body: z.encode(stockRequest, { amount: amountOf(chosen)! }),
        idempotencyKey,
        answer: purchaseAnswer,
      })
      setOpen(false)
      const text = `${formatDirhams(purchase.amount)}, en attente d’approbation`
      toast({ title: 'Stock demandé', text, duration: SUCCESS_MS })
    },
    onSettled,
  })

  return (
    <section className={style.panel} aria-labelledby="achat">
      <h2 id="achat">Acheter du stock</h2>
      <p>Par montants de 5&nbsp;000, 10&nbsp;000, 15&nbsp;000 ou 20&nbsp;000&nbsp;DH.</p>
      <PendingAmount amount={pending} />
      <Button
        icon="plus"
        className={style.action}
        onClick={() => {
          setShown(entries)
          setOpen(true)
        }}
      >
        Acheter un nouveau stock
      </Button>
      <FormDialog
        form={form}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
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
    </section>
  )
}

const amountOf = (text: string) => STOCK_AMOUNTS.find((amount) => String(amount) === text)
