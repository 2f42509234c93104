import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { MINUTE_MS } from '#platform/kernel/durations.ts'

/** Loads the page's data again each minute while somebody looks at it, and as soon as somebody looks at it again. */
export function useRefreshed(isOver: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (isOver) return
    let timer: ReturnType<typeof setTimeout>
    const refresh = () => {
      clearTimeout(timer)
      if (document.hidden) return
      void revalidate()
      timer = setTimeout(refresh, MINUTE_MS)
    }
    timer = setTimeout(refresh, MINUTE_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isOver, revalidate])
}
