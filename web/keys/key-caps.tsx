import style from './key-caps.module.css'
import type { Key } from './pressed.ts'

const NAMES: Readonly<Record<string, string>> = { Enter: 'Entrée', Escape: 'Échap', ArrowUp: '↑', ArrowDown: '↓' }

/** A key as it is drawn: `Ctrl K`, `J`, `Entrée`. */
export function KeyCaps({ of: { key, withCtrl } }: { of: Pick<Key, 'key' | 'withCtrl'> }) {
  return (
    <span className={style.caps}>
      {withCtrl && <kbd className={style.cap}>{ctrlName()}</kbd>}
      <kbd className={style.cap}>{NAMES[key] ?? key.toUpperCase()}</kbd>
    </span>
  )
}

/** `⌘` on what Apple made, `Ctrl` elsewhere. */
const ctrlName = (): string => (/Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '') ? '⌘' : 'Ctrl')
