import type { DbOrTx } from '#platform/db/database.ts'
import { age, pick, receive, type Send, sendOrder, type World } from './acts.ts'
import { onWire } from './model.ts'
import type { Step } from './steps.ts'

export interface Raced extends World {
  db: DbOrTx
  admin: string
  orders: number[]
  withdrawals: number[]
  declarations: number[]
}

/** A step in the real shop while others are busy with the same things. */
export async function race(world: Raced, each: Step, call: Send) {
  const { db, orders, withdrawals, declarations, admin } = world
  const supplier = 'who' in each ? pick(world.suppliers, each.who)! : world.suppliers[0]!
  const order = 'order' in each ? pick(orders, each.order) : undefined
  switch (each.do) {
    case 'order': {
      const { answer } = await sendOrder(each, world, call)
      if (answer.status === 201) orders.push(answer.json.order.OrderID)
      return answer
    }
    case 'move':
      if (order === undefined) return
      return call('PUT', `/api/admin/orders/${order}/tracking`, admin, { CurrentStatus: onWire(each.status) })
    case 'receive':
      if (order === undefined) return
      return receive(order, each.broken, (method, path, body) => call(method, path, admin, body))
    case 'lose':
      if (order === undefined) return
      await age(db, order, each.days)
      return call('POST', `/api/admin/orders/${order}/lost`, admin, { note: 'Perdu' })
    case 'settle': {
      if (order === undefined) return
      const body = { PaymentStatus: each.payment === 'paid' ? 'payé' : 'annulé' }
      return call('PUT', `/api/admin/orders/${order}/payment-status`, admin, body)
    }
    case 'edit': {
      if (order === undefined) return
      const body = { Name: 'Nadia', Phone: '0612345678', Address: 'Ici', City: each.city }
      return call('PUT', `/api/supplier/orders/${order}`, supplier.token, body)
    }
    case 'delete':
      if (order === undefined) return
      return each.by === 'admin'
        ? call('DELETE', `/api/admin/orders/${order}`, admin)
        : call('DELETE', `/api/supplier/orders/${order}`, supplier.token)
    case 'withdraw': {
      const dashboard = await call('GET', '/api/supplier/get-ordersAdmin', supplier.token)
      const gain = dashboard.json.stats?.withdrawable ?? 0
      const answer = await call('POST', '/api/withdraw', supplier.token, { gain })
      if (answer.status === 200) withdrawals.push(answer.json.withdrawal.id)
      return answer
    }
    case 'decide': {
      const withdrawal = pick(withdrawals, each.withdrawal)
      if (withdrawal === undefined) return
      const verb = each.status === 'approved' ? 'approve' : 'reject'
      return call('POST', `/api/admin/withdrawals/${withdrawal}/${verb}`, admin, { reason: 'Non' })
    }
    case 'sell':
      return call('PUT', '/api/admin/sell-stock', admin, { buyer_id: world.buyer.id, amount: each.amount })
    case 'declare': {
      const answer = await call('POST', '/api/buyer/declare-sale', world.buyer.token, { amount: each.amount })
      if (answer.status === 200) declarations.push(answer.json.declaration.id)
      return answer
    }
    case 'decide declaration': {
      const declaration = pick(declarations, each.declaration)
      if (declaration === undefined) return
      const verb = each.status === 'approved' ? 'approve' : 'reject'
      return call('PUT', `/api/admin/sale-declarations/${declaration}/${verb}`, admin, { reason: 'Non' })
    }
    case 'withdraw sold': {
      const answer = await call('POST', '/api/buyer/request-withdrawal', world.buyer.token)
      return answer
    }
    case 'ban':
      return call('DELETE', `/api/admin/user/${supplier.id}`, admin)
    default:
      return
  }
}
