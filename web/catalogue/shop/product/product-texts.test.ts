import { describe, expect, test } from 'vitest'
import type { ProductDetail } from '#features/catalogue/model.ts'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { REVIEW_MARK, reviews } from '#web/home/reviews.ts'
import { productTexts } from './product-texts.ts'

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

describe('the texts of a product', () => {
  test('are its purpose in large letters, and each text that it has', () => {
    const { lead, points, texts, further } = productTexts(milk, [])
    expect(lead).toBe('Un lait pour le corps.')
    expect(points).toEqual(['Pour les peaux sèches'])
    expect(texts).toEqual([
      { icon: 'info', title: 'Description', paragraphs: ['Il sent l’amande.'] },
      { icon: 'drop', title: 'Conseils d’utilisation', paragraphs: ['Masser.'] },
      { icon: 'leaf', title: 'Composition', paragraphs: ['Eau.'], beginning: undefined },
    ])
    expect(further).toBe('products/b.webp')
    const images = [...milk.images, 'products/c.webp', 'products/d.webp']
    expect(productTexts({ ...milk, images }, []).further).toBe('products/d.webp')
    expect(productTexts({ ...milk, images: ['products/a.webp'] }, []).further).toBeNull()
  })

  test.each(['aqua, a, b, c, d, e.', 'aqua ; a ; b ; c ; d ; e', 'aqua\r\na\r\nb\r\nc\r\nd\r\ne'])(
    'tell the beginning of a long composition: %j',
    (list) => {
      const { texts } = productTexts({ ...milk, highlights: `Composition\u00A0: ${list}` }, [])
      expect(texts.at(-1)).toMatchObject({ title: 'Composition', beginning: 'Aqua, a, b' })
    },
  )

  test('keep the comma of a name in the beginning of a composition', () => {
    const { texts } = productTexts({ ...milk, highlights: 'Composition : aqua, 1,2-hexanediol, b, c, d, e.' }, [])
    expect(texts.at(-1)).toMatchObject({ beginning: 'Aqua, 1,2-hexanediol, b' })
  })

  test('begin in no large letters where the first paragraph is long', () => {
    const description = `${'a'.repeat(181)}\n\nb`
    const { lead, texts } = productTexts({ ...milk, description }, [])
    expect(lead).toBeNull()
    expect(texts[0]!.paragraphs).toEqual(['a'.repeat(181), 'b'])
  })

  test('are a list where lines follow each other', () => {
    const { texts } = productTexts({ ...milk, usage: 'Le matin\r\nLe soir\n\nRincer.' }, [])
    expect(texts[1]!.paragraphs).toEqual([['Le matin', 'Le soir'], 'Rincer.'])
  })

  test('are points beside the price where its first lines are few and short, the rest a text', () => {
    const { points, texts } = productTexts({ ...milk, highlights: 'Sans savon\r\npH doux\n\nEau, glycérine.' }, [])
    expect(points).toEqual(['Sans savon', 'pH doux'])
    expect(texts.at(-1)).toMatchObject({ title: 'À retenir', paragraphs: ['Eau, glycérine.'] })
  })

  test.each(['a'.repeat(61), 'a\nb\nc\nd\ne', 'Composition : eau.'])(
    'are no points where they begin with %j',
    (highlights) => {
      const { points, texts } = productTexts({ ...milk, highlights }, [])
      expect(points).toEqual([])
      expect(texts).toHaveLength(3)
    },
  )

  test('have no title of a composition where none follows it', () => {
    const { texts } = productTexts({ ...milk, highlights: 'pH doux\n\nComposition :' }, [])
    expect(texts.map(({ title }) => title)).not.toContain('Composition')
  })

  test('come with the pictures of a pack’s products, where it has no more than one', () => {
    const part = { id: 2 as ProductId, name: 'a', pieces: 1, benefit: null, usage: null, userPrice: dh(1) }
    const parts = [
      { ...part, image: 'products/c.webp', secondImage: 'products/d.webp' },
      { ...part, image: 'products/e.webp', secondImage: null },
    ]
    const pack = { ...milk, images: ['products/a.webp'] }
    expect(productTexts(pack, parts).images).toEqual(['products/a.webp', 'products/c.webp', 'products/e.webp'])
    expect(productTexts(milk, parts)).toMatchObject({ images: milk.images, further: null })
  })

  test('come with the example of a review that names it, marked as one', () => {
    const { product, quote } = reviews[0]!
    expect(productTexts(milk, []).review).toBeNull()
    const { review } = productTexts({ ...milk, name: product }, [])
    expect(review!.quote).toBe(quote)
    expect(review!.mark).toBe(REVIEW_MARK)
  })
})
