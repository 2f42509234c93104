import { type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import { LOST_AFTER_DAYS } from '#features/orders/returns/rules.ts'
import { type Figures, isFinal, type OrderOrigin, orderFigures, ratesFor } from '#features/orders/rules.ts'
import type { ParcelState } from '#features/parcels/model.ts'
import { type Following, followStatus, leave } from '#features/parcels/rules.ts'
import type { GainChoice } from '#features/settings/model.ts'
import type { ClaimKind, LineDecision, Verdict } from '#features/settlements/model.ts'
import { atLeastZero, type Centimes, centimes, minus, plus, ZERO } from '#platform/kernel/money.ts'
import { TEST_RATES } from '../test-app.ts'

// A model of a small shop in a few lists. The real shop is compared with it after each step.

export interface ModelProduct {
  id: number
  userPrice: Centimes
  distributorPrice: Centimes
  stock: number
}

export interface ModelOrder {
  id: number
  origin: OrderOrigin
  supplier: number | null
  lines: { product: ModelProduct; quantity: number; userPrice: Centimes; distributorPrice: Centimes }[]
  figures: Figures
  status: OrderStatus
  payment: 'pending' | 'paid' | 'void'
  withdrawalId: number | null
  isDeleted: boolean
  /** Days since its pieces left; null while they are in the shop. */
  leftBefore: number | null
  isBack: boolean
  city: string
  parcel: ModelParcel | null
}

export interface ModelWithdrawal {
  id: number
  account: number
  amount: Centimes
  status: 'pending' | 'approved' | 'refused'
}

export interface ModelDeclaration {
  id: number
  amount: Centimes
  status: 'pending' | 'approved' | 'refused'
}

interface ModelParcel {
  courier: number | null
  list: number | null
  state: ParcelState
  /** The tariff of the day of its list; null until then. */
  fee: Centimes | null
}

export interface ModelList {
  id: number
  courier: number
  isHandedOver: boolean
}

export interface ModelLine {
  /** Null for a line that belongs to no order of the courier. */
  order: ModelOrder | null
  collected: Centimes
  fee: Centimes
  /** As they are stored; null before. */
  verdict: Verdict | null
  decision: LineDecision | null
}

export interface ModelStatement {
  id: number
  courier: number
  reference: string
  received: Centimes
  lines: ModelLine[]
  is: 'open' | 'closed' | 'removed'
}

export interface ModelClaim {
  courier: number
  statement: number | null
  order: ModelOrder | null
  kind: ClaimKind
  due: Centimes
  settled: Centimes | null
}

export class Model {
  readonly products: ModelProduct[] = []
  readonly orders: ModelOrder[] = []
  readonly withdrawals: ModelWithdrawal[] = []
  readonly purchases: { id: number; amount: Centimes; status: 'pending' | 'approved' | 'refused' }[] = []
  readonly declarations: ModelDeclaration[] = []
  readonly banned = new Set<number>()
  readonly lists: ModelList[] = []
  readonly statements: ModelStatement[] = []
  readonly claims: ModelClaim[] = []
  /** The moment from which gains can be withdrawn. */
  gains: GainChoice = 'delivered'
  sold: Centimes = ZERO

  /** The status that the server should answer, and what happens when it is a yes. */
  place(
    id: number,
    origin: OrderOrigin,
    supplier: number | null,
    wanted: Map<ModelProduct, number>,
    city: string,
  ): void {
    const lines = [...wanted].map(([product, quantity]) => {
      product.stock -= quantity
      return { product, quantity, userPrice: product.userPrice, distributorPrice: product.distributorPrice }
    })
    const figures = orderFigures(origin, lines, ratesFor(origin, city, TEST_RATES))
    this.orders.push({
      id,
      origin,
      supplier,
      lines,
      figures,
      status: 'pending',
      payment: 'pending',
      withdrawalId: null,
      isDeleted: false,
      leftBefore: null,
      isBack: false,
      city,
      parcel: null,
    })
  }

  hasStock = (wanted: Map<ModelProduct, number>): boolean =>
    [...wanted].every(([product, quantity]) => product.stock >= quantity)

  /** Returns an order's pieces to the stock, unless a courier has them. */
  giveBack(order: ModelOrder): void {
    if (order.leftBefore !== null) return
    for (const { product, quantity } of order.lines) product.stock += quantity
  }

  move(order: ModelOrder, status: OrderStatus): number {
    if (order.isDeleted) return 404
    if (isFinal(order.status)) return 409
    if (status === order.status) return 200
    const parcel = order.parcel?.state ?? null
    this.follow(order, followStatus({ parcel, to: status, wasOutside: this.isOutside(order) }))
    order.status = status
    if (status === 'in_transit') order.leftBefore ??= 0
    if (status === 'pending' || status === 'assigned') order.leftBefore = null
    if (status === 'cancelled') this.giveBack(order)
    return 200
  }

  /** A parcel without a courier is made for an order that had none. */
  follow(order: ModelOrder, following: Following): void {
    if (following === 'as it is') return
    if (following === 'off the list') order.parcel = null
    else order.parcel = { ...(order.parcel ?? { courier: null, list: null, fee: null }), state: following }
  }

  /** True while a courier has the pieces. */
  isOutside = (order: ModelOrder): boolean => order.leftBefore !== null && !order.isBack && order.status !== 'delivered'

  /** Receives a parcel of which `broken` pieces of each line are damaged, or all where there are fewer. */
  receive(order: ModelOrder, broken: number): number {
    if (!this.isOutside(order)) return 409
    this.close(order, 'back')
    for (const { product, quantity } of order.lines) product.stock += Math.max(0, quantity - broken)
    return 200
  }

  lose(order: ModelOrder): number {
    if (!this.isOutside(order) || order.leftBefore! < LOST_AFTER_DAYS) return 409
    this.close(order, 'lost')
    const courier = order.parcel!.courier
    const due = plus(...order.lines.map((line) => centimes(line.quantity * line.distributorPrice)))
    if (courier !== null) this.claims.push({ courier, statement: null, order, kind: 'lost', due, settled: null })
    return 200
  }

  close(order: ModelOrder, state: 'back' | 'lost'): void {
    if (!order.isDeleted && order.status !== 'cancelled') this.follow(order, 'returning')
    this.follow(order, state)
    order.isBack = true
    if (!order.isDeleted) order.status = 'cancelled'
  }

  settle(order: ModelOrder, payment: 'paid' | 'void'): number {
    if (order.isDeleted) return 404
    if (order.status !== 'delivered') return 409
    if (payment === 'void' && order.withdrawalId !== null) return 409
    order.payment = payment
    return 200
  }

  edit(order: ModelOrder, supplier: number, city: string): number {
    if (this.banned.has(supplier)) return 403
    if (order.isDeleted || order.supplier !== supplier) return 404
    if (order.origin !== 'supplier') return 403
    if (isFinal(order.status)) return 409
    order.figures = orderFigures(order.origin, order.lines, ratesFor(order.origin, city, TEST_RATES))
    order.city = city
    return 200
  }

  deleteBySupplier(order: ModelOrder, supplier: number): number {
    if (this.banned.has(supplier)) return 403
    if (order.isDeleted || order.supplier !== supplier) return 404
    if (order.origin !== 'supplier') return 403
    if (order.status === 'delivered') return 409
    this.follow(order, leave(order.parcel?.state ?? null, this.isOutside(order)))
    order.isDeleted = true
    if (order.status !== 'cancelled') this.giveBack(order)
    return 200
  }

  deleteByAdmin(order: ModelOrder): number {
    if (order.isDeleted) return 404
    if (order.status !== 'pending') return 409
    this.follow(order, leave(order.parcel?.state ?? null, this.isOutside(order)))
    order.isDeleted = true
    this.giveBack(order)
    return 200
  }

  earned = (supplier: number): ModelOrder[] =>
    this.orders.filter(
      (order) =>
        order.supplier === supplier && !order.isDeleted && order.status === 'delivered' && order.payment !== 'void',
    )

  free = (supplier: number): ModelOrder[] => this.earned(supplier).filter((order) => order.withdrawalId === null)

  waits = (order: ModelOrder): boolean => this.gains === 'paid' && order.payment === 'pending'

  due = (supplier: number): Centimes =>
    plus(...this.free(supplier).map((order) => (this.waits(order) ? ZERO : order.figures.gain)))

  requested = (account: number): Centimes =>
    plus(
      ...this.withdrawals.flatMap((each) =>
        each.account === account && each.status !== 'refused' ? [each.amount] : [],
      ),
    )

  withdraw(supplier: number, id: number): void {
    this.withdrawals.push({ id, account: supplier, amount: this.due(supplier), status: 'pending' })
    for (const order of this.free(supplier)) if (!this.waits(order)) order.withdrawalId = id
  }

  decide(withdrawal: ModelWithdrawal, status: 'approved' | 'refused'): number {
    if (withdrawal.status !== 'pending') return 409
    withdrawal.status = status
    if (status === 'refused')
      for (const order of this.orders) if (order.withdrawalId === withdrawal.id) order.withdrawalId = null
    return 200
  }

  bought = (): Centimes => plus(...this.purchases.flatMap((each) => (each.status === 'approved' ? [each.amount] : [])))

  left = (): Centimes => minus(this.bought(), this.sold)

  declared = (): Centimes =>
    plus(...this.declarations.flatMap((each) => (each.status === 'pending' ? [each.amount] : [])))

  declarable = (): Centimes => atLeastZero(minus(this.left(), this.declared()))

  decideDeclaration(declaration: ModelDeclaration, status: 'approved' | 'refused'): number {
    if (declaration.status !== 'pending') return 409
    if (status === 'approved') {
      if (declaration.amount > this.left()) return 422
      this.sold = plus(this.sold, declaration.amount)
    }
    declaration.status = status
    return 200
  }

  /** The expected figures of the supplier's dashboard, in dirhams as on the wire. */
  stats(supplier: number) {
    const mine = this.orders.filter((order) => order.supplier === supplier && !order.isDeleted)
    const live = mine.filter((order) => order.status !== 'cancelled')
    const count = (status: OrderStatus) => mine.filter((order) => order.status === status).length
    const dirhams = (amount: Centimes) => amount / 100
    return {
      pending: count('pending'),
      delivered: count('delivered'),
      cancelled: count('cancelled'),
      revenue: dirhams(plus(...live.map((order) => order.figures.collected))),
      gains: dirhams(plus(...live.map((order) => order.figures.gain))),
      deliveredGains: dirhams(plus(...this.earned(supplier).map((order) => order.figures.gain))),
      withdrawable: dirhams(this.due(supplier)),
      waiting: dirhams(plus(...this.free(supplier).map((order) => (this.waits(order) ? order.figures.gain : ZERO)))),
      withdrawn: dirhams(this.requested(supplier)),
    }
  }
}

export const onWire = (status: OrderStatus): string => STATUS_NAMES[status]
export const inCentimes = (dirhams: number): Centimes => centimes(Math.round(dirhams * 100))
