import { type OrderStatus, STATUS_NAMES } from '#features/orders/model.ts'
import { LOST_AFTER_DAYS } from '#features/orders/returns/rules.ts'
import { type Figures, isFinal, type OrderOrigin, orderFigures, ratesFor } from '#features/orders/rules.ts'
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

export class Model {
  readonly products: ModelProduct[] = []
  readonly orders: ModelOrder[] = []
  readonly withdrawals: ModelWithdrawal[] = []
  readonly purchases: { id: number; amount: Centimes; status: 'pending' | 'approved' | 'refused' }[] = []
  readonly declarations: ModelDeclaration[] = []
  readonly banned = new Set<number>()
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
    order.status = status
    if (status === 'in_transit') order.leftBefore ??= 0
    if (status === 'pending' || status === 'assigned') order.leftBefore = null
    if (status === 'cancelled') this.giveBack(order)
    return 200
  }

  /** True while a courier has the pieces. */
  isOutside = (order: ModelOrder): boolean => order.leftBefore !== null && !order.isBack && order.status !== 'delivered'

  /** Receives a parcel of which `broken` pieces of each line are damaged, or all where there are fewer. */
  receive(order: ModelOrder, broken: number): number {
    if (!this.isOutside(order)) return 409
    this.close(order)
    for (const { product, quantity } of order.lines) product.stock += Math.max(0, quantity - broken)
    return 200
  }

  lose(order: ModelOrder): number {
    if (!this.isOutside(order) || order.leftBefore! < LOST_AFTER_DAYS) return 409
    this.close(order)
    return 200
  }

  close(order: ModelOrder): void {
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
    return 200
  }

  deleteBySupplier(order: ModelOrder, supplier: number): number {
    if (this.banned.has(supplier)) return 403
    if (order.isDeleted || order.supplier !== supplier) return 404
    if (order.origin !== 'supplier') return 403
    if (order.status === 'delivered') return 409
    order.isDeleted = true
    if (order.status !== 'cancelled') this.giveBack(order)
    return 200
  }

  deleteByAdmin(order: ModelOrder): number {
    if (order.isDeleted) return 404
    if (order.status !== 'pending') return 409
    order.isDeleted = true
    this.giveBack(order)
    return 200
  }

  earned = (supplier: number): ModelOrder[] =>
    this.orders.filter(
      (order) =>
        order.supplier === supplier && !order.isDeleted && order.status === 'delivered' && order.payment !== 'void',
    )

  due = (supplier: number): Centimes =>
    plus(...this.earned(supplier).flatMap((order) => (order.withdrawalId === null ? [order.figures.gain] : [])))

  requested = (account: number): Centimes =>
    plus(
      ...this.withdrawals.flatMap((each) =>
        each.account === account && each.status !== 'refused' ? [each.amount] : [],
      ),
    )

  withdraw(supplier: number, id: number): void {
    this.withdrawals.push({ id, account: supplier, amount: this.due(supplier), status: 'pending' })
    for (const order of this.earned(supplier)) order.withdrawalId ??= id
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
      /** Nothing waits while gains may be withdrawn at the delivery. */
      waiting: 0,
      withdrawn: dirhams(this.requested(supplier)),
    }
  }
}

export const onWire = (status: OrderStatus): string => STATUS_NAMES[status]
export const inCentimes = (dirhams: number): Centimes => centimes(Math.round(dirhams * 100))
