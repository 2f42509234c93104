import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { useRevalidator, useRouteLoaderData } from 'react-router'
import { guestLimitsOf, piecesProblem, totalProblem } from '#features/orders/guest-limits/rules.ts'
import { orderFigures, ratesFor } from '#features/orders/rules.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { looksMoroccan, normalisePhone } from '#platform/kernel/phone.ts'
import { addresses } from '#web/addresses.ts'
import { isAccountDeleted, orNetworkError } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import type { RetryOptions } from '#web/api/retry.ts'
import { type CartLines, quantityIdOf, stockSentence } from '#web/cart/lines.ts'
import type { RefreshedCart } from '#web/cart/refresh/refresh.ts'
import { forgetPromo } from '#web/cart/stored-promo.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { leaveFor } from '#web/session/leave-for.ts'
import { forgetEverything, useSession } from '#web/session/session.ts'
import type { FieldError } from '#web/ui/error-summary.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import { type Draft, forgetDraft, saveDraft } from './draft.ts'
import { FIELD_LABELS, fieldIdOf, ORDER_FIELDS, type OrderField, problemInDraft, refusalInWords } from './fields.ts'
import { contentOf, unansweredWith } from './order-content.ts'
import type { OrderDialog } from './order-dialogs.tsx'
import type { Trouble } from './order-trouble.tsx'
import type { Outcome } from './send-order.ts'
import { useIsOnline } from './use-is-online.ts'
import { usePromo } from './use-promo.ts'

/** The source of what is ordered: the cart at the checkout, one product on its page. */
export interface Basket {
  /** The lines of this moment, whatever was rendered last. */
  read: () => CartLines
  /** Runs once the order of these lines is placed. */
  empty: (ordered: CartLines) => void
  /** Compares the lines with the catalogue, on arrival and on coming back. Throws for a deleted account alone. */
  refresh?: () => Promise<RefreshedCart>
}

type FieldProblems = Partial<Record<OrderField, string>>

/** True when the order on this page may have arrived. Sent again unchanged, it does no harm. */
const mayHaveArrived = (trouble: Trouble | null): boolean =>
  trouble !== null && trouble.kind !== 'refused' && trouble.kind !== 'another unanswered'

/** Loaded once the page is there: the form does not need them. A load that fails means that the connection is gone. */
export const loadLateParts = () => orNetworkError(import('./late-parts.ts'))

/** Everything about one order on a page, for the components of this room. */
export type Order = ReturnType<typeof useOrder>

/**
 * The state of a form that orders: the lines as they were rendered and where they come from, what they cost, what is
 * wrong, the order on its way, the answer. The amounts are in centimes. An order is sent under one key until it is
 * answered, at the total that the page shows.
 */
