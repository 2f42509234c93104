import { expect, test } from 'vitest'
import type { ProductId } from '#platform/kernel/ids.ts'
import { dh } from '#platform/kernel/money.ts'
import { amountsOf, type Draft, type DraftFields, isSameDraft, rebase } from './correction.ts'

const FIELDS = { Name: 'Nadia', Phone: '06 12 34 56 78', City: 'Rabat', Address: '1, rue du Port', note: '' }

const line = (id: number, quantity: number) => ({
  productId: id as ProductId,
  name: `Produit ${id}`,
  image: null,
  userPrice: dh(100),
  quantity,
})

const draft = (fields: Partial<DraftFields> = {}, lines = [line(1, 2)]): Draft => ({
  fields: { ...FIELDS, ...fields },
  lines,
})

test('what was typed stays, and what somebody else changed meanwhile comes in beside it', () => {
  const typed = draft({ Phone: '06 99 99 99 99' })
  const now = draft({ Phone: '06 00 00 00 00', Address: '7, rue Neuve', note: 'Sonner' }, [line(1, 3)])
  expect(rebase(typed, draft(), now)).toEqual(
    draft({ Phone: '06 99 99 99 99', Address: '7, rue Neuve', note: 'Sonner' }, [line(1, 3)]),
  )
})

test('lines that were changed here are not those of somebody else', () => {
  const typed = draft({}, [line(1, 1), line(2, 1)])
  expect(rebase(typed, draft(), draft({ City: 'Fès' }, [line(1, 9)]))).toEqual(
    draft({ City: 'Fès' }, typed.lines as never),
  )
})

test('a draft differs by a letter, a piece or a product', () => {
  expect(isSameDraft(draft(), draft())).toBe(true)
  for (const other of [draft({ note: 'a' }), draft({}, [line(1, 3)]), draft({}, [line(2, 2)]), draft({}, [])])
    expect(isSameDraft(draft(), other)).toBe(false)
})

test('the amounts follow the draft: its own fee and percentage, and today’s fee of another city', () => {
  const rates = { fees: { Casablanca: dh(20) }, otherFee: dh(35), discountPercent: 10 }
  const recipient = { city: 'Rabat', name: '', phone: '', address: '', customerId: 1 as never, email: null }
  const order = { origin: 'promo', recipient, delivery: dh(30), discountPercent: 5 } as const
  expect(amountsOf(order, draft(), rates)).toEqual({ delivery: dh(30), collected: dh(220) })
  expect(amountsOf(order, draft({ City: 'Casablanca' }), rates)).toEqual({ delivery: dh(20), collected: dh(210) })
  expect(amountsOf(order, draft({ City: 'Fès' }, [line(1, 1)]), rates)).toEqual({
    delivery: dh(35),
    collected: dh(130),
  })
  expect(amountsOf({ ...order, origin: 'supplier' }, draft(), rates)?.collected).toBe(dh(230))
  expect(amountsOf(order, draft({ City: '' }), rates)).toBeNull()
})
