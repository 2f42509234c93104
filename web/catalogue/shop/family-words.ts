import type { Category } from '#features/catalogue/model.ts'

/** Uses of cosmetics, as parts of a sentence about them; each word is a search that finds those. */
export const CARE_FOR = [
  { before: 'du', word: 'visage' },
  { before: ', du', word: 'corps' },
  { before: ' et des', word: 'cheveux' },
] as const

/** Sentences about each family that are true in any shop of this kind. */
export const FAMILY_WORDS = {
  supplement: 'Compléments et aliments, en plus d’une alimentation variée',
  cosmetic: `Soins ${CARE_FOR.map(({ before, word }) => `${before} ${word}`).join('')}`,
  pack: 'Plusieurs produits réunis, livrés ensemble',
} as const satisfies Record<Category, string>
