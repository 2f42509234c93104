import { foldWord } from '#platform/sheets/words.ts'
import type { CourierState } from '../model.ts'
import { ALWAYS_ASKED, SHIPPED_WORDS } from './rules.ts'

const MEANINGS: ReadonlyMap<string, CourierState> = new Map(
  (Object.keys(SHIPPED_WORDS) as CourierState[]).flatMap((state) =>
    SHIPPED_WORDS[state].map((word) => [foldWord(word), state] as const),
  ),
)

const ASKED: readonly string[] = ALWAYS_ASKED.map(foldWord)

/** True of a word that is looked at each time. */
export const isAlwaysAsked = (word: string): boolean => ASKED.includes(foldWord(word))

/** What a courier's word means: by its own words, by their folded form, before those of the shop's table; null for none of both. */
export function meaningOf(word: string, own: ReadonlyMap<string, CourierState>): CourierState | null {
  const folded = foldWord(word)
  if (folded === '' || ASKED.includes(folded)) return null
  return own.get(folded) ?? MEANINGS.get(folded) ?? null
}
