import bidiFactory from 'bidi-js'
import { ARABIC_LETTERS, LATIN_LETTERS } from './font-characters.ts'

const bidi = bidiFactory()

/** The direction of a paragraph is that of its first letter. */
export type Direction = 'ltr' | 'rtl'

/** A piece of a line drawn at once by one font. Arabic is in reading order: its font joins and reverses it. */
export interface Run {
  script: 'latin' | 'arabic'
  text: string
}

const LATIN = new Set(LATIN_LETTERS)
const ARABIC = new Set(ARABIC_LETTERS)
/** Characters that break lines or control their direction, and are not drawn. */
const STEERING = /[\n\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
const MISSING = '?'

/** True when the Latin font can draw all of the text, as with nearly every text of a French shop. */
export function isLatin(text: string): boolean {
  for (const letter of text) if (!LATIN.has(letter) && letter !== '\n') return false
  return true
}

/**
 * Replaces characters that the fonts lack: accents are dropped, letters of other scripts become question marks, pictures
 * are left out.
 */
export const printable = (text: string): string =>
  isLatin(text)
    ? text
    : // Marks that a picture kept apart come together once it is left out: the second time puts them in order.
      drawable(drawable(text))
        // A picture that was left out leaves two spaces.
        .replace(/(^| ) +/gm, '$1')

const drawable = (text: string): string => Array.from(text.normalize('NFC'), printed).join('')

function printed(letter: string): string {
  if (LATIN.has(letter) || ARABIC.has(letter) || STEERING.test(letter)) return letter
  if (letter === '\t') return ' '
  const bases = [...letter.normalize('NFKD')].filter((base) => LATIN.has(base) || ARABIC.has(base))
  if (bases.length > 0) return bases.join('')
  return /[\p{L}\p{N}]/u.test(letter) ? MISSING : ''
}

/** The direction of a paragraph, by its first letter. */
export const directionOf = (paragraph: string): Direction =>
  bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'

/**
 * Splits a line of a paragraph by font, in the order on paper, from left to right (UAX #9). The direction of digits at its
 * beginning depends on the letter before them, which may be on another line.
 */
export function runsOf(line: string, direction: Direction, letterBefore = ''): Run[] {
  const text = letterBefore + line
  const from = letterBefore.length
  const embedding = bidi.getEmbeddingLevels(text, direction)
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels)
  const runs: Run[] = []
  let wasTurned = false
  for (const at of bidi.getReorderedIndices(text, embedding, from).slice(from)) {
    const letter = mirrored.get(at) ?? text[at]!
    if (STEERING.test(letter)) continue
    const isTurned = embedding.levels[at]! % 2 === 1
    const script = ARABIC.has(letter) ? 'arabic' : 'latin'
    const last = runs.at(-1)
    if (last?.script !== script) runs.push({ script, text: letter })
    else if (script === 'latin') last.text += letter
    else if (isTurned && wasTurned) last.text = letter + last.text
    // Arabic digits go from left to right. Each is a run of its own, or the font would reverse them.
    else runs.push({ script, text: letter })
    wasTurned = isTurned
  }
  return runs
}
