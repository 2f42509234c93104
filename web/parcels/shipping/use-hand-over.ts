import { useEffect, useRef, useState } from 'react'
import { type HandoverDetail, type ParcelResult, resultsAnswer } from '#features/parcels/handovers/contract.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'

const UNDO_SECONDS = 10

export interface HandOver {
  /** Seconds until it is sent; null while nobody has asked for it. */
  secondsLeft: number | null
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
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<readonly ParcelResult[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const clock = useRef<ReturnType<typeof setTimeout>>(null)

  const stop = (): boolean => {
    const wasWaiting = clock.current !== null
    if (clock.current) clearTimeout(clock.current)
    clock.current = null
    setSecondsLeft(null)
    return wasWaiting
  }

  const call = (keepalive: boolean) =>
    callApi(`/api/admin/handovers/${list.id}/hand-over`, {
      method: 'POST',
      body: { ids: list.parcels.map(({ id }) => id) },
      answer: resultsAnswer,
      timeoutSeconds: 60,
      keepalive,
    })

  const sendNow = async () => {
    if (!stop()) return
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
    }
    setSending(false)
  }

  // The clock and the end of the page send what the page shows by then.
  const latest = useRef({ sendNow, call, stop })
  latest.current = { sendNow, call, stop }

  useEffect(() => {
    const leave = () => {
      if (!latest.current.stop()) return
      latest.current.call(true).catch(() => undefined)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  const start = () => {
    setProblem(null)
    setSecondsLeft(UNDO_SECONDS)
    announce(`Le bordereau sera remis dans ${UNDO_SECONDS} secondes. Le bouton Annuler revient en arrière.`)
    clock.current = setTimeout(() => latest.current.sendNow(), UNDO_SECONDS * 1000)
  }

  const isWaiting = secondsLeft !== null
  useEffect(() => {
    if (!isWaiting) return
    const begin = performance.now()
    const tick = () => setSecondsLeft(Math.max(0, UNDO_SECONDS - Math.floor((performance.now() - begin) / 1000)))
    const countdown = setInterval(tick, 250)
    return () => clearInterval(countdown)
  }, [isWaiting])

  const undo = () => {
    if (stop()) announce('Remise annulée\u00A0: rien n’a été modifié.')
  }

  return { secondsLeft, isSending, refused, problem, start, undo, sendNow, forget: () => setRefused([]) }
}
