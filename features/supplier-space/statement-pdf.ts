import { type OrderStatus, type PaymentStatus, READ_PAYMENTS, STATUS_NAMES } from '#features/orders/model.ts'
import type { GainChoice } from '#features/settings/model.ts'
import { type Centimes, formatDirhams, plus, ZERO } from '#platform/kernel/money.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { drawPdf, ensureRoom, MARGIN, type Pdf, widthOf, write } from '#platform/pdf/document.ts'
import { drawLetterhead } from '#platform/pdf/letterhead.ts'
import { INK, ROSE, SAND_2, SECONDARY, type Sender } from '#platform/pdf/style.ts'
import { drawTable } from '#platform/pdf/table.ts'

interface StatementOrder {
  id: number
  createdAt: Date
  city: string
  collected: Centimes
  gain: Centimes
  status: OrderStatus
  payment: PaymentStatus
  isWithdrawn: boolean
}

export interface Statement {
  supplier: { name: string; customId: string }
  /** In words. */
  period: string
  orders: readonly StatementOrder[]
  /** Older orders are left out for want of room. */
  isCut: boolean
  /** Today's sums, whatever the period. `waiting` are gains whose courier has not paid the shop yet. */
  balance: { withdrawable: Centimes; waiting: Centimes; withdrawn: Centimes; delivered: Centimes }
  when: GainChoice
}

/** Points. */
const GAP = 22
const COLUMNS = [
  { title: 'Date', width: 92, align: 'left' },
  { title: 'Commande', width: 62, align: 'left' },
  { title: 'Ville', width: 99, align: 'left' },
  { title: 'État', width: 84, align: 'left' },
  { title: 'Montant', width: 80, align: 'right' },
  { title: 'Gain', width: 82, align: 'right' },
] as const

/** Draws a supplier's orders of a period, their sum, and the balance of its gains. */
export function drawStatement(statement: Statement, sender: Sender, now: Date): Promise<Buffer> {
  const { supplier, period, orders } = statement
  const document = {
    title: `Relevé ${supplier.customId}`,
    author: sender.name,
    footer: (page: number, count: number) => `Relevé ${supplier.customId}  ·  ${page + 1} / ${count}`,
  }
  return drawPdf(document, async (pdf) => {
    const detail = `${period}\nÉtabli le ${formatMinute(now)}`
    drawLetterhead(pdf, sender, { kind: 'Relevé', title: supplier.name, detail })
    drawBalance(pdf, statement)
    if (orders.length === 0) drawNothing(pdf)
    else await drawOrders(pdf, orders)
    drawMeaning(pdf, statement)
  })
}

function drawBalance(pdf: Pdf, { balance }: Statement): void {
  const top = pdf.y
  const width = widthOf(pdf)
  const height = balance.waiting > ZERO ? 96 : 76
  pdf.roundedRect(MARGIN, top, width, height, 12).fill(SAND_2)
  const figures = [
    ['Disponible pour un retrait', balance.withdrawable, ROSE],
    ['Retraits demandés ou versés', balance.withdrawn, INK],
    ['Gains des commandes livrées', balance.delivered, INK],
  ] as const
  const column = (width - 36) / 3
  for (const [nth, [label, amount, colour]] of figures.entries()) {
    const x = MARGIN + 18 + nth * column
    write(pdf, ['regular', 9.5, SECONDARY], label, x, top + 17, { width: column - 8 })
    write(pdf, ['bold', 19, colour], formatDirhams(amount), x, top + 33, { width: column - 8 })
  }
  if (balance.waiting > ZERO) {
    const words = `${formatDirhams(balance.waiting)} de commandes livrées seront retirables quand le livreur aura payé la boutique.`
    write(pdf, ['regular', 9.5, SECONDARY], words, MARGIN + 18, top + 67, { width: width - 36 })
  }
  pdf.x = MARGIN
  pdf.y = top + height + GAP
}

function drawNothing(pdf: Pdf): void {
  write(pdf, ['semibold', 13, INK], 'Aucune commande sur cette période', MARGIN, pdf.y)
  pdf.y += GAP
}

async function drawOrders(pdf: Pdf, orders: readonly StatementOrder[]): Promise<void> {
  const rows = orders.map((order) => ({
    cells: [
      formatMinute(order.createdAt),
      `n° ${order.id}`,
      order.city,
      stateOf(order),
      formatDirhams(order.collected),
      formatDirhams(order.gain),
    ],
    colour: order.status === 'cancelled' ? SECONDARY : INK,
  }))
  await drawTable(pdf, COLUMNS, rows)
  drawTotals(pdf, orders)
}

/** The state in a word or two: a withdrawn gain implies a payment, which is left out. */
const stateOf = ({ status, payment, isWithdrawn }: StatementOrder): string => {
  if (isWithdrawn) return 'livré, retiré'
  return status === 'delivered' ? `livré, ${READ_PAYMENTS[payment]}` : STATUS_NAMES[status]
}

/** Sums all orders but the cancelled ones, which bring nothing. */
function drawTotals(pdf: Pdf, orders: readonly StatementOrder[]): void {
  const live = orders.filter(({ status }) => status !== 'cancelled')
  const cancelled = orders.length - live.length
  ensureRoom(pdf, 48)
  const top = pdf.y + 10
  const words = live.length > 1 ? `${live.length} commandes` : `${live.length} commande`
  const aside = cancelled > 0 ? `, sans compter ${cancelled} annulée${cancelled > 1 ? 's' : ''}` : ''
  write(pdf, ['semibold', 11, INK], `Total de ${words}${aside}`, MARGIN, top, { width: 330 })
  const [amount, gain] = [COLUMNS[4], COLUMNS[5]]
  const right = MARGIN + widthOf(pdf)
  pdf.font('bold').fontSize(10.5)
  pdf.text(formatDirhams(plus(...live.map((order) => order.collected))), right - amount.width - gain.width, top, {
    width: amount.width,
    align: 'right',
  })
  pdf.fillColor(ROSE).text(formatDirhams(plus(...live.map((order) => order.gain))), right - gain.width, top, {
    width: gain.width,
    align: 'right',
  })
  pdf.x = MARGIN
  pdf.y = top + 15 + GAP
}

function drawMeaning(pdf: Pdf, { isCut, orders, when }: Statement): void {
  const cut = isCut
    ? ` Seules les ${orders.length} commandes les plus récentes sont imprimées\u00A0: le relevé CSV les contient toutes.`
    : ''
  const from = when === 'paid' ? 'quand le livreur a payé la boutique' : 'une fois la commande livrée'
  ensureRoom(pdf, 42)
  write(
    pdf,
    ['regular', 9, SECONDARY],
    `Montant\u00A0: ce que le livreur encaisse, livraison comprise. Gain\u00A0: votre part, disponible pour un retrait ${from}.${cut}`,
    MARGIN,
    pdf.y,
    { width: widthOf(pdf), lineGap: 1.5 },
  )
}
