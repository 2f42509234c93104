import type { Category } from '#features/catalogue/model.ts'

/** What there is in a few words, true in any shop of this kind. A word in brackets is a search that finds something. */
export const FAMILY_WORDS = {
  all: '[Visage], [corps], [cheveux], compléments, packs.',
  supplement: 'Compléments et aliments, en plus d’une alimentation variée.',
  cosmetic: 'Soins du [visage], du [corps] et des [cheveux].',
  pack: 'Plusieurs produits réunis, livrés ensemble.',
} as const satisfies Record<Category | 'all', string>
