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
import type { CheckoutDialog } from './checkout-dialogs.tsx'
import { type Draft, forgetDraft, readDraft, saveDraft } from './checkout-draft.ts'
import { problemOf, RECIPIENT_ORDER, type RecipientField } from './checkout-fields.ts'
import type { Promo } from './checkout-promo.tsx'
import type { Trouble } from './checkout-trouble.tsx'
import { type OrderContent, unansweredOrder } from './pending-order.ts'

/** True when the order on this page may have arrived. Sent again unchanged, it does no harm. */
export const mayHaveArrived = (trouble: Trouble | null): boolean =>
  trouble !== null && trouble.kind !== 'refused' && trouble.kind !== 'another unanswered'

type RecipientProblems = Partial<Record<RecipientField, string>>

// Loaded once the page is there: the form does not need them. A load that fails means that the connection is gone.
const loadOrdering = () => orNetworkError(import('./place-order.ts'))
export const loadDialogs = () => orNetworkError(import('./checkout-dialogs.tsx'))
export const loadTroubleNotice = () => orNetworkError(import('./checkout-trouble.tsx'))
const loadCartRefresh = () => orNetworkError(import('#web/cart/refresh.ts'))

const orNetworkError = <Module>(module: Promise<Module>): Promise<Module> =>
  module.catch((error: unknown) => {
    throw new NetworkError(error)
  })

interface CheckoutPricing {
  /** The total that this page shows for an order. */
  totalOf: (lines: CartLines, promoCode: string | null, city: string) => Centimes
  /** The sentence against more pieces than a guest may order; null when the quantity is allowed. */
  problemOfPieces: (quantity: number) => string | null
  problemOfTotal: (total: Centimes) => string | null
  /** Reloads today's fees and percentage. */
  readRates: () => Promise<void>
}

/** The state of a checkout: its problems, the order on its way, the answer. */
export function useCheckout(promo: Promo, { totalOf, problemOfPieces, problemOfTotal, readRates }: CheckoutPricing) {
  const [problems, setProblems] = useState<RecipientProblems>({})
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const [attempts, setAttempts] = useState(0)
  const [isSending, setSending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [dialog, setDialog] = useState<CheckoutDialog | null>(null)
  /** The lines shown behind the closing dialog, when the cart itself is empty already. */
  const [settled, setSettled] = useState<CartLines | null>(null)
  // A ref, since state would come a render too late for a second tap.
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
  // While an order is unanswered its lines stay as they were sent, since another content would have another key.
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
    const { withRetries, placeOrder, saveReceipt } = await loadOrdering()
    const retry = withRetries({ signal, onPause })
    // The dialog that shows the answer must be loaded before there is one.
    await retry(loadDialogs)
    const promoCode = await retry(promo.verify)
    if (promoCode === 'unknown') return setDialog('promo refused')
    const content = contentOf(draft, lines, promoCode)
    const { note: _, ...recipient } = draft
    const order = await placeOrder(content, totalOf(lines, promoCode, recipient.city), retry)
    saveReceipt({ order, recipient, lines, placedAt: Date.now() })
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
    /** The lines that cannot be ordered, each with the sentence of the server or of the stock. */
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
    /** The number of refusals: the summary takes the focus each time it grows. */
    attempts,
    isSending,
    /** True while the page sends the order again by itself. */
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
    /** Saves the draft at each change, and removes each problem that the change solves. */
    typed: (draft: Draft) => {
      saveDraft(draft)
      setTrouble(afterChange)
      setProblems((now) => onlyWhere(now, (field) => problemOf(field, draft[field]) !== null))
    },
    /** Shows or clears a field's problem once the person has left the field. */
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

const onlyWhere = (problems: RecipientProblems, remains: (field: RecipientField) => boolean): RecipientProblems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => remains(field as RecipientField)))

/** The order to send, from the typed fields. A phone that cannot be normalised stays as it was typed. */
function contentOf(draft: Draft, lines: CartLines, promoCode: string | null): OrderContent {
  const phone = normalisePhone(draft.phone) ?? draft.phone
  const recipient = { name: draft.name.trim(), phone, city: draft.city, address: draft.address.trim() }
  return { accountId: readSession()?.id ?? null, recipient, note: draft.note.trim(), lines, promoCode }
}

/** Compares the unanswered order, if any, with the one that this page would send now. */
function unansweredHere() {
  const isSupplier = readSession()?.role === 'supplier'
  const promoCode = isSupplier ? null : normalisePromoCode(readPromo() ?? '') || null
  return unansweredOrder(contentOf(readDraft(), readCart(), promoCode))
}

/** The trouble to show after a change, and on arrival. */
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

/** Stops the automatic tries when the person leaves the page. A first try goes on, since the person pressed the button. */
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

/** Compares the cart with the catalogue on arrival, and whenever the window gets the focus back. */
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
    // Loaded now, so that pressing the button does not depend on the connection at that moment.
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
