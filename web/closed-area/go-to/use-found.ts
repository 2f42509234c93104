import { useEffect, useState } from 'react'
import { type Found, found } from '#features/back-office/search/contract.ts'
import { callApi } from '#web/api/api.ts'

const PAUSE_MS = 150

/** Searches once typing pauses; the former answer stays until the new one is there. */
export function useFound(text: string) {
  const [answer, setAnswer] = useState<Found | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [answeredFor, setAnsweredFor] = useState('')

  useEffect(() => {
    if (text === '') return
    const leaving = new AbortController()
    const ask = async () => {
      try {
        const path = `/api/admin/search?q=${encodeURIComponent(text)}` as const
        const newest = await callApi(path, { answer: found, signal: leaving.signal })
        if (leaving.signal.aborted) return
        setAnswer(newest)
        setProblem(null)
      } catch (error) {
        if (leaving.signal.aborted) return
        setAnswer(null)
        setProblem(error)
      }
      setAnsweredFor(text)
    }
    const timer = setTimeout(ask, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text])

  if (text === '') return { answer: null, problem: null, isLoading: false }
  return { answer, problem, isLoading: answeredFor !== text }
}
