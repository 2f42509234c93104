import { useEffect, useRef, useState } from 'react'
import { looksMoroccan, normalisePhone } from '#features/orders/rules.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import type { Centimes } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError, isAccountDeleted, NetworkError } from '#web/api.ts'
import { clear } from '#web/cart/cart.ts'
import { forgetPromo } from '#web/cart/kept-promo.ts'
import { type Lines, stockSentence } from '#web/cart/lines.ts'
import { readCart } from '#web/cart/stored-cart.ts'
import { errorSentence } from '#web/french-errors.ts'
import { leaveFor } from '#web/leave-for.ts'
import { forgetEverything } from '#web/session.ts'
import { readSession } from '#web/stored-session.ts'
import type { CheckoutDialog } from './checkout-dialogs.tsx'
import { type Draft, forgetDraft, keepDraft } from './checkout-draft.ts'
import { problemOf, RECIPIENT_ORDER, type RecipientField } from './checkout-fields.ts'
import type { Promo } from './checkout-promo.tsx'
import { keepReceipt } from './receipt.ts'

/** Why the last attempt did not come through. An order that got no answer is sent again when the line is back. */
export interface Trouble {
  sentence: string
  isUnanswered: boolean
}

type RecipientProblems = Partial<Record<RecipientField, string>>

/** Fetched once the page is there: nothing of it is needed to show the form. Not having it is not having a connection. */
const ordering = () => fetched(import('./checkout-order.ts'))
export const dialogs = () => fetched(import('./checkout-dialogs.tsx'))
const refreshing = () => fetched(import('#web/cart/refresh.ts'))

const fetched = <Module>(module: Promise<Module>): Promise<Module> =>
  module.catch((error: unknown) => {
    throw new NetworkError(error)
  })

interface Price {
  /** What this page shows as the total of an order. */
  totalOf: (lines: Lines, promoCode: string | null, city: string) => Centimes
  /** Asks the shop for today's fees and percentage. */
  readRates: () => Promise<void>
}

/** How a checkout goes: what is wrong, what is under way, what the answer was. */
export function useCheckout(promo: Promo, { totalOf, readRates }: Price) {
  const [problems, setProblems] = useState<RecipientProblems>({})
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const [attempts, setAttempts] = useState(0)
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [dialog, setDialog] = useState<CheckoutDialog | null>(null)
  /** The lines to go on showing once the cart itself is empty: behind the dialog that says why. */
  const [settled, setSettled] = useState<Lines | null>(null)
  // State is a render late for a second tap.
  const isUnderWay = useRef(false)
  const surePhone = useRef<string | null>(null)
  const lastDraft = useRef<Draft | null>(null)

  const accountIsDeleted = () => {
    setSettled(readCart())
    forgetEverything()
    dialogs().then(
      () => setDialog('account deleted'),
      () => leaveFor(addresses.signup),
    )
  }
  const check = useCartCheck(() => trouble?.isUnanswered === true || settled !== null, accountIsDeleted)

  const place = async ({ note, ...recipient }: Draft, lines: Lines) => {
    // What the answer is said with must be there before there is an answer.
    await dialogs()
    const promoCode = await promo.verify()
    if (promoCode === 'unknown') return setDialog('promo refused')
    const content = { accountId: readSession()?.id ?? null, recipient, note, lines, promoCode }
    const { placeOrder } = await ordering()
    const order = await placeOrder(content, totalOf(lines, promoCode, recipient.city))
    keepReceipt({ order, recipient })
    setSettled(lines)
    setDialog('placed')
    forgetDraft()
    forgetPromo()
    clear()
  }

  const fail = async (error: unknown, lines: Lines) => {
    if (isAccountDeleted(error)) return accountIsDeleted()
    if (!(error instanceof ApiError && error.status === 422))
      return setTrouble({ sentence: errorSentence(error), isUnanswered: error instanceof NetworkError })
    const { problemsIn } = await ordering()
    const { isPromoRefused, newTotal, recipient, ofLines } = problemsIn(error, lines)
    if (isPromoRefused) return setDialog('promo refused')
    if (newTotal !== undefined) {
      await readRates()
      return setTrouble({ sentence: newTotal, isUnanswered: false })
    }
    if (ofLines.size > 0) check.now()
    if (ofLines.size + Object.keys(recipient).length === 0)
      return setTrouble({ sentence: errorSentence(error), isUnanswered: false })
    setProblems(recipient)
    setRefused(ofLines)
    setAttempts((count) => count + 1)
  }

  const send = async (draft: Draft) => {
    if (isUnderWay.current || settled) return
    const lines = readCart()
    lastDraft.current = draft
    setTrouble(null)
    const found = problemsOf(draft)
    setProblems(found)
    setRefused(new Map())
    const isStockShort = lines.some((line) => line.quantity > (check.stocks.get(line.productId) ?? Infinity))
    if (isStockShort || Object.keys(found).length > 0) return setAttempts((count) => count + 1)
    const phone = normalisePhone(draft.phone)!
    if (!looksMoroccan(phone) && surePhone.current !== phone) {
      const ask = () => setDialog('unusual phone')
      return dialogs().then(ask, (error: unknown) => fail(error, lines))
    }
    isUnderWay.current = true
    setSending(true)
    try {
      await place({ ...trimmed(draft), phone }, lines)
    } catch (error) {
      await fail(error, lines)
    } finally {
      isUnderWay.current = false
      setSending(false)
    }
  }

  const again = () => lastDraft.current && send(lastDraft.current)
  useWhenOnline(trouble?.isUnanswered === true, again)

  return {
    problems,
    /** Lines that cannot be ordered as they are, by what the server or the stock says. */
    lineProblems: (lines: Lines): ReadonlyMap<number, string> =>
      new Map(
        lines.flatMap((line) => {
          const left = check.stocks.get(line.productId) ?? Infinity
          const problem = refused.get(line.productId) ?? (line.quantity > left ? stockSentence(left) : undefined)
          return problem === undefined ? [] : [[line.productId, problem]]
        }),
      ),
    stocks: check.stocks,
    news: check.news,
    dismissNews: check.dismiss,
    /** How often the form was refused: its summary takes the focus each time. */
    attempts,
    isSending,
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
      keepDraft(draft)
      setTrouble(null)
      setProblems((now) => onlyWhere(now, (field) => problemOf(field, draft[field]) !== null))
    },
    /** A field was left with something in it. */
    left: (field: RecipientField, problem: string | null) =>
      setProblems((now) =>
        problem === null ? onlyWhere(now, (each) => each !== field) : { ...now, [field]: problem },
      ),
    lineChanged: (productId: ProductId) => {
      setTrouble(null)
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

const trimmed = (draft: Draft): Draft => ({
  name: draft.name.trim(),
  phone: draft.phone.trim(),
  city: draft.city,
  address: draft.address.trim(),
  note: draft.note.trim(),
})

/** Holds the cart against the catalogue on arrival and whenever this window is looked at again. */
function useCartCheck(isPaused: () => boolean, onAccountDeleted: () => void) {
  const [stocks, setStocks] = useState<ReadonlyMap<ProductId, number>>(new Map())
  const [news, setNews] = useState<readonly string[]>([])

  const now = async () => {
    // While an order may have arrived unanswered, its lines stay as they were sent: so does its key.
    if (isPaused()) return
    try {
      const { refreshCart } = await refreshing()
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
    Promise.all([ordering(), dialogs()]).catch(() => undefined)
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
