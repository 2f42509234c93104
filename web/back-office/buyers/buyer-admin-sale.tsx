import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type BuyerRow, saleRequest } from '#features/buyers/contract.ts'
import { AMOUNT_FIELD } from '#features/buyers/model.ts'
import { formatDirhams, minus } from '#platform/kernel/money.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { amountIn, saleProblem } from '#web/forms/sale-amount.ts'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { NumberField } from '#web/ui/number-field.tsx'
import style from './buyer-admin.module.css'

const DONE_MS = 2000

interface SaleDialogProps {
  /** Owner of the stock that was sold of; null closes the dialog. */
  buyer: BuyerRow | null
  onClose: () => void
  /** A sale was recorded, or may have been. */
  onSettled: () => void
}

/** Records what was sold of a buyer's stock. */
export function SaleDialog({ buyer, onClose, onSettled }: SaleDialogProps) {
  const [typed, setTyped] = useState('')
  /** The amount that was sent without an answer: it may have been recorded, and another one would be a second sale. */
  const unanswered = useRef<string>(null)

  const problemOf = (text: string): string | null => {
    if (buyer === null) return null
    if (unanswered.current !== null && text !== unanswered.current) return mayBeRecorded(unanswered.current)
    return saleProblem(text, buyer.stockLeft)
  }

  const form = useApiForm({
    fields: { [AMOUNT_FIELD]: problemOf },
    // As the form was opened: one that is opened again beside its sale is about another sale.
    subject: `${buyer?.id} ${buyer?.stockSold}`,
    send: async ({ [AMOUNT_FIELD]: text }, idempotencyKey) => {
      if (!buyer) return
      const body = z.encode(saleRequest, { buyerId: buyer.id, amount: amountIn(text)! })
      try {
        await callApi('/api/admin/sell-stock', { method: 'PUT', body, idempotencyKey })
        unanswered.current = null
      } catch (error) {
        unanswered.current = isUnanswered(error) ? text : null
        throw error
      }
    },
    // The reason stands above, with what has become of the sale.
    problemsIn: () => ({}),
    onSettled,
  })

  const close = () => {
    setTyped('')
    unanswered.current = null
    onClose()
  }

  const latestClose = useRef(close)
  latestClose.current = close
  useEffect(() => {
    if (!form.isDone) return
    const timer = setTimeout(() => latestClose.current(), DONE_MS)
    return () => clearTimeout(timer)
  }, [form.isDone])

  const amount = amountIn(typed)
  const left = buyer && amount !== null && saleProblem(typed, buyer.stockLeft) === null
  return (
    <FormDialog
      form={form}
      isOpen={buyer !== null}
      onClose={close}
      title="Modifier le stock"
      confirm="Enregistrer"
      failed={<span lang="en">Failed to update stock. Please try again!</span>}
      explain={reasonOf}
      done={<span lang="en">Stock updated successfully!</span>}
    >
      <p>
        <strong>{buyer?.name}</strong> ({buyer?.customId})
      </p>
      <dl className={classes(common.stack, common.gap3, common.terms, style.figures)}>
        <div className={common.tile}>
          <dt>Déjà vendu</dt>
          <dd className={common.bold}>{buyer && formatDirhams(buyer.stockSold)}</dd>
        </div>
        <div className={common.tile}>
          <dt>Restant</dt>
          <dd className={common.bold}>{buyer && formatDirhams(buyer.stockLeft)}</dd>
        </div>
      </dl>
      <NumberField
        label="Montant vendu (DH)"
        hint="Il s’ajoute à ce qui est déjà vendu."
        {...form.field(AMOUNT_FIELD)}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        required
        data-autofocus
        inputMode="decimal"
        step="0.01"
        min="0.01"
        autoComplete="off"
        enterKeyHint="done"
      />
      <p className={style.after} role="status">
        {left && (
          <>
            Restera à vendre&nbsp;: <strong>{formatDirhams(minus(buyer.stockLeft, amount))}</strong>
          </>
        )}
      </p>
    </FormDialog>
  )
}

const mayBeRecorded = (typed: string): string =>
  `La vente de ${formatDirhams(amountIn(typed)!)} est peut-être déjà enregistrée. Renvoyez-la telle quelle\u00A0: elle ne comptera qu’une fois. Ou fermez, et regardez «\u00A0Déjà vendu\u00A0».`

/** The server's own word about the amount: the stock may have changed since the list was loaded. */
const reasonOf = (error: unknown): string =>
  (error instanceof ApiError && fieldSentences(error, [AMOUNT_FIELD])[AMOUNT_FIELD]) || errorSentence(error)
