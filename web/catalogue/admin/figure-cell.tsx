import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AdminProductRow, adminProduct, readPieces, readPrice } from '#features/catalogue/contract.ts'
import { PRODUCT_FIELDS } from '#features/catalogue/model.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { useIdempotencyKey } from '#web/forms/use-idempotency-key.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './figure-cell.module.css'
import { stockNow, useTodaysProduct } from './todays-product.ts'

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
  // Value that the person has seen: the stock is sent as a difference to it.
  const [shown, setShown] = useState(product[figure])
  const [problem, setProblem] = useState<string | null>(null)
  const [news, setNews] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const key = useIdempotencyKey()
  const today = useTodaysProduct()
  /** The value that was sent last; as long as no answer came, it may have been stored or not. */
  const sent = useRef<number>(null)
  const problemId = useId()
  const isPrice = figure !== 'stock'

  /** Begins with today's figure, and returns it. What was typed meanwhile stays. */
  const learn = async (): Promise<number> => {
    const { [figure]: now } = await today.get(product.id)
    if (now === shown) return now
    setShown(now)
    setNews(isPrice ? `Ce prix a changé\u00A0: il est maintenant de ${formatDirhams(now as Centimes)}.` : stockNow(now))
    if (sent.current === null && field.current?.value === typedAs(figure, shown)) {
      field.current.value = typedAs(figure, now)
      field.current.select()
    }
    return now
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for when the field is opened
  useEffect(() => {
    field.current?.select()
    // A save asks again, and says what is wrong.
    learn().catch(() => undefined)
  }, [])

  const leave = (now: number) => {
    close()
    if (now !== product[figure] || sent.current !== null) reload()
  }
  // A field that is opened while a change is on its way would begin with the figure before it.
  const giveUp = () => {
    if (!isBusy) leave(shown)
  }

  const refuse = (text: string | null) => {
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
    setBusy(true)
    setProblem(null)
    const inWire = (amount: number) => (isPrice ? amount / 100 : amount)
    const body = { figure: PRODUCT_FIELDS[figure], value: inWire(value), shown: inWire(shown) }
    try {
      // The same value again goes under the same key. Another one begins with what has become of the one without an answer.
      if (value !== sent.current) {
        const now = await learn()
        sent.current = null
        if (value === now) return leave(now)
        // Somebody who typed while another figure was shown looks at today's first.
        if (now !== shown) return refuse(null)
      }
      sent.current = value
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
      if (isUnanswered(error)) today.forget()
      else {
        sent.current = null
        if (isTaken) {
          await reload()
          today.forget()
          await learn().catch(() => undefined)
        }
      }
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
        giveUp()
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
        defaultValue={typedAs(figure, product[figure])}
        aria-label={`Changer ${WORDS[figure]} de ${product.name}`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null && news === null ? undefined : problemId}
        aria-busy={isBusy || undefined}
      />
      <IconButton icon="check" iconSize={18} label="Enregistrer" title="Enregistrer (Entrée)" onClick={save} />
      <IconButton icon="close" iconSize={18} label="Annuler" title="Annuler (Échap)" onClick={giveUp} />
      {problem !== null && (
        <p className={style.problem} id={problemId} role="alert">
          {problem}
        </p>
      )}
      {problem === null && news !== null && (
        <p className={classes(common.hint, style.news)} id={problemId} role="alert">
          {news}
        </p>
      )}
    </form>
  )
}

const typedAs = (figure: keyof typeof WORDS, amount: number): string =>
  figure === 'stock' ? String(amount) : (amount / 100).toFixed(2).replace(/\.00$/, '').replace('.', ',')

function sentenceOf(error: unknown): string {
  const fields =
    error instanceof ApiError
      ? Object.values(fieldSentences(error, ['userPrice', 'distributorPrice', 'stock'], PRODUCT_FIELDS))
      : []
  return fields[0] ?? errorSentence(error)
}
