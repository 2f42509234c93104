import type { Category } from '#features/catalogue/model.ts'

/** The range of a shop of this kind, in a few words. A word in brackets is a search. */
export const FAMILY_WORDS = {
  all: 'Pour le [visage], le [corps] et les [cheveux].',
  supplement: 'Compléments et aliments, en plus d’une alimentation variée.',
  cosmetic: 'Soins du [visage], du [corps] et des [cheveux].',
  pack: 'Plusieurs produits réunis, livrés ensemble.',
} as const satisfies Record<Category | 'all', string>
