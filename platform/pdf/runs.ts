import bidiFactory from 'bidi-js'
import { ARABIC_LETTERS, LATIN_LETTERS } from './font-characters.ts'

const bidi = bidiFactory()

/** Of a paragraph: that of its first letter. */
export type Direction = 'ltr' | 'rtl'

/** What one font draws at one go. Arabic comes in reading order: its font joins it and turns it round. */
export interface Run {
  script: 'latin' | 'arabic'
  text: string
}

const LATIN = new Set(LATIN_LETTERS)
const ARABIC = new Set(ARABIC_LETTERS)
/** They break lines and steer their order, and are not drawn. */
const STEERING = /[\n\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
const MISSING = '?'

/** Nothing in it but what the Latin font draws from left to right, as nearly every text of a French shop. */
export function isLatin(text: string): boolean {
  for (const letter of text) if (!LATIN.has(letter) && letter !== '\n') return false
  return true
}

/**
 * A text in letters that there are fonts for. Others lose their accents, letters of other scripts become question
 * marks, pictures are left out.
 */
export const printable = (text: string): string =>
  isLatin(text)
    ? text
    : Array.from(text.normalize('NFC'), printed)
        .join('')
        // What was left out stood between two spaces.
        .replace(/(^| ) +/gm, '$1')

function printed(letter: string): string {
  if (LATIN.has(letter) || ARABIC.has(letter) || STEERING.test(letter)) return letter
  if (letter === '\t') return ' '
  const parts = [...letter.normalize('NFKD')].filter((part) => LATIN.has(part) || ARABIC.has(part))
  if (parts.length > 0) return parts.join('')
  return /[\p{L}\p{N}]/u.test(letter) ? MISSING : ''
}

export const directionOf = (paragraph: string): Direction =>
  bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'

/**
 * A line of a paragraph cut by font, in the order in which it stands on paper, from left to right (UAX #9). Figures at
 * its beginning go by the letter before them, which another line may hold.
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
    // Arabic digits stand from left to right. Each is a run, or the font would turn them round.
    else runs.push({ script, text: letter })
    wasTurned = isTurned
  }
  return runs
}
