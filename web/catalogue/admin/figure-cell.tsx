import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AdminProductRow, adminProduct, readPieces, readPrice } from '#features/catalogue/contract.ts'
import { PRODUCT_FIELDS, type Product } from '#features/catalogue/model.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { useIdempotencyKey } from '#web/forms/use-idempotency-key.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './figure-cell.module.css'

const WORDS = {
  userPrice: 'le prix client',
  distributorPrice: 'le prix distributeur',
  stock: 'le stock',
} as const

interface FigureCellProps {
  product: AdminProductRow
  figure: keyof typeof WORDS
  /** Loads the list anew, after a change and after one that somebody else made. */
  reload: () => Promise<void>
  children: ReactNode
}

/** A figure of a row, changed where it stands: a click opens a field, Enter stores, Escape gives up. */
export function FigureCell({ product, figure, reload, children }: FigureCellProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    // At once: a page that is busy would draw its next frame before the button is there.
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  if (isOpen) return <FigureEditor {...{ product, figure, reload, close }} />
  return (
    <button type="button" className={style.figure} ref={opener} onClick={() => setOpen(true)}>
      {children}
      <span className="visually-hidden">, changer {`${WORDS[figure]} de ${product.name}`}</span>
    </button>
  )
}

function FigureEditor({ product, figure, reload, close }: Omit<FigureCellProps, 'children'> & { close: () => void }) {
  // Value that the field was opened on: the stock is sent as a difference to it.
  const [shown, setShown] = useState(product[figure])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const key = useIdempotencyKey()
  const problemId = useId()
  const isPrice = figure !== 'stock'

  useEffect(() => field.current?.select(), [])

  const refuse = (text: string) => {
    setProblem(text)
    setBusy(false)
    field.current?.focus()
  }

  const save = async () => {
    if (isBusy) return
    const typed = field.current?.value ?? ''
    const value = isPrice ? readPrice(typed) : readPieces(typed)
    if (typeof value !== 'number')
      return refuse(isPrice ? 'Écrivez un montant, par exemple 149,50.' : 'Écrivez un nombre entier d’unités.')
    if (value === shown) return close()
    setBusy(true)
    setProblem(null)
    const inWire = (amount: number) => (isPrice ? amount / 100 : amount)
    const body = { figure: PRODUCT_FIELDS[figure], value: inWire(value), shown: inWire(shown) }
    try {
      await callApi(`/api/admin/products/${product.id}/figures`, {
        method: 'PUT',
        body,
        answer: adminProduct,
        idempotencyKey: key.keyFor(JSON.stringify([product.id, body])),
      })
      key.done()
      await reload()
      announce(`${product.name}\u00A0: enregistré.`)
      close()
    } catch (error) {
      const isTaken = error instanceof ApiError && (error.status === 409 || error.status === 422)
      if (isTaken) setShown((await todays(product.id, reload))?.[figure] ?? shown)
      refuse(sentenceOf(error))
    }
  }

  return (
    <form
      className={style.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <input
        ref={field}
        className={style.field}
        // biome-ignore lint/a11y/noAutofocus: the person has just opened it
        autoFocus
        inputMode={isPrice ? 'decimal' : 'numeric'}
        autoComplete="off"
        enterKeyHint="done"
        defaultValue={isPrice ? inDirhams(shown) : String(shown)}
        aria-label={`Changer ${WORDS[figure]} de ${product.name}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        aria-busy={isBusy || undefined}
      />
      <IconButton icon="check" iconSize={18} label="Enregistrer" title="Enregistrer (Entrée)" onClick={save} />
      <IconButton icon="close" iconSize={18} label="Annuler" title="Annuler (Échap)" onClick={close} />
      {problem !== null && (
        <p className={style.problem} id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

const inDirhams = (amount: number): string => (amount / 100).toFixed(2).replace(/\.00$/, '').replace('.', ',')

/** The product as it is now, from the list that was loaded anew. */
async function todays(id: Product['id'], reload: () => Promise<void>): Promise<AdminProductRow | null> {
  await reload()
  const found = await callApi(`/api/admin/products/${id}`, { answer: adminProduct }).catch(() => null)
  return found
}

function sentenceOf(error: unknown): string {
  const fields =
    error instanceof ApiError
      ? Object.values(fieldSentences(error, ['userPrice', 'distributorPrice', 'stock'], PRODUCT_FIELDS))
      : []
  return fields[0] ?? errorSentence(error)
}
