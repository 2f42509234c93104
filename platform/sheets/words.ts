import { normaliseForSearch } from '#platform/kernel/text.ts'

/**
 * The form in which words of others are compared, whole: no accents, small letters, single spaces, plain hyphens and
 * apostrophes, and nothing invisible. Empty for a text of invisible characters alone: an empty word equals nothing.
 */
export const foldWord = (text: string): string =>
  normaliseForSearch(text.replace(/\p{Cf}+/gu, ''))
    .replace(/\p{Pd}/gu, '-')
    .replace(/[’‘ʼ]/g, "'")

/** A number of a courier as it is stored and compared: without spaces and invisible characters, its hyphens plain. */
export const cleanCode = (text: string): string => text.replace(/[\s\p{Cf}]+/gu, '').replace(/\p{Pd}/gu, '-')
