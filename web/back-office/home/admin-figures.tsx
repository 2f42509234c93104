import type * as z from 'zod/mini'
import type { orderSummary } from '#features/back-office/contract.ts'
import { PAYMENT_NAMES, STATUS_NAMES } from '#features/orders/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { FigureCard } from '#web/figures/figure-card.tsx'
import { lookOfStatus, PAYMENT_LOOKS, type StateLook } from '#web/list-kit/states.ts'
import { listAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './admin-figures.module.css'

type Summary = z.output<typeof orderSummary>

const { orders, payments } = addresses.admin

const FIGURES: readonly {
  figure: Exclude<keyof Summary, 'perDay' | 'last' | 'before'>
  name: string
  meaning: string
  look: Pick<StateLook, 'icon' | 'tone'>
  to: string
}[] = [
  {
    figure: 'total',
    name: 'Commandes',
    meaning: 'Sans les commandes supprimées.',
    look: { icon: 'bag', tone: 'neutral' },
    to: orders,
  },
  {
    figure: 'awaitingDelivery',
    name: 'En attente',
    meaning: 'Reçues, à confirmer.',
    look: lookOfStatus('pending'),
    to: listAddress(orders, { status: STATUS_NAMES.pending }),
  },
  {
    figure: 'delivered',
    name: 'Livrées',
    meaning: 'Livrées aux clients.',
    look: lookOfStatus('delivered'),
    to: listAddress(orders, { status: STATUS_NAMES.delivered }),
  },
  {
    figure: 'awaitingPayment',
    name: 'En attente de paiement',
    meaning: 'Livrées, pas encore encaissées.',
    look: PAYMENT_LOOKS.pending,
    to: listAddress(payments, { status: STATUS_NAMES.delivered, payment: PAYMENT_NAMES.pending }),
  },
  {
    figure: 'paid',
    name: 'Payées',
    meaning: 'Livrées et encaissées.',
    look: PAYMENT_LOOKS.paid,
    to: listAddress(payments, { payment: PAYMENT_NAMES.paid }),
  },
  {
    figure: 'cancelled',
    name: 'Annulées',
    meaning: 'Définitives\u00A0; le stock revient, avec le colis s’il était parti.',
    look: lookOfStatus('cancelled'),
    to: listAddress(orders, { status: STATUS_NAMES.cancelled }),
  },
]

/** Counts of all orders, each a link to the orders that it counts. */
export function AdminFigures({ summary }: { summary: Summary | null }) {
  return (
    <section aria-label="Commandes en chiffres">
      <ul className={classes(common.stack, common.gap3, style.figures)} aria-busy={summary === null || undefined}>
        {FIGURES.map(({ figure, name, meaning, look, to }) => (
          <li key={figure}>
            <FigureCard name={name} icon={look.icon} tone={look.tone} meaning={meaning} to={to}>
              {summary ? formatInteger(summary[figure]) : <Skeleton className={style.wait} />}
            </FigureCard>
          </li>
        ))}
      </ul>
    </section>
  )
}
