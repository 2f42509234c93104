import { expect, test } from 'vitest'
import type { OrderId, OrderLineId, ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { messageAddress, orderMessage } from './order-message.ts'

const line = (nth: number, quantity: number, name: string) => ({
  id: nth as OrderLineId,
  productId: nth as ProductId,
  quantity,
  name,
  image: null,
  userPrice: dh(149.5),
  distributorPrice: dh(110),
  total: dh(149.5 * quantity),
})

const order = (phone: string) => ({
  id: 212 as OrderId,
  recipient: { name: 'Nadia & Fils', phone, address: '1, rue des Fleurs', city: 'Fès' },
  lines: [line(1, 2, 'Crème 50 %'), line(2, 1, 'Lait #1')],
  collected: dh(1413.1),
})

test('the message names the order, its products, the cash to prepare and the address to confirm', () => {
  expect(orderMessage(order('0612345678'))).toBe(
    [
      'Bonjour Nadia & Fils,',
      'votre commande n° 212 est bien enregistrée\u00A0:',
      '• 2 × Crème 50 %',
      '• 1 × Lait #1',
      'Montant à préparer, en espèces\u00A0: 1\u00A0413,10\u00A0DH.',
      'Adresse de livraison\u00A0: 1, rue des Fleurs, Fès.',
      'Pouvez-vous confirmer cette adresse\u00A0? Merci.',
    ].join('\n'),
  )
})

test('a Moroccan mobile is written to in international digits, the message whole whatever is in it', () => {
  const address = new URL(messageAddress(order('0712345678'))!)
  expect(address.origin + address.pathname).toBe('https://wa.me/212712345678')
  expect(address.searchParams.get('text')).toBe(orderMessage(order('0712345678')))
  expect([...address.searchParams.keys()]).toEqual(['text'])
})

test.each(['0522000000', '0812345678', '612345678', '06123456789', '33612345678'])('%s is called instead', (phone) => {
  expect(messageAddress(order(phone))).toBeNull()
})
