import { type RefObject, useEffect, useRef, useState } from 'react'
import { normalisePromoCode } from '#features/accounts/rules.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { looksMoroccan, normalisePhone } from '#platform/kernel/phone.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError, isAccountDeleted, isUnanswered, NetworkError } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import type { RetryOptions } from '#web/api/retry.ts'
import { clear } from '#web/cart/cart.ts'
import { type CartLines, stockSentence } from '#web/cart/lines.ts'
import { readCart } from '#web/cart/stored-cart.ts'
import { forgetPromo, readPromo } from '#web/cart/stored-promo.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { forgetEverything } from '#web/session/session.ts'
import { readSession } from '#web/session/stored-session.ts'
import { saveReceipt } from '../receipt/receipt.ts'
import type { CheckoutDialog } from './checkout-dialogs.tsx'
import { type Draft, forgetDraft, readDraft, saveDraft } from './checkout-draft.ts'
import { problemOf, RECIPIENT_ORDER, type RecipientField } from './checkout-fields.ts'
import type { Promo } from './checkout-promo.tsx'
import type { Trouble } from './checkout-trouble.tsx'
import { type OrderContent, unansweredOrder } from './pending-order.ts'

/** The order on this page may have arrived: as it is, it can be sent again without harm. */
export const mayHaveArrived = (trouble: Trouble | null): boolean =>
  trouble !== null && trouble.kind !== 'refused' && trouble.kind !== 'another unanswered'

type RecipientProblems = Partial<Record<RecipientField, string>>

/** Fetched once the page is there: nothing of it is needed to show the form. Not having it is not having a connection. */
const loadOrdering = () => orNetworkError(import('./place-order.ts'))
export const loadDialogs = () => orNetworkError(import('./checkout-dialogs.tsx'))
export const loadTroubleNotice = () => orNetworkError(import('./checkout-trouble.tsx'))
const loadCartRefresh = () => orNetworkError(import('#web/cart/refresh.ts'))

const orNetworkError = <Module>(module: Promise<Module>): Promise<Module> =>
  module.catch((error: unknown) => {
    throw new NetworkError(error)
  })

interface CheckoutPricing {
  /** What this page shows as the total of an order. */
  totalOf: (lines: CartLines, promoCode: string | null, city: string) => Centimes
  /** What a person may not order at once; null when it may. */
  problemOfPieces: (quantity: number) => string | null
  problemOfTotal: (total: Centimes) => string | null
  /** Asks the shop for today's fees and percentage. */
  readRates: () => Promise<void>
}

