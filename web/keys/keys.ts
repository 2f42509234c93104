import { useLayoutEffect, useRef } from 'react'
import { readStored, watchStored, writeStored } from '#web/browser-storage.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import { KEYS_OFF_KEY } from '#web/session/stored-session.ts'
import { answersTo, type Key, type Press } from './pressed.ts'

export type { Key } from './pressed.ts'

/** The keys of one screen, or of one part of it, as they are at this moment. */
interface Registered {
  name: string
  keys: () => readonly Key[]
}

let registered: readonly Registered[] = []
const watchers = new Set<() => void>()

function setRegistered(next: readonly Registered[]): void {
  if (registered.length === 0 && next.length > 0) document.addEventListener('keydown', onPress)
  if (next.length === 0) document.removeEventListener('keydown', onPress)
  registered = next
  for (const onChange of watchers) onChange()
}

/**
 * Registers the keys of a screen while it is shown, and lists them under `name` in the dialog that `?` opens. No key acts
 * while somebody types in a field or a dialog is open; the screen that came last answers first. `keys` may differ at each
 * render.
 */
export function useKeys(name: string, keys: readonly Key[], isOn = true): void {
  const latest = useRef(keys)
  // Before the screen is painted: a key pressed at the first sight of it counts.
  useLayoutEffect(() => {
    latest.current = keys
  })
  const words = keys.map(({ key, does }) => `${key} ${does}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are listed anew
  useLayoutEffect(() => {
    if (!isOn) return
    const mine = { name, keys: () => latest.current }
    setRegistered([...registered, mine])
    return () => setRegistered(registered.filter((each) => each !== mine))
  }, [name, words, isOn])
}

/** The keys that act on the page of now, by the name of their screen. */
export function useKeyGroups(): ReadonlyMap<string, readonly Key[]> {
  const all = useBrowserValue(watchGroups, readGroups, NONE)
  const groups = new Map<string, readonly Key[]>()
  for (const { name, keys } of all) groups.set(name, [...(groups.get(name) ?? []), ...keys()])
  return groups
}

const NONE: readonly Registered[] = []
const readGroups = () => registered

function watchGroups(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

const OFF_KEYS = [KEYS_OFF_KEY] as const

/** False in a browser that turned single keys off: who dictates to a computer turns them off. */
const areSingleKeysOn = (): boolean => readStored(KEYS_OFF_KEY) !== '1'

export const turnSingleKeys = (isOn: boolean): void => writeStored(KEYS_OFF_KEY, isOn ? '' : '1')

const watchSingleKeys = (onChange: () => void) => watchStored(OFF_KEYS, onChange)

export const useSingleKeys = (): boolean => useBrowserValue(watchSingleKeys, areSingleKeysOn, true)

function onPress(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
  const press: Press = { ...pick(event), on: event.target instanceof HTMLElement ? event.target : null }
  for (const { keys } of registered.toReversed()) {
    const key = keys().find((each) => answersTo(press, each))
    if (!key || !(key.withCtrl || areSingleKeysOn())) continue
    event.preventDefault()
    key.run(event)
    return
  }
}

const pick = ({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({ key, code, ctrlKey, metaKey, altKey })
