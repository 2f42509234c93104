import { expect, test } from 'vitest'
import { fillScript } from './rules.ts'

const values = {
  prénom: 'Nadia',
  agent: 'Amina',
  boutique: 'Rosalia',
  produits: '1 × Savon',
  montant: '60 DH',
  ville: 'Fès',
}

test.each([
  ['Salam {prénom}, c’est {agent}.', 'Salam Nadia, c’est Amina.'],
  ['{produits}, {produits}\u00A0: {montant} à {ville}', '1 × Savon, 1 × Savon\u00A0: 60 DH à Fès'],
  ['sans champ', 'sans champ'],
])('%j becomes %j', (script, said) => expect(fillScript(script, values)).toBe(said))

test('a name that is missing takes the blank before it along', () => {
  expect(fillScript('Salam {prénom}, c’est {agent}.', { ...values, prénom: '' })).toBe('Salam, c’est Amina.')
})

test('words of an order are taken as they are, were they fields themselves', () => {
  expect(fillScript('{produits}', { ...values, produits: '{ville} $& $1' })).toBe('{ville} $& $1')
})
