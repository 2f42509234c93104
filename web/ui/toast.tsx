import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import style from './toast.module.css'

interface Toast {
  title: string
  text?: ReactNode
  action?: { label: string; to: string }
  /** Smaller, and closed sooner: the page itself shows what was done. */
  isShort?: boolean
  /** Milliseconds until the toast closes, while neither pointer nor focus is on it. */
  duration?: number
}

const USUAL_MS = 5000
const SHORT_MS = 3000

let current: (Toast & { number: number }) | null = null
let shownSoFar = 0
const listeners = new Set<() => void>()

const change = (next: typeof current) => {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a confirmation for a while. Errors that need an action belong in a `Notice`. */
export function toast(message: Toast): void {
  shownSoFar += 1
  change({ ...message, number: shownSoFar })
}

export const closeToast = (): void => change(null)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the latest toast. Each layout has one. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
  // Not whether: one that is replaced under the pointer never hears that the pointer left.
  const [paused, setPaused] = useState<Toast | null>(null)
  const { pathname } = useLocation()

  useEffect(() => {
    if (!shown || shown === paused) return
    const timer = setTimeout(closeToast, shown.duration ?? (shown.isShort ? SHORT_MS : USUAL_MS))
    return () => clearTimeout(timer)
  }, [shown, paused])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => closeToast, [pathname])

  return (
    <div className={style.region} role="status">
      {shown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: staying open under the pointer is no action
        <div
          key={shown.number}
          className={classes(style.toast, shown.isShort && style.short)}
          onPointerMove={() => setPaused(shown)}
          onPointerLeave={() => setPaused(null)}
          onFocus={() => setPaused(shown)}
          onBlur={() => setPaused(null)}
        >
          <Icon name="check-circle" size={24} />
          <div className={style.body}>
            <p className={style.title}>{shown.title}</p>
            {shown.text && <div className={style.text}>{shown.text}</div>}
            {shown.action && <Link to={shown.action.to}>{shown.action.label}</Link>}
          </div>
          <IconButton icon="close" iconSize={18} label="Fermer" className={style.close} onClick={closeToast} />
        </div>
      )}
    </div>
  )
}
