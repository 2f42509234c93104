import { useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { purchaseAnswer, stockRequest } from '#features/buyers/contract.ts'
import { STOCK_AMOUNTS } from '#features/buyers/names.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { callApi } from '#web/api.ts'
import { errorSentence } from '#web/french-errors.ts'
import { freshKey } from '#web/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './buyer.module.css'
import { Pending } from './pending.tsx'

const SUCCESS_MS = 8000

interface BuyStockProps {
  /** Asked for and not decided; undefined until it is known. */
  pending: Centimes | undefined
  /** Something was asked for, or may have been. */
  onSettled: () => Promise<void>
}

export function BuyStock({ pending, onSettled }: BuyStockProps) {
  const [opened, setOpened] = useState(0)
  const [isOpen, setOpen] = useState(false)
  // A request that may or may not have arrived is sent again under the same key, also from a dialog opened later.
  const attempt = useRef<{ amount: Centimes; key: string }>(null)

  const ask = async (amount: Centimes) => {
    if (attempt.current?.amount !== amount) attempt.current = { amount, key: freshKey() }
    const { purchase } = await callApi('/api/buyer/request-stock', {
      method: 'POST',
      body: z.encode(stockRequest, { amount }),
      idempotencyKey: attempt.current.key,
      answer: purchaseAnswer,
    })
    attempt.current = null
    setOpen(false)
    toast({
      title: 'Stock demandé',
      text: `${formatDirhams(purchase.amount)}, en attente d’approbation`,
      duration: SUCCESS_MS,
    })
  }

  return (
    <section className={style.panel} aria-labelledby="achat">
      <h2 id="achat">Acheter du stock</h2>
      <p>Par montants de 5&nbsp;000, 10&nbsp;000, 15&nbsp;000 ou 20&nbsp;000&nbsp;DH.</p>
      <Pending amount={pending} />
      <Button
        icon="plus"
        className={style.action}
        onClick={() => {
          setOpened(opened + 1)
          setOpen(true)
        }}
      >
        Acheter un nouveau stock
      </Button>
      <AddStockDialog key={opened} isOpen={isOpen} onClose={() => setOpen(false)} onAsk={ask} onSettled={onSettled} />
    </section>
  )
}

interface AddStockDialogProps {
  isOpen: boolean
  onClose: () => void
  onAsk: (amount: Centimes) => Promise<void>
  onSettled: () => Promise<void>
}

function AddStockDialog({ isOpen, onClose, onAsk, onSettled }: AddStockDialogProps) {
  const form = useId()
  const field = useId()
  const [amount, setAmount] = useState<Centimes | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const closeUnlessBusy = () => {
    if (!isBusy) onClose()
  }

  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setMissing(amount === null)
    if (amount === null) return document.getElementById(field)?.focus()
    setBusy(true)
    setFailure(null)
    try {
      await onAsk(amount)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
    await onSettled()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeUnlessBusy}
      title="Ajouter du stock"
      actions={
        <>
          <Button look="secondary" onClick={closeUnlessBusy}>
            Annuler
          </Button>
          <Button type="submit" form={form} busy={isBusy}>
            Demander ce stock
          </Button>
        </>
      }
    >
      <form id={form} className={style.form} noValidate onSubmit={submit}>
        {failure !== null && (
          <Notice tone="danger" role="alert" title="Une erreur s'est produite lors de la demande de stock.">
            {errorSentence(failure)}
          </Notice>
        )}
        <SelectField
          id={field}
          label="Montant"
          hint="Il s’ajoute à votre stock dès que la boutique l’approuve."
          error={isMissing ? 'Choisissez un montant.' : undefined}
          required
          data-autofocus
          value={amount ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setAmount(STOCK_AMOUNTS.find((each) => String(each) === value) ?? null)
            setMissing(false)
          }}
        >
          <option value="">Choisir un montant</option>
          {STOCK_AMOUNTS.map((each) => (
            <option key={each} value={each}>
              {formatDirhams(each)}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  )
}