/** How a checkout goes: what is wrong, what is under way, what the answer was. */
export function useCheckout(promo: Promo, { totalOf, problemOfPieces, problemOfTotal, readRates }: CheckoutPricing) {
  const [problems, setProblems] = useState<RecipientProblems>({})
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const [attempts, setAttempts] = useState(0)
  const [isSending, setSending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [dialog, setDialog] = useState<CheckoutDialog | null>(null)
  /** The lines to go on showing once the cart itself is empty: behind the dialog that says why. */
  const [settled, setSettled] = useState<CartLines | null>(null)
  // State is a render late for a second tap.
  const underWay = useRef<SendingOrder | null>(null)
  const surePhone = useRef<string | null>(null)
  const lastDraft = useRef<Draft | null>(null)

  const accountIsDeleted = () => {
    setSettled(readCart())
    forgetEverything()
    loadDialogs().then(
      () => setDialog('account deleted'),
      () => leaveFor(addresses.signup),
    )
  }
  // While an order may have arrived unanswered, its lines stay as they were sent: so does its key.
  const isPaused = () => settled !== null || unansweredHere() === 'same'
  const check = useCartCheck(isPaused, accountIsDeleted)
  const hasLeft = useLeaving(underWay)

  const problemOfLine = ({ productId, quantity }: CartLines[number]): string | null => {
    const left = check.stocks.get(productId) ?? Infinity
    return quantity > left ? stockSentence(left) : problemOfPieces(quantity)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, and when the code makes it another order
  useEffect(() => setTrouble(afterChange), [promo.applied])

  const place = async (draft: Draft, lines: CartLines, { signal, onPause }: RetryOptions) => {
    const { withRetries, placeOrder } = await loadOrdering()
    const persevere = withRetries({ signal, onPause })
    // What the answer is said with must be there before there is an answer.
    await persevere(loadDialogs)
    const promoCode = await persevere(promo.verify)
    if (promoCode === 'unknown') return setDialog('promo refused')
    const content = contentOf(draft, lines, promoCode)
    const { note: _, ...recipient } = draft
    const order = await placeOrder(content, totalOf(lines, promoCode, recipient.city), persevere)
    saveReceipt({ order, recipient })
    setSettled(lines)
    setDialog('placed')
    forgetDraft()
    forgetPromo()
    clear()
  }

  const fail = async (error: unknown, lines: CartLines) => {
    const refuse = (sentence: string) => setTrouble({ kind: 'refused', sentence })
    if (isAccountDeleted(error)) return accountIsDeleted()
    if (underWay.current?.stop.signal.aborted) return setTrouble({ kind: 'stopped' })
    const sentence = errorSentence(error)
    if (isUnanswered(error))
      return setTrouble({ kind: 'no answer', sentence, isOffline: error instanceof NetworkError })
    if (!(error instanceof ApiError && error.status === 422)) return refuse(sentence)
    const { problemsIn } = await loadOrdering()
    const { isPromoRefused, newTotal, recipient, ofLines } = problemsIn(error, lines)
    if (isPromoRefused) return setDialog('promo refused')
    if (newTotal !== undefined) {
      await readRates()
      return refuse(newTotal)
    }
    if (ofLines.size > 0) check.now()
    if (ofLines.size + Object.keys(recipient).length === 0) return refuse(sentence)
    setProblems(recipient)
    setRefused(ofLines)
    setAttempts((count) => count + 1)
  }

  const send = async (draft: Draft) => {
    if (underWay.current || settled) return
    const lines = readCart()
    lastDraft.current = draft
    setTrouble(null)
    const found = problemsOf(draft)
    setProblems(found)
    setRefused(new Map())
    const isLineWrong = lines.some((line) => problemOfLine(line) !== null)
    if (isLineWrong || Object.keys(found).length > 0) return setAttempts((count) => count + 1)
    const excess = problemOfTotal(totalOf(lines, promo.applied, draft.city))
    if (excess !== null) return setTrouble({ kind: 'refused', sentence: excess })
    const phone = normalisePhone(draft.phone)!
    if (!looksMoroccan(phone) && surePhone.current !== phone) {
      const ask = () => setDialog('unusual phone')
      return loadDialogs().then(ask, (error: unknown) => fail(error, lines))
    }
    const sending: SendingOrder = { stop: new AbortController(), isRetrying: false }
    const onPause = () => {
      if (hasLeft.current) return sending.stop.abort()
      sending.isRetrying = true
      setRetrying(true)
    }
    underWay.current = sending
    setSending(true)
    try {
      await place(draft, lines, { signal: sending.stop.signal, onPause })
    } catch (error) {
      await fail(error, lines)
    } finally {
      underWay.current = null
      setSending(false)
      setRetrying(false)
    }
  }

  const again = () => lastDraft.current && send(lastDraft.current)
  useWhenOnline(trouble?.kind === 'no answer' && trouble.isOffline, again)

  return {
    problems,
    /** Lines that cannot be ordered as they are, by what the server or the stock says. */
    lineProblems: (lines: CartLines): ReadonlyMap<number, string> =>
      new Map(
        lines.flatMap((line) => {
          const problem = refused.get(line.productId) ?? problemOfLine(line)
          return problem === null ? [] : [[line.productId, problem]]
        }),
      ),
    stocks: check.stocks,
    news: check.news,
    dismissNews: check.dismiss,
    /** How often the form was refused: its summary takes the focus each time. */
    attempts,
    isSending,
    /** The order goes on being sent by itself, until it is answered, or stopped. */
    isRetrying,
    stop: () => underWay.current?.stop.abort(),
    trouble,
    dialog,
    settled,
    closeDialog: () => setDialog(null),
    send,
    again,
    phoneIsRight: () => {
      setDialog(null)
      surePhone.current = lastDraft.current && normalisePhone(lastDraft.current.phone)
      again()
    },
    /** Something was typed: it is kept, and a problem goes as soon as it is solved. */
    typed: (draft: Draft) => {
      saveDraft(draft)
      setTrouble(afterChange)
      setProblems((now) => onlyWhere(now, (field) => problemOf(field, draft[field]) !== null))
    },
    /** A field was left with something in it. */
    left: (field: RecipientField, problem: string | null) =>
      setProblems((now) =>
        problem === null ? onlyWhere(now, (each) => each !== field) : { ...now, [field]: problem },
      ),
    lineChanged: (productId: ProductId) => {
      setTrouble(afterChange)
      setRefused((now) => new Map([...now].filter(([each]) => each !== productId)))
    },
  }
}

const problemsOf = (draft: Draft): RecipientProblems =>
  Object.fromEntries(
    RECIPIENT_ORDER.flatMap((field) => {
      const problem = problemOf(field, draft[field])
      return problem ? [[field, problem]] : []
    }),
  )

const onlyWhere = (problems: RecipientProblems, isKept: (field: RecipientField) => boolean): RecipientProblems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => isKept(field as RecipientField)))

