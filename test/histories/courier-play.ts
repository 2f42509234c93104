import { expect } from 'vitest'
import { centimes } from '#platform/kernel/money.ts'
import { type AsAdmin, pick, type World } from './acts.ts'
import { closeStatement, decideLines, lineOf, STRANGE_LINE, sendStatement, sendWords } from './courier-acts.ts'
import {
  claimMissing,
  close,
  FEES,
  handOver,
  importWords,
  judged,
  moneyOf,
  prepare,
  settleClaim,
  totals,
} from './courier-model.ts'
import type { CourierStep } from './courier-steps.ts'
import { inCentimes, type Model, type ModelOrder } from './model.ts'

const idsOf = (orders: readonly ModelOrder[]) => orders.map(({ id }) => id).sort((a, b) => a - b)

const doneIn = ({ json }: { json: { results: { OrderID: number; ok: boolean }[] } }) =>
  json.results.flatMap(({ OrderID, ok }) => (ok ? [OrderID] : []))

/** Does one step with parcels or statements to the real shop and to the model, and holds the answer against it. */
export async function playCourier(model: Model, world: World, each: CourierStep, ask: AsAdmin): Promise<void> {
  const courier = 'courier' in each ? pick(world.couriers, each.courier)! : world.couriers[0]!
  const statement = 'statement' in each ? pick(model.statements, each.statement) : undefined
  switch (each.do) {
    case 'prepare': {
      const wanted = [...new Set(each.picks.map((choice) => pick(model.orders, choice)))].filter((order) => !!order)
      if (wanted.length === 0) return
      const answer = await ask('POST', '/api/admin/handovers', { courier_id: courier, ids: idsOf(wanted) })
      const listed = prepare(model, courier, wanted)
      expect(answer.status).toBe(listed ? 201 : 409)
      if (!listed) return
      expect(doneIn(answer)).toEqual(idsOf(listed))
      for (const { parcel } of listed) parcel!.list = answer.json.id
      model.lists.push({ id: answer.json.id, courier, isHandedOver: false })
      return
    }
    case 'hand over': {
      const list = pick(model.lists, each.list)
      if (!list) return
      const answer = await ask('POST', `/api/admin/handovers/${list.id}/hand-over`, {})
      const moved = handOver(model, list)
      expect(answer.status).toBe(moved === 409 ? 409 : 200)
      if (moved !== 409) expect(doneIn(answer)).toEqual(idsOf(moved))
      return
    }
    case 'import': {
      const rows = rowsOf(model, each.rows)
      if (rows.length === 0) return
      const { preview, applied } = await sendWords(
        ask,
        courier,
        rows.map(([{ id }, word]) => [id, word]),
      )
      const verdicts = importWords(courier, rows)
      expect(preview.json.rows.map(({ verdict }: { verdict: string }) => verdict)).toEqual(verdicts)
      expect(applied.json.applied).toBe(verdicts.filter((each) => each === 'moves' || each === 'delivers').length)
      return
    }
    case 'statement':
      return enterStatement(model, courier, each, ask)
    case 'decide lines': {
      if (!statement || statement.is === 'removed') return
      for (const { row, decision, answer } of await decideLines(ask, statement.id, each.choices)) {
        expect(answer.status).toBe(statement.is === 'open' ? 200 : 409)
        const line = judged(model, statement)[row - 2]!
        Object.assign(statement.lines[row - 2]!, { verdict: line.verdict, decision })
      }
      return expectLines(model, statement, (await ask('GET', `/api/admin/statements/${statement.id}`)).json)
    }
    case 'close': {
      if (!statement) return
      const answer = await closeStatement(ask, statement.id, each.claimsGap)
      return expect(answer.status).toBe(close(model, statement, each.claimsGap))
    }
    case 'remove': {
      if (!statement) return
      const { status } = await ask('DELETE', `/api/admin/statements/${statement.id}`)
      expect(status).toBe({ open: 200, closed: 409, removed: 404 }[statement.is])
      if (statement.is === 'open') Object.assign(statement, { is: 'removed', lines: [] })
      return
    }
    case 'claim missing': {
      const order = pick(model.orders, each.order)
      if (!statement || !order) return
      const { status } = await ask('POST', `/api/admin/statements/${statement.id}/claims`, { ids: [order.id] })
      return expect(status).toBe(claimMissing(model, statement, order))
    }
    case 'settle claim': {
      if (!statement || statement.is === 'removed') return
      const nth = each.claim % Math.max(1, model.claims.filter((claim) => claim.statement === statement.id).length)
      const claim = model.claims.filter((each) => each.statement === statement.id)[nth]
      const { claims } = (await ask('GET', `/api/admin/statements/${statement.id}`)).json
      const real = claims[nth]
      expect(real && [real.kind, real.OrderID, inCentimes(real.due)]).toEqual(
        claim && [claim.kind, claim.order?.id ?? null, claim.due],
      )
      if (!claim) return
      const settled_amount = Math.round(claim.due * each.share) / 100
      const { status } = await ask('PUT', `/api/admin/claims/${real.id}`, { settled_amount })
      return expect(status).toBe(settleClaim(claim, inCentimes(settled_amount)))
    }
    case 'gains': {
      expect((await ask('PUT', '/api/admin/settings', { gainsWithdrawable: each.when })).status).toBe(200)
      model.gains = each.when
    }
  }
}

