import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#platform/db/database.ts'
import { type Answer, type AsAdmin, age, pick, receive, type Send, sendOrder, type World } from './acts.ts'
import { closeStatement, decideLines, sendStatement, sendWords } from './courier-acts.ts'
import { onWire } from './model.ts'
import type { Step } from './steps.ts'

export interface Raced extends World {
  db: DbOrTx
  admin: string
  orders: number[]
  withdrawals: number[]
  declarations: number[]
  lists: number[]
  statements: number[]
}

/** A step in the real shop while others are busy with the same things. */
export async function race(world: Raced, each: Step, call: Send): Promise<Answer | undefined> {
  const { db, orders, withdrawals, declarations, admin, lists } = world
  const ask: AsAdmin = (method, path, body, form) => call(method, path, admin, body, form)
  const courier = 'courier' in each ? pick(world.couriers, each.courier)! : 0
  const statement = 'statement' in each ? pick(world.statements, each.statement) : undefined
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
      return receive(order, each.broken, ask)
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
    case 'prepare': {
      const ids = [...new Set(each.picks.map((choice) => pick(orders, choice)))].filter((id) => id !== undefined)
      if (ids.length === 0) return
      const answer = await ask('POST', '/api/admin/handovers', { courier_id: courier, ids })
      if (answer.status === 201) lists.push(answer.json.id)
      return answer
    }
    case 'hand over':
      if (lists.length === 0) return
      return ask('POST', `/api/admin/handovers/${pick(lists, each.list)}/hand-over`, {})
    case 'import': {
      const rows = each.rows.map(([choice, word]) => [pick(orders, choice), word] as const)
      const known = rows.flatMap(([id, word]) => (id === undefined ? [] : [[id, word] as const]))
      return known.length === 0 ? undefined : (await sendWords(ask, courier, known)).applied
    }
    case 'statement': {
      const found = await payable(db, orders)
      const lines = each.lines.map(([choice, fault]) => [found.get(pick(orders, choice) ?? 0), fault] as const)
      const known = lines.flatMap(([line, fault]) => (line ? [[line, fault] as const] : []))
      const { applied } = await sendStatement(ask, courier, known, each.lacks)
      if (applied.status === 201) world.statements.push(applied.json.id)
      return applied
    }
    case 'decide lines':
      if (statement === undefined) return
      return (await decideLines(ask, statement, each.choices)).at(-1)?.answer
    case 'close':
      return statement === undefined ? undefined : closeStatement(ask, statement, each.claimsGap)
    case 'remove':
      return statement === undefined ? undefined : ask('DELETE', `/api/admin/statements/${statement}`)
    case 'claim missing':
      if (statement === undefined || order === undefined) return
      return ask('POST', `/api/admin/statements/${statement}/claims`, { ids: [order] })
    case 'settle claim': {
      if (statement === undefined) return
      const { json } = await ask('GET', `/api/admin/statements/${statement}`)
      const claim = pick<{ id: number; due: number }>(json?.claims ?? [], each.claim)
      return claim && ask('PUT', `/api/admin/claims/${claim.id}`, { settled_amount: claim.due })
    }
    case 'gains':
      return ask('PUT', '/api/admin/settings', { gainsWithdrawable: each.when })
    default:
      return
  }
}

/** Orders as a courier would pay them, in centimes. */
async function payable(db: DbOrTx, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: number; amount: number }>(
    sql`select id, collected::int as amount from orders where id = any(${sql.param(ids)}::int[])`,
  )
  return new Map(rows.map(({ id, amount }) => [id, { id, amount, fee: 3_000 }]))
}
