import { describe, expect, test } from 'vitest'
import type { ProductDetail } from '#features/catalogue/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { REVIEW_MARK, reviews } from '#web/home/reviews.ts'
import { told } from './told.ts'

const milk: ProductDetail = {
  id: 1 as ProductId,
  name: 'Lait du matin',
  description: 'Un lait pour le corps.\n\nIl sent l’amande.',
  benefit: null,
  usage: 'Masser.',
  highlights: 'Pour les peaux sèches\n\nComposition : eau.',
  precautions: null,
  userPrice: dh(99),
  stock: 3,
  category: 'cosmetic',
  image: 'products/a.webp',
  images: ['products/a.webp', 'products/b.webp'],
}

describe('what is told of a product', () => {
  test('is its purpose in large letters, and each text that it has', () => {
    const { lead, texts, further } = told(milk, [])
    expect(lead).toBe('Un lait pour le corps.')
    expect(texts).toEqual([
      { icon: 'info', title: 'Description', paragraphs: ['Il sent l’amande.'] },
      { icon: 'drop', title: 'Conseils d’utilisation', paragraphs: ['Masser.'] },
      { icon: 'check-circle', title: 'À retenir', paragraphs: ['Pour les peaux sèches'] },
      { icon: 'leaf', title: 'Composition', paragraphs: ['Eau.'] },
    ])
    expect(further).toBe('products/b.webp')
  })

  test('begins in no large letters where its first paragraph is long', () => {
    const description = `${'a'.repeat(181)}\n\nb`
    const { lead, texts } = told({ ...milk, description }, [])
    expect(lead).toBeNull()
    expect(texts[0]!.paragraphs).toEqual(['a'.repeat(181), 'b'])
  })

  test('lists lines that follow each other', () => {
    const { texts } = told({ ...milk, highlights: 'Sans savon\r\npH doux\n\nEau, glycérine.' }, [])
    expect(texts.at(-1)!.paragraphs).toEqual([['Sans savon', 'pH doux'], 'Eau, glycérine.'])
  })

  test('has the example of a review that names it, marked as one', () => {
    const { product, quote } = reviews[0]!
    expect(told(milk, []).review).toBeNull()
    const { review } = told({ ...milk, name: product }, [])
    expect(review!.quote).toBe(quote)
    expect(review!.by).toContain(REVIEW_MARK)
  })
})
