import { expect, test } from 'vitest'
import { gainSentence } from './gain-sentence.ts'

const delivered = {
  status: 'delivered',
  payment: 'pending',
  withdrawal: null,
  deletedAt: null,
  isGainWaiting: false,
} as const

test('a gain that waits for the courier’s money is not said to be there for the asking', () => {
  expect(gainSentence(delivered)).toBe('Le fournisseur peut demander ce gain.')
  expect(gainSentence({ ...delivered, isGainWaiting: true })).toBe(
    'Le fournisseur pourra demander ce gain quand le livreur aura payé la boutique.',
  )
})
