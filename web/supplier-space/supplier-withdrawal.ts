import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { withdrawAnswer, withdrawRequest } from '#features/earnings/contract.ts'
import { GAIN_FIELD, NO_RIB } from '#features/earnings/model.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { ApiError, callApi, NetworkError } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { freshKey } from '#web/api/idempotency-key.ts'
import { readToken } from '#web/session/stored-session.ts'

interface WithdrawalResult {
  tone: 'ok' | 'danger'
  title: string
  text?: string
  /** Nothing is paid before there is one. */
  isRibMissing?: boolean
}

const EMPTY = 'Votre balance est vide.'

/** A supplier's request for all that it sees as withdrawable. */
export function useWithdrawal(onSettled: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<WithdrawalResult | null>(null)
  // State is a render late for a second tap.
  const isUnderWay = useRef(false)
  /** Of a request that got no answer: sent again under the same key, it is carried out once. */
  const unanswered = useRef<{ gain: Centimes; key: string } | null>(null)

  const send = async (gain: Centimes): Promise<WithdrawalResult> => {
    if (!readToken()) return { tone: 'danger', title: 'JWT token non trouvé dans le stockage local.' }
    const key = unanswered.current?.gain === gain ? unanswered.current.key : freshKey()
    unanswered.current = { gain, key }
    try {
      const { message, withdrawal } = await callApi('/api/withdraw', {
        method: 'POST',
        body: z.encode(withdrawRequest, { gain }),
        idempotencyKey: key,
        answer: withdrawAnswer,
      })
      unanswered.current = null
      const amount = formatDirhams(withdrawal.amount)
      return {
        tone: 'ok',
        title: message,
        text: `${amount}, à approuver par la boutique. Un e-mail vous dira quand ils seront versés.`,
      }
    } catch (error) {
      if (!(error instanceof NetworkError)) unanswered.current = null
      return failure(error)
    }
  }

  const request = async (gain: Centimes) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setOutcome(null)
    setOutcome(await send(gain))
    // What is shown may be why it failed: an order or a payment has changed meanwhile.
    if (readToken()) await onSettled()
    setBusy(false)
    isUnderWay.current = false
  }

  return { request, isBusy, outcome }
}

function failure(error: unknown): WithdrawalResult {
  if (error instanceof ApiError && error.code === 'nothing_to_withdraw') return { tone: 'danger', title: EMPTY }
  if (error instanceof ApiError && error.code === NO_RIB)
    return { tone: 'danger', title: error.message, isRibMissing: true }
  const changed = error instanceof ApiError ? fieldSentences(error, [GAIN_FIELD])[GAIN_FIELD] : undefined
  return {
    tone: 'danger',
    title: 'Échec de la demande de retrait.',
    text: changed ?? errorSentence(error),
  }
}
