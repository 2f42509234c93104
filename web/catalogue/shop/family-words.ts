import type { Category } from '#features/catalogue/model.ts'

/** Sentences about each family that are true in any shop of this kind. */
export const FAMILY_WORDS = {
  supplement: 'Compléments et aliments, en plus d’une alimentation variée',
  cosmetic: 'Soins du visage, du corps et des cheveux',
  pack: 'Plusieurs produits réunis, livrés ensemble',
} as const satisfies Record<Category, string>
