import { useCallback, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { callApi } from '#web/api/api.ts'

type Path = `/api/${string}`

interface ApiState<Data> {
  path: Path
  data: Data
}

/** `data` of the former path stays until the new one is there, so that a list does not blink. */
export interface ApiAnswer<Data> {
  data: Data | null
  /** Why the last load failed; null once one succeeds. */
  error: unknown
  isLoading: boolean
  /** Loads again. Resolves when the answer is shown, or has failed. */
  reload: () => Promise<void>
}

/** Loads a call of the API that changes nothing, as the person logged in, and again whenever `path` changes. */
export function useApi<Schema extends z.ZodMiniType>(
  path: Path,
  answer: Schema,
  method: 'GET' | 'POST' = 'GET',
): ApiAnswer<z.output<Schema>> {
  const [answered, setAnswered] = useState<ApiState<z.output<Schema>> | null>(null)
  const [failed, setFailed] = useState<{ path: Path; error: unknown } | null>(null)
  const [isLoading, setLoading] = useState(true)
  const underWay = useRef<AbortController>(null)

  const load = useCallback(async () => {
    underWay.current?.abort()
    const controller = new AbortController()
    underWay.current = controller
    const unlessOvertaken = (show: () => void) => {
      if (!controller.signal.aborted) show()
    }
    setLoading(true)
    try {
      const data = await callApi(path, { method, answer, signal: controller.signal })
      unlessOvertaken(() => {
        setAnswered({ path, data })
        setFailed(null)
        setLoading(false)
      })
    } catch (error) {
      unlessOvertaken(() => {
        setFailed({ path, error })
        setLoading(false)
      })
    }
  }, [path, answer, method])

  // Whoever reloads may have begun while another path was shown: its rows would take the place of the newest ones.
  const latestLoad = useRef(load)
  const reload = useCallback(() => latestLoad.current(), [])

  useEffect(() => {
    latestLoad.current = load
    load()
    return () => underWay.current?.abort()
  }, [load])

  const error = failed?.path === path ? failed.error : null
  // Rows of other filters than those shown above them would be a lie.
  const data = error !== null && answered?.path !== path ? null : (answered?.data ?? null)
  return { data, error, isLoading, reload }
}