const rowsOf = <Word>(model: Model, rows: readonly (readonly [number, Word])[]): [ModelOrder, Word][] =>
  model.orders.length === 0 ? [] : rows.map(([choice, word]) => [pick(model.orders, choice)!, word])

async function enterStatement(
  model: Model,
  courier: number,
  { lines, lacks }: Extract<CourierStep, { do: 'statement' }>,
  ask: AsAdmin,
): Promise<void> {
  const paid = rowsOf(model, lines).map(([order, fault]) => {
    const payable = { id: order.id, amount: order.figures.collected, fee: order.parcel?.fee ?? FEES.Rabat! }
    return { order, payable, fault }
  })
  const { applied, reference, received } = await sendStatement(
    ask,
    courier,
    paid.map(({ payable, fault }) => [payable, fault] as const),
    lacks,
  )
  expect(applied.status).toBe(201)
  const isTheirs = ({ parcel, isDeleted }: ModelOrder) =>
    !isDeleted && (parcel?.courier == null || parcel.courier === courier)
  const written = [
    { order: null, ...STRANGE_LINE },
    ...paid.map(({ order, payable, fault }) => ({
      order: isTheirs(order) ? order : null,
      ...lineOf(payable, fault),
    })),
  ].map(({ order, collected, fee }) => ({ order, collected: centimes(collected), fee: centimes(fee) }))
  const statement = {
    id: applied.json.id,
    courier,
    reference,
    received: centimes(received),
    lines: written.map((line) => ({ ...line, verdict: null, decision: null })),
    is: 'open' as const,
  }
  const first = judged(model, statement)
  statement.lines.forEach((line, nth) => {
    Object.assign(line, { verdict: first[nth]!.verdict, decision: first[nth]!.decision })
  })
  model.statements.push(statement)
  expectLines(model, statement, (await ask('GET', `/api/admin/statements/${statement.id}`)).json)
}

interface Detail {
  rows: { verdict: string; decision: string | null }[]
  totals: { net: number; gap: number }
}

function expectLines(model: Model, statement: Model['statements'][number], detail: Detail): void {
  const shown = detail.rows.map(({ verdict, decision }) => [verdict, decision])
  const isClosed = statement.is === 'closed'
  const lines = isClosed ? statement.lines : judged(model, statement)
  expect(shown).toEqual(lines.map(({ verdict, decision }) => [verdict, decision]))
  if (isClosed) return
  const { net, gap } = totals(model, statement)
  expect([inCentimes(detail.totals.net), inCentimes(detail.totals.gap)]).toEqual([net, gap])
}

/** Every dirham of a delivered order is due, claimed, paid or given up, and the shop's own sums say the same. */
export async function expectMoney(model: Model, world: World, ask: AsAdmin): Promise<void> {
  const { couriers } = (await ask('GET', '/api/admin/settlements/due')).json
  for (const id of world.couriers) {
    const { orders, due, claimed, allClaimed, paid, givenUp, all } = moneyOf(model, id)
    const real = couriers.find(({ courier }: { courier: { id: number } | null }) => courier?.id === id)
    const shown = real ? [real.orders, inCentimes(real.amount), inCentimes(real.claimed)] : [0, 0, 0]
    expect(shown).toEqual([orders, due, allClaimed])
    expect(due + claimed + paid + givenUp).toBe(all)
  }
}
