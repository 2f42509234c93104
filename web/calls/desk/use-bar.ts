import { useRef, useState } from 'react'
import type { CallOutcome } from '#features/calls/model.ts'
import type { CancelReason } from '#features/orders/model.ts'
import { type Key, useKeys } from '#web/keys/keys.ts'
import { promisesFrom } from '../moments.ts'
import { actOfDigit, OUTCOMES, type Question } from '../outcomes.ts'
import type { Press } from './use-outbox.ts'

export type Settle = (press: Omit<Press, 'id' | 'lastChange'>) => void

/** The bar below a card: its open question, the note, and the language of the script. A new card begins with a new bar. */
export function useBarState(send: Settle) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isTyping, setTyping] = useState(false)
  const [hasPassed, setPassed] = useState(false)
  const [hasNote, setHasNote] = useState(false)
  const [note, setNote] = useState('')
  const [isInDarija, setDarija] = useState(false)
  // The hours stay as they were offered while one looks at them.
  const offered = useRef(promisesFrom(new Date()))

  const ask = (next: Question | null) => {
    if (next === 'hour') offered.current = promisesFrom(new Date())
    setTyping(false)
    setPassed(false)
    setQuestion(next)
  }

  const settle = (outcome: CallOutcome, more: { reason?: CancelReason; at?: Date } = {}) => {
    // Sent, it would be refused, and the note lost with it.
    if (more.at && more.at <= new Date()) {
      ask('hour')
      return setPassed(true)
    }
    send({ outcome, reason: more.reason ?? null, dueAt: more.at ?? null, note: note.trim() || null })
    ask(null)
  }

  const pressDigit = (digit: string) => {
    const act = actOfDigit(
      digit,
      question,
      offered.current.map(({ at }) => at),
    )
    if (act === null) return
    if ('ask' in act) ask(act.ask)
    else if ('typeHour' in act) setTyping(true)
    else settle(act.settle, act)
  }

  return {
    ...{ question, ask, isTyping, hasPassed, hasNote, note, setNote, settle, pressDigit, isInDarija },
    hours: offered.current,
    openNote: () => setHasNote(true),
    closeNote: () => {
      setNote('')
      setHasNote(false)
    },
    turnDarija: () => setDarija((before) => !before),
  }
}

export type Bar = ReturnType<typeof useBarState>

export const NOTE_ID = 'call-note'
export const CALL_ID = 'call-phone'
export const WHATSAPP_ID = 'call-whatsapp'
export const MERGE_ID = 'call-merge'

interface BarKeys {
  bar: Bar
  pause: () => void
  correct: () => void
  /** The phone of the card has another order that may become one with it. */
  canMerge: boolean
  undoLast: () => void
}

const clickOn = (id: string) => () => document.getElementById(id)?.click()

/** A key that is held down presses nothing twice: the card that follows would be settled by it. */
const once = (act: () => void) => (event: KeyboardEvent) => {
  if (!event.repeat) act()
}

/** The keys of a card. */
export function useBarKeys({ bar, pause, correct, canMerge, undoLast }: BarKeys): void {
  const keys: Key[] = [
    ...OUTCOMES.map(({ key, does }) => ({ key, does, run: once(() => bar.pressDigit(key)) })),
    { key: 'n', does: 'Ajouter une note', run: () => bar.openNote() },
    { key: 'a', does: 'Appeler', run: clickOn(CALL_ID) },
    { key: 'w', does: 'Ouvrir WhatsApp', run: clickOn(WHATSAPP_ID) },
    { key: 's', does: 'Lire le texte en darija, ou en français', run: () => bar.turnDarija() },
    { key: 'e', does: 'Corriger la commande', run: correct },
    ...(canMerge ? [{ key: 'm', does: 'Réunir les deux commandes', run: clickOn(MERGE_ID) }] : []),
    { key: 'r', does: 'Reprendre la dernière commande', run: once(undoLast) },
    { key: 'Escape', does: 'Fermer le choix, ou rendre la carte', run: () => (bar.question ? bar.ask(null) : pause()) },
  ]
  useKeys('Confirmation', bar.question === 'reason' ? [...keys, SEVENTH(bar)] : keys)
}

/** There is a reason more than outcomes. */
const SEVENTH = (bar: Bar): Key => ({
  key: '7',
  does: 'Choisir le dernier motif',
  run: once(() => bar.pressDigit('7')),
})