/** What is sent of what was typed; the phone in its one form, or as it is where it has none. */
function contentOf(draft: Draft, lines: CartLines, promoCode: string | null): OrderContent {
  const phone = normalisePhone(draft.phone) ?? draft.phone
  const recipient = { name: draft.name.trim(), phone, city: draft.city, address: draft.address.trim() }
  return { accountId: readSession()?.id ?? null, recipient, note: draft.note.trim(), lines, promoCode }
}

/** Whether an order got no answer, and whether it is the one that this browser keeps for this page. */
function unansweredHere() {
  const isSupplier = readSession()?.role === 'supplier'
  const promoCode = isSupplier ? null : normalisePromoCode(readPromo() ?? '') || null
  return unansweredOrder(contentOf(readDraft(), readCart(), promoCode))
}

/** What there is to say once something was changed; on arrival too. */
function afterChange(before: Trouble | null): Trouble | null {
  const unanswered = unansweredHere()
  if (unanswered === 'none') return null
  if (unanswered === 'another') return { kind: 'another unanswered' }
  return mayHaveArrived(before) ? before : { kind: 'left unanswered' }
}

/** An order on its way. */
interface SendingOrder {
  stop: AbortController
  isRetrying: boolean
}

/** With the page ends what goes on by itself. A first try is let through: it was asked for. */
function useLeaving(underWay: RefObject<SendingOrder | null>): RefObject<boolean> {
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
      if (underWay.current?.isRetrying) underWay.current.stop.abort()
    }
  }, [underWay])
  return hasLeft
}

/** Holds the cart against the catalogue on arrival and whenever this window is looked at again. */
function useCartCheck(isPaused: () => boolean, onAccountDeleted: () => void) {
  const [stocks, setStocks] = useState<ReadonlyMap<ProductId, number>>(new Map())
  const [news, setNews] = useState<readonly string[]>([])

  const now = async () => {
    if (isPaused()) return
    try {
      const { refreshCart } = await loadCartRefresh()
      const refreshed = await refreshCart()
      setStocks(refreshed.stocks)
      if (refreshed.news.length > 0) setNews((before) => [...new Set([...before, ...refreshed.news])])
    } catch (error) {
      if (isAccountDeleted(error)) onAccountDeleted()
    }
  }
  const latest = useRef(now)
  latest.current = now

  useEffect(() => {
    const check = () => document.visibilityState === 'visible' && latest.current()
    check()
    // Here already when the button is pressed, whatever the connection is then.
    Promise.all([loadOrdering(), loadDialogs(), loadTroubleNotice()]).catch(() => undefined)
    window.addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      window.removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [])

  return { stocks, news, dismiss: () => setNews([]), now }
}

function useWhenOnline(isWaiting: boolean, act: () => void) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!isWaiting) return
    const back = () => latest.current()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [isWaiting])
}
