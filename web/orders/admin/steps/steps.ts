import type { AdminOrder, OrderCounts } from '#features/back-office/contract.ts'
import type { CallFilter } from '#features/calls/model.ts'
import { listOf, listsOf } from '#features/calls/queue/rules.ts'
import { type OrderStatus, PAYMENT_NAMES, STATUS_NAMES } from '#features/orders/model.ts'
import { isFiltered, type OrderFilterValues } from '../order-query.ts'

/** A step of an order's way, which is a filter of the list. */
export interface Step {
  label: string
  status?: OrderStatus
  payment?: 'pending'
  isSettled?: boolean
  /** Of pending orders: how far their confirmation is. */
  confirmation?: CallFilter
  /** The number beside a step at which somebody works. */
  count?: keyof OrderCounts
  /** Words for its empty list. */
  nothing: { title: string; text: string }
}

export const STEPS: readonly Step[] = [
  {
    label: 'À confirmer',
    status: 'pending',
    confirmation: 'open',
    count: 'toConfirm',
    nothing: { title: 'Plus aucune commande à confirmer', text: 'Les nouvelles commandes arrivent ici.' },
  },
  {
    label: 'Confirmées',
    status: 'pending',
    confirmation: 'confirmed',
    count: 'confirmed',
    nothing: { title: 'Aucune commande confirmée', text: 'Les commandes confirmées attendent ici d’être attribuées.' },
  },
  {
    label: 'À remettre',
    status: 'assigned',
    count: 'toHandOver',
    nothing: { title: 'Aucun colis à remettre', text: 'Les commandes confirmées attendent le livreur ici.' },
  },
  {
    label: 'En route',
    status: 'in_transit',
    count: 'onTheWay',
    nothing: { title: 'Aucun colis en route', text: 'Les colis remis au livreur restent ici jusqu’à la livraison.' },
  },
  {
    label: 'À encaisser',
    status: 'delivered',
    payment: 'pending',
    count: 'toCollect',
    nothing: { title: 'Rien à encaisser', text: 'Le paiement de chaque commande livrée est noté.' },
  },
  {
    label: 'Terminées',
    status: 'delivered',
    isSettled: true,
    nothing: { title: 'Aucune commande terminée', text: 'Une commande livrée vient ici une fois son paiement noté.' },
  },
  {
    label: 'Annulées',
    status: 'cancelled',
    nothing: { title: 'Aucune commande annulée', text: 'Les commandes annulées restent ici, avec leur motif.' },
  },
  {
    label: 'Toutes',
    nothing: {
      title: 'Aucune commande pour le moment',
      text: 'Les commandes des clients et des fournisseurs apparaîtront ici dès la première.',
    },
  },
]

/** The lists of those that are to be confirmed. */
export const CALL_STEPS: readonly (Step & { count: keyof OrderCounts })[] = [
  {
    label: 'À appeler',
    status: 'pending',
    confirmation: 'none',
    count: 'none',
    nothing: { title: 'Tout est appelé', text: 'Les nouvelles commandes arrivent ici.' },
  },
  {
    label: 'Rappels promis',
    status: 'pending',
    confirmation: 'promised',
    count: 'promised',
    nothing: { title: 'Aucun rappel promis aujourd’hui', text: 'Les rappels promis pour aujourd’hui arrivent ici.' },
  },
  {
    label: 'Reportées',
    status: 'pending',
    confirmation: 'later',
    count: 'later',
    nothing: { title: 'Aucune commande reportée', text: 'Les appels promis pour un autre jour attendent ici.' },
  },
  {
    label: 'Injoignables',
    status: 'pending',
    confirmation: 'unreachable',
    count: 'unreachable',
    nothing: {
      title: 'Aucune cliente injoignable',
      text: 'Une commande vient ici après le dernier essai sans réponse.',
    },
  },
  {
    label: 'Faux numéros',
    status: 'pending',
    confirmation: 'wrong_number',
    count: 'wrongNumber',
    nothing: { title: 'Aucun faux numéro', text: 'Une commande vient ici quand son numéro n’est pas le bon.' },
  },
]

export const ALL_ORDERS = STEPS.at(-1)!

export const filterOf = ({ status, payment, isSettled, confirmation }: Step) => ({
  status: status ? STATUS_NAMES[status] : '',
  payment: payment ? PAYMENT_NAMES[payment] : '',
  settled: isSettled ? '1' : '',
  confirmation: confirmation ?? '',
})

export function isStepOf(filters: OrderFilterValues, step: Step): boolean {
  const wanted = filterOf(step)
  return Object.entries(wanted).every(([name, value]) => filters[name as keyof typeof wanted] === value)
}

/** The step whose orders are listed, all of them; undefined where another filter is set as well. */
export const wholeStepOf = (filters: OrderFilterValues): Step | undefined =>
  isFiltered({ ...filters, status: '', payment: '', settled: '', confirmation: '' })
    ? undefined
    : [...STEPS, ...CALL_STEPS].find((step) => isStepOf(filters, step))

export const isInStep = (
  order: Pick<AdminOrder, 'status' | 'payment' | 'confirmation'>,
  { status, payment, isSettled, confirmation }: Step,
): boolean =>
  (status === undefined || order.status === status) &&
  (payment === undefined || order.payment === payment) &&
  (!isSettled || order.payment !== 'pending') &&
  (confirmation === undefined || isAmong(order, confirmation))

const isAmong = ({ confirmation }: Pick<AdminOrder, 'confirmation'>, filter: CallFilter): boolean =>
  listsOf(filter).includes(confirmation ? listOf(confirmation, new Date()) : 'none')

/** The next step at which orders wait, the ones before it after the ones behind it; all orders where none do. */
export function nextStepOf(step: Step, counts: OrderCounts | null): Step {
  const place = STEPS.indexOf(step)
  const others = [...STEPS.slice(place + 1), ...STEPS.slice(0, place)]
  return others.find(({ count }) => count !== undefined && (counts?.[count] ?? 0) > 0) ?? ALL_ORDERS
}
