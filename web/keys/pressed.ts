/** A key of the keyboard and what it does. */
export interface Key {
  /** As browsers name it: `j`, `1`, `/`, `Enter`, `Escape`. */
  key: string
  /** Its act in the list that `?` opens: an infinitive. */
  does: string
  run: (event: KeyboardEvent) => void
  /** Together with Ctrl, or ⌘ on a Mac. Such a key acts in fields as well. */
  withCtrl?: boolean
}

/** The element that has the focus, as far as keys care. */
interface Focused {
  tagName: string
  type?: string
  isContentEditable?: boolean
  closest?: (selector: string) => unknown
}

/** A key that was pressed, and where. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'> & { on: Focused | null }

/** True if a press means this key here. */
export function answersTo(press: Press, { key, withCtrl = false }: Key): boolean {
  if ((press.ctrlKey || press.metaKey) !== withCtrl || press.altKey) return false
  if (!namesOf(press).includes(key.toLowerCase())) return false
  if (withCtrl) return true
  return !isTyping(press.on) && !(ACTING.includes(key) && isPressable(press.on))
}

/**
 * Names that a press may have. The digits of a French keyboard need Shift and the letters of an Arabic one are Arabic: there
 * the place of the key counts as well.
 */
function namesOf({ key, code }: Press): string[] {
  const name = key === '؟' ? '?' : key.toLowerCase()
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  const letter = /^[a-z]$/.test(name) ? undefined : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  return [name, digit, letter].filter((each) => each !== undefined)
}

const WITHOUT_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image']

function isTyping(on: Focused | null): boolean {
  if (!on) return false
  if (on.isContentEditable) return true
  const tag = on.tagName.toLowerCase()
  return tag === 'textarea' || tag === 'select' || (tag === 'input' && !WITHOUT_TEXT.includes(on.type ?? ''))
}

/** Keys that press what has the focus. */
const ACTING = ['Enter', ' ']

const isPressable = (on: Focused | null): boolean => Boolean(on?.closest?.('a, button, summary, input, label'))
