import { useState } from 'react'
import * as z from 'zod/mini'
import { withdrawAnswer, withdrawRequest } from '#features/earnings/contract.ts'
import { GAIN_FIELD, NO_RIB } from '#features/earnings/model.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { readToken } from '#web/session/stored-session.ts'

interface WithdrawalResult {
  title: string
  text?: string
  /** Nothing is paid before there is one. */
  isRibMissing?: boolean
}

/** A supplier's request for all that the page shows as withdrawable; null until that is known. */
export function useWithdrawal(gain: Centimes | null, onSettled: () => Promise<void>) {
  const [sent, setSent] = useState<WithdrawalResult | null>(null)
  // A sum that comes back after another one is another request, however equal.
  const [shown, setShown] = useState({ gain, changes: 0 })
  if (shown.gain !== gain) setShown({ gain, changes: shown.changes + 1 })
  const { submit, isBusy, isDone, failure } = useApiForm({
    fields: {},
    subject: shown.changes,
    send: async (_, idempotencyKey) => {
      if (gain === null) return
      if (!readToken()) throw new NoToken()
      const { message, withdrawal } = await callApi('/api/withdraw', {
        method: 'POST',
        body: z.encode(withdrawRequest, { gain }),
        idempotencyKey,
        answer: withdrawAnswer,
      })
      const amount = formatDirhams(withdrawal.amount)
      setSent({
        title: message,
        text: `${amount}, à approuver par la boutique. Un e-mail vous dira quand ils seront versés.`,
      })
    },
    // The figures may be why it failed: an order or a payment has changed meanwhile.
    onSettled: () => (readToken() ? onSettled() : undefined),
  })
  return { submit, isBusy, sent: isDone ? sent : null, failure: failure && resultOf(failure.error) }
}

class NoToken extends Error {}

function resultOf(error: unknown): WithdrawalResult {
  if (error instanceof NoToken) return { title: 'JWT token non trouvé dans le stockage local.' }
  if (error instanceof ApiError && error.code === 'nothing_to_withdraw')
    return { title: 'Votre balance est vide.', text: 'Votre solde est à zéro.' }
  if (error instanceof ApiError && error.code === NO_RIB) return { title: error.message, isRibMissing: true }
  const changed = error instanceof ApiError ? fieldSentences(error, [GAIN_FIELD])[GAIN_FIELD] : undefined
  return { title: 'Échec de la demande de retrait.', text: changed ?? errorSentence(error) }
}
