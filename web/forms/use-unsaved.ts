import { useEffect } from 'react'
import { unsaved } from '#web/session/unsaved.ts'

/** Says of a form that what it holds would be lost with the page. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    unsaved.forms += 1
    return () => {
      unsaved.forms -= 1
    }
  }, [isUnsaved])
}
