import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#features/orders/model.ts'
import { mustBeDelivered } from './rules.ts'

test.each(ORDER_STATUSES)('the payment of an order that is %s', (status) => {
  const settle = () => mustBeDelivered(status)
  if (status === 'delivered') expect(settle).not.toThrow()
  else expect(settle).toThrow(expect.objectContaining({ kind: 'conflict' }))
})
