import { useId, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import * as z from 'zod/mini'
import {
  type CorrectableOrderShown,
  correctionAnswer,
  correctionRequest,
} from '#features/orders/corrections/contract.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence, fieldSentence } from '#web/api/french-errors.ts'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { useUnsaved } from '#web/forms/use-unsaved.ts'
import { problemOf } from '#web/orders/order-form/fields.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { Button } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  amountsOf,
  type Draft,
  type DraftFields,
  draftOf,
  feeFor,
  hasSameLines,
  isSameDraft,
  rebase,
} from './correction.ts'
import style from './order-correct.module.css'
import { CorrectionFields } from './order-correct-fields.tsx'
import { OrderSides } from './order-sides.tsx'

type Shown = Extract<z.output<typeof correctionAnswer>, { digest: string }>

interface CorrectOrderDialogProps {
  order: CorrectableOrderShown
  isOpen: boolean
  onClose: () => void
  /** Reads the order again after a refusal. */
  reload: () => Promise<void>
  onStored: () => void | Promise<void>
}

/**
 * Corrects an order: what is typed, then both sides before it is stored. Mount it anew for each correction. What somebody
 * else changes meanwhile comes in beside what was typed.
 */
export function CorrectOrderDialog({ order, isOpen, onClose, reload, onStored }: CorrectOrderDialogProps) {
  const id = useId()
  const { draft, setDraft, base } = useDraft(order)
  const [shown, setShown] = useState<Shown | null>(null)
  const [lineProblems, setLineProblems] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isStoring, setStoring] = useState(false)
  const { rates } = useRouteLoaderData<typeof rootLoader>('root')!
  const path = `/api/confirmation/${order.id}/order` as const
  const body = () => encoded(draft, base)
  // Its form is gone while both sides are shown.
  useUnsaved(isOpen && !isSameDraft(draft, base))

  const form = useApiForm<keyof DraftFields>({
    fields: {
      Name: (text) => problemOf('name', text),
      Phone: (text) => problemOf('phone', text),
      City: (text) => problemOf('city', text),
      Address: (text) => problemOf('address', text),
      note: () => null,
    },
    read: () => draft.fields,
    subject: JSON.stringify(draft.lines),
    send: async () => {
      setLineProblems({})
      setProblem(null)
      const answer = await callApi(`${path}?preview=1`, { method: 'PUT', body: body(), answer: correctionAnswer })
      if ('digest' in answer) setShown(answer)
    },
    handles: (error) => {
      const found = lineProblemsIn(error)
      setLineProblems(found)
      return Object.keys(found).length > 0
    },
  })

  const store = async () => {
    if (!shown || isStoring) return
    setStoring(true)
    try {
      const sent = { ...body(), digest: shown.digest }
      await callApi(path, { method: 'PUT', body: sent, answer: correctionAnswer })
    } catch (error) {
      setShown(null)
      setProblem(errorSentence(error))
      await reload()
      setStoring(false)
      return
    }
    onClose()
    toast({ title: `La commande ${order.id} est corrigée.` })
    await onStored()
    setStoring(false)
  }

  const isBusy = form.isBusy || isStoring
  const close = () => !isBusy && onClose()
  return (
    <Dialog
      size="wide"
      isOpen={isOpen}
      onClose={close}
      isTypedIn
      title={`Corriger la commande ${order.id}`}
      actions={
        shown ? (
          <>
            <Button look="secondary" onClick={() => !isBusy && setShown(null)}>
              Modifier encore
            </Button>
            <Button busy={isStoring} onClick={store}>
              Enregistrer la correction
            </Button>
          </>
        ) : (
          <>
            <Button look="secondary" onClick={close}>
              Annuler
            </Button>
            <Button type="submit" form={id} busy={form.isBusy} aria-disabled={isSameDraft(draft, base)}>
              Voir le changement
            </Button>
          </>
        )
      }
    >
      <div className={common.stack}>
        {problem !== null && (
          <Notice tone="danger" role="alert" title="La correction n’est pas enregistrée">
            {problem} Ce que vous avez saisi est gardé.
          </Notice>
        )}
        {shown ? (
          <OrderSides before={shown.before} after={shown.after} />
        ) : (
          <>
            <CorrectionFields
              id={id}
              form={form}
              draft={draft}
              onChange={setDraft}
              lineProblems={lineProblems}
              hasLines={order.origin !== 'supplier'}
              feeOf={(city) => feeFor(order, city, rates)}
            />
            <DraftAmounts order={order} amounts={amountsOf(order, draft, rates)} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Follows what is typed: the fee of the city, and what the courier collects. */
function DraftAmounts({ order, amounts }: { order: CorrectableOrderShown; amounts: ReturnType<typeof amountsOf> }) {
  if (amounts === null) return null
  return (
    <p className={style.amounts} role="status">
      <span className={common.quiet}>
        Livraison <Price amount={amounts.delivery} />
      </span>
      <span>
        À encaisser{' '}
        {amounts.collected !== order.collected && (
          <>
            <s className={common.quiet}>
              <Price amount={order.collected} />
            </s>{' '}
          </>
        )}
        <strong>
          <Price amount={amounts.collected} />
        </strong>
      </span>
    </p>
  )
}

/** What is typed over the order as it was last read. */
function useDraft(order: CorrectableOrderShown) {
  const now = draftOf(order)
  const [base, setBase] = useState(now)
  const [draft, setDraft] = useState(now)
  if (!isSameDraft(base, now)) {
    setBase(now)
    setDraft(rebase(draft, base, now))
  }
  return { draft, setDraft, base }
}

/** The correction under the wire's names; lines that nobody changed here stay out of it. */
function encoded(draft: Draft, base: Draft) {
  const { Name, Phone, City, Address, note } = draft.fields
  const lines = draft.lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const wanted = { name: Name, phone: Phone, city: City, address: Address, note: note.trim() }
  return z.encode(correctionRequest, hasSameLines(draft, base) ? wanted : { ...wanted, lines })
}

/** The problems of lines by their place: `0`, `1`; `all` for those of the whole list. */
function lineProblemsIn(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const found: Record<string, string> = {}
  for (const [field, [problem]] of Object.entries(error.fields)) {
    const [first, nth = 'all'] = field.split('.')
    if (first === 'lines' && problem) found[nth] = fieldSentence(field, problem)
  }
  return found
}
