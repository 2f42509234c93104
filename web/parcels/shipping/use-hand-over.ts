import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type HandoverDetail,
  handOverRequest,
  type ParcelResult,
  resultsAnswer,
} from '#features/parcels/handovers/contract.ts'
import type { HandoverId } from '#platform/kernel/ids.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { UNDO_SECONDS, useHeld } from '#web/list-kit/held/use-held.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'

export interface HandOver {
  /** It was asked for, and can be taken back. */
  isHeld: boolean
  isSending: boolean
  /** Orders that stayed behind, and the sentence of a call that failed. */
  refused: readonly ParcelResult[]
  problem: string | null
  start: () => void
  undo: () => void
  sendNow: () => void
  forget: () => void
}

/** Hands a list over ten seconds after the button: until then nothing has happened. Leaving the page sends it at once. */
export function useHandOver(list: HandoverDetail, onDone: () => Promise<void>): HandOver {
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<readonly ParcelResult[]>([])
  const [problem, setProblem] = useState<string | null>(null)

  const call = (keepalive: boolean) =>
    callApi(`/api/admin/handovers/${list.id}/hand-over`, {
      method: 'POST',
      body: z.encode(handOverRequest, { shown: list.parcels.map(({ id, updatedAt }) => ({ id, updatedAt })) }),
      answer: resultsAnswer,
      timeoutSeconds: 60,
      keepalive,
    })

  const send = async () => {
    setSending(true)
    try {
      const { results } = await call(false)
      const left = results.filter(({ ok }) => !ok)
      setRefused(left)
      toast({
        title: `${list.number} remis à ${list.courier}\u00A0: ${results.length - left.length} colis en transit.`,
      })
      await onDone()
    } catch (error) {
      setProblem(errorSentence(error))
      // It may have been carried out, or refused since the list is another one by now.
      await onDone()
    }
    setSending(false)
  }

  const held = useHeld<HandoverId>({ send, leave: () => call(true).catch(() => undefined) })

  return {
    ...{ isSending, refused, problem },
    isHeld: held.items.length > 0,
    start: () => {
      setProblem(null)
      held.hold(list.id)
      announce(`Le bordereau sera remis dans ${UNDO_SECONDS} secondes. Le bouton Annuler revient en arrière.`)
    },
    undo: () => {
      if (held.undo(list.id)) announce('Remise annulée\u00A0: rien n’a été modifié.')
    },
    sendNow: () => held.sendNow(list.id),
    forget: () => setRefused([]),
  }
}