export function useOrder(cart: CartLines, basket: Basket) {
  const isReady = useIsReady()
  const { settings, rates, feeSpan } = useRouteLoaderData<typeof rootLoader>('root')!
  const { revalidate } = useRevalidator()
  const role = useSession()?.role
  const isSupplier = role === 'supplier'
  const isBuyer = role === 'buyer'
  const promo = usePromo(isReady && !isSupplier && !isBuyer)
  const isOnline = useIsOnline()
  const [city, setCity] = useState<string | null>(null)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const [attempts, setAttempts] = useState(0)
  const [isSending, setSending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [dialog, setDialog] = useState<OrderDialog | null>(null)
  /** The lines shown behind the closing dialog, when the basket itself is empty already. */
  const [settled, setSettled] = useState<CartLines | null>(null)
  // A ref, since state would come a render too late for a second tap.
  const underWay = useRef<SendingOrder | null>(null)
  const surePhone = useRef<string | null>(null)
  const lastDraft = useRef<Draft | null>(null)

  /** The amounts of an order to a place; without one, with the cheapest delivery. */
  const figuresOf = (lines: CartLines, promoCode: string | null, place: string | null) => {
    const origin = isSupplier ? 'supplier' : promoCode !== null ? 'promo' : 'direct'
    // Visitors do not know the distributor price, and none of their figures depends on it.
    const priced = lines.map(({ quantity, userPrice, price }) => ({ quantity, userPrice, distributorPrice: price }))
    const today = ratesFor(origin, place ?? '', rates)
    return orderFigures(origin, priced, place ? today : { ...today, delivery: feeSpan.least })
  }
  const totalOf = (lines: CartLines, promoCode: string | null, place: string | null) =>
    figuresOf(lines, promoCode, place).total
  // The limits are for guests: suppliers and admins order as much as is in stock.
  const limits = settings && role === undefined ? guestLimitsOf(settings) : null
  const problemOfTotal = (total: Centimes) => limits && totalProblem(total, limits)

  const afterChange = (before: Trouble | null): Trouble | null => {
    const unanswered = unansweredWith(basket.read())
    if (unanswered === 'none') return null
    if (unanswered === 'another') return { kind: 'another unanswered' }
    return mayHaveArrived(before) ? before : { kind: 'left unanswered' }
  }

  const accountIsDeleted = () => {
    setSettled(basket.read())
    forgetEverything()
    loadLateParts().then(
      () => setDialog('account deleted'),
      () => leaveFor(addresses.signup),
    )
  }
  // While an order is unanswered its lines stay as they were sent, since another content would have another key.
  const isPaused = () => settled !== null || unansweredWith(basket.read()) === 'same'
  const check = useCartCheck(basket, isPaused, accountIsDeleted)
  const hasLeft = useLeaving(underWay)

  const problemOfLine = ({ productId, quantity }: CartLines[number]): string | null => {
    const left = check.stocks.get(productId) ?? Infinity
    return quantity > left ? stockSentence(left) : limits && piecesProblem(quantity, limits)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, and when the code makes it another order
  useEffect(() => setTrouble(afterChange), [promo.applied])

  const show = async (outcome: Outcome, lines: CartLines) => {
    switch (outcome.kind) {
      case 'placed':
        setSettled(lines)
        setDialog('placed')
        forgetDraft()
        forgetPromo()
        return basket.empty(lines)
      case 'promo refused':
        return setDialog('promo refused')
      case 'account deleted':
        return accountIsDeleted()
      case 'total changed':
        await revalidate()
        return setTrouble({ kind: 'refused', sentence: outcome.sentence })
      case 'fields refused':
        if (outcome.ofLines.size > 0) check.now()
        setProblems(outcome.recipient)
        setRefused(outcome.ofLines)
        return setAttempts((count) => count + 1)
      case 'trouble':
        return setTrouble(outcome.trouble)
    }
  }

  const begin = async (draft: Draft, lines: CartLines, options: RetryOptions): Promise<Outcome> => {
    try {
      const { sendOrder } = await loadLateParts()
      const contentWith = (promoCode: string | null) => contentOf(draft, lines, promoCode)
      return await sendOrder({ contentWith, lines, totalOf, verifyPromo: promo.verify, ...options })
    } catch (error) {
      return { kind: 'trouble', trouble: { kind: 'no answer', sentence: errorSentence(error), isOffline: true } }
    }
  }

  const send = async (draft: Draft) => {
    if (underWay.current || settled) return
    const lines = basket.read()
    lastDraft.current = draft
    setTrouble(null)
    const found = problemsOf(draft, !isSupplier)
    setProblems(found)
    setRefused(new Map())
    const isLineWrong = lines.some((line) => problemOfLine(line) !== null)
    if (isLineWrong || Object.keys(found).length > 0) return setAttempts((count) => count + 1)
    const excess = problemOfTotal(totalOf(lines, promo.applied, draft.city))
    if (excess !== null) return setTrouble({ kind: 'refused', sentence: excess })
    const phone = normalisePhone(draft.phone)!
    if (!looksMoroccan(phone) && surePhone.current !== phone) {
      const ask = () => setDialog('unusual phone')
      return loadLateParts().then(ask, (error: unknown) =>
        setTrouble({ kind: 'no answer', sentence: errorSentence(error), isOffline: true }),
      )
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
      await show(await begin(draft, lines, { signal: sending.stop.signal, onPause }), lines)
    } finally {
      underWay.current = null
      setSending(false)
      setRetrying(false)
    }
  }

  const again = () => lastDraft.current && send(lastDraft.current)
  // By itself only what somebody pressed the button for: another tab may have changed the cart.
  useWhenOnline(trouble?.kind === 'no answer' && trouble.isOffline, () => {
    if (unansweredWith(basket.read()) === 'another') setTrouble(afterChange)
    else again()
  })

  const lines = settled ?? cart
  const figures = figuresOf(lines, promo.applied, city)
  const lineProblems: ReadonlyMap<number, string> = new Map(
    lines.flatMap((line) => {
      const problem = refused.get(line.productId) ?? problemOfLine(line)
      return problem === null ? [] : [[line.productId, problem]]
    }),
  )
  const errors = [
    ...ORDER_FIELDS.flatMap((field) => errorAt(fieldIdOf(field), FIELD_LABELS[field], problems[field])),
    ...lines.flatMap(({ productId, name }) => errorAt(quantityIdOf(productId), name, lineProblems.get(productId))),
  ]
  const wasRefused = attempts > 0 && errors.length > 0
  const missing = ORDER_FIELDS.filter((field) => problems[field] && !lastDraft.current?.[field].trim())

  return {
    isReady,
    isSupplier,
    isBuyer,
    isOnline,
    lines,
    promo,
    /** The chosen city of the list; until then the figures contain the cheapest delivery. */
    city,
    setCity,
    figures,
    /** True until a city is chosen, where its delivery may cost more than the figures say. */
    isFeeOpen: city === null && feeSpan.least < feeSpan.most,
    /** The sentence against a total above what a guest may order. */
    excess: problemOfTotal(figures.total),
    problems,
    /** The lines that cannot be ordered, each with the sentence of the server or of the stock. */
    lineProblems,
    errors,
    /** True once somebody pressed the button, and as long as something is wrong. */
    wasRefused,
    /** Says then how much is missing or wrong; null otherwise. */
    refusal: wasRefused ? refusalInWords(errors.length, missing.length === errors.length) : null,
    /** The number of refusals: the summary takes the focus each time it grows. */
    attempts,
    stocks: check.stocks,
    news: check.news,
    dismissNews: check.dismiss,
    isSending,
    /** True while the page sends the order again by itself. */
    isRetrying,
    stop: () => underWay.current?.stop.abort(),
    trouble,
    isUnanswered: mayHaveArrived(trouble),
    dialog,
    closeDialog: () => setDialog(null),
    send,
    phoneIsRight: () => {
      setDialog(null)
      surePhone.current = lastDraft.current && normalisePhone(lastDraft.current.phone)
      again()
    },
    /** Saves the draft at each change, and removes each problem that the change solves. */
    typed: (draft: Draft) => {
      saveDraft(draft)
      setTrouble(afterChange)
      setProblems((now) => onlyWhere(now, (field) => problemInDraft(field, draft) !== null))
    },
    /** Shows or clears a field's problem once the person has left the field. */
    left: (field: OrderField, problem: string | null) =>
      setProblems((now) =>
        problem === null ? onlyWhere(now, (each) => each !== field) : { ...now, [field]: problem },
      ),
    lineChanged: (productId: ProductId) => {
      setTrouble(afterChange)
      setRefused((now) => new Map([...now].filter(([each]) => each !== productId)))
    },
  }
}

const errorAt = (fieldId: string, label: string, message: string | undefined): FieldError[] =>
  message === undefined ? [] : [{ fieldId, label, message }]

const problemsOf = (draft: Draft, isOwn: boolean): FieldProblems =>
  Object.fromEntries(
    ORDER_FIELDS.flatMap((field) => {
      const problem = problemInDraft(field, draft, isOwn)
      return problem ? [[field, problem]] : []
    }),
  )

const onlyWhere = (problems: FieldProblems, remains: (field: OrderField) => boolean): FieldProblems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => remains(field as OrderField)))

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

/** Compares the basket with the catalogue on arrival, and whenever the window gets the focus back. */
function useCartCheck({ refresh }: Basket, isPaused: () => boolean, onAccountDeleted: () => void) {
  const [stocks, setStocks] = useState<ReadonlyMap<ProductId, number>>(new Map())
  const [news, setNews] = useState<readonly string[]>([])

  const now = async () => {
    if (!refresh || isPaused()) return
    try {
      const refreshed = await refresh()
      // In slices: the whole form is drawn again for them.
      startTransition(() => {
        setStocks(refreshed.stocks)
        if (refreshed.news.length > 0) setNews((before) => [...new Set([...before, ...refreshed.news])])
      })
    } catch (error) {
      if (isAccountDeleted(error)) onAccountDeleted()
    }
  }
  const latest = useRef(now)
  latest.current = now

  useEffect(() => {
    const check = () => document.visibilityState === 'visible' && latest.current()
    // Tasks of their own: the page has just come alive, and what waits to be drawn or was tapped goes first.
    const begun = [
      setTimeout(check),
      // Loaded now, so that pressing the button does not depend on the connection at that moment.
      setTimeout(() => loadLateParts().catch(() => undefined)),
    ]
    window.addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      begun.forEach(clearTimeout)
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
