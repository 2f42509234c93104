import { type ReactNode, useState } from 'react'
import type { BuyerBalance } from '#features/buyer-space/contract.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { type ApiFormOptions, type FieldTexts, useApiForm } from '#web/forms/use-api-form.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './buyer.module.css'

const SUCCESS_MS = 8000

/** Given to each panel by which a buyer asks for something. */
export interface RequestProps {
  /** Null until it is known. */
  balance: BuyerBalance | null
  /** Length of the history; undefined until it is known. */
  entries: number | undefined
  /** Runs once something was requested, or may have been. */
  onSettled: () => Promise<void>
}

interface RequestOptions<Name extends string> extends Pick<ApiFormOptions<Name>, 'fields'> {
  /** Sends it, and gives the amount that was requested. */
  send: (typed: FieldTexts<NoInfer<Name>>, idempotencyKey: string) => Promise<Centimes>
  /** Title of the toast once it was. */
  done: string
}

/** A request in a dialog, which the shop approves later. */
export function useRequest<Name extends string>(
  { entries, onSettled }: RequestProps,
  { fields, send, done }: RequestOptions<Name>,
) {
  const [isOpen, setOpen] = useState(false)
  /** The history's length as the form was opened: one that is opened again beside its request is another, however equal. */
  const [shown, setShown] = useState<number>()
  const form = useApiForm<Name>({
    fields,
    subject: shown,
    send: async (typed, idempotencyKey) => {
      const amount = await send(typed, idempotencyKey)
      setOpen(false)
      toast({ title: done, text: `${formatDirhams(amount)}, en attente d’approbation`, duration: SUCCESS_MS })
    },
    onSettled,
  })
  return {
    form,
    open: () => {
      setShown(entries)
      setOpen(true)
    },
    dialog: { form, isOpen, onClose: () => setOpen(false) },
  }
}

interface RequestPanelProps {
  id: string
  title: string
  text: ReactNode
  /** Requested and not decided; undefined until it is known. */
  pending: Centimes | undefined
  /** The button that opens the dialog, and the dialog. */
  children: ReactNode
}

export function RequestPanel({ id, title, text, pending, children }: RequestPanelProps) {
  return (
    <section className={style.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {pending !== undefined && pending > 0 && (
        <p className={classes(common.problem, style.pending)}>
          <Icon name="clock" size={16} />
          <span>
            <Price amount={pending} /> en attente d’approbation
          </span>
        </p>
      )}
      {children}
    </section>
  )
}
