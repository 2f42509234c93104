import { ActionIcon } from '@mantine/core'
import type { AdminOrder } from '#features/dashboards/contract.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import type { Column } from '#web/dashboard/data-table.tsx'
import { StateBadge } from '#web/dashboard/state-badge.tsx'
import { PAYMENT_LOOKS } from '#web/dashboard/states.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './order-admin.module.css'
import type { OrderChanges } from './order-admin-changes.ts'
import { BY_AMOUNT, BY_DATE } from './order-admin-query.ts'
import { OrderStatusSelect } from './order-admin-status.tsx'

export const orderColumns = (changes: OrderChanges): readonly Column<AdminOrder>[] => [
  { id: 'id', head: 'ID', isPinned: true, cell: ({ id }) => <strong className={style.id}>{id}</strong> },
  {
    id: 'date',
    head: 'Date',
    lines: 2,
    sort: BY_DATE,
    cell: ({ createdAt }) => (
      <time className={style.date} dateTime={createdAt.toISOString()}>
        <DateAndTime at={createdAt} />
      </time>
    ),
  },
  {
    id: 'customer',
    head: 'Client',
    lines: 4,
    cell: ({ recipient }) => (
      <>
        <p className={style.name}>{recipient.name}</p>
        <Phone digits={recipient.phone} />
        <p>{recipient.address}</p>
        <p className={style.city}>{recipient.city}</p>
      </>
    ),
  },
  {
    id: 'products',
    head: 'Produits',
    lines: 2,
    cell: ({ lines }) => (
      <ul className={style.lines}>
        {lines.map((line) => (
          <li key={line.id}>
            <span className={style.quantity}>{line.quantity}&nbsp;×</span> {line.name}
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'supplier',
    head: 'Fournisseur',
    lines: 3,
    cell: ({ supplier }) =>
      supplier ? (
        <>
          <p className={style.name}>{supplier.customId}</p>
          <p>{supplier.name}</p>
          <Phone digits={supplier.phone} />
        </>
      ) : (
        <>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">Aucun</span>
        </>
      ),
  },
  {
    id: 'collected',
    head: 'À encaisser',
    sort: BY_AMOUNT,
    isNumber: true,
    cell: ({ collected }) => <Price amount={collected} className={style.collected} />,
  },
  { id: 'gain', head: 'Gain', isNumber: true, cell: ({ gain }) => <Price amount={gain} className={style.gain} /> },
  { id: 'payment', head: 'Paiement', cell: ({ payment }) => <StateBadge look={PAYMENT_LOOKS[payment]} /> },
  {
    id: 'status',
    head: 'Statut',
    lines: 2,
    isPinned: true,
    cell: (order) => {
      const status = changes.statusOf(order)
      const canDelete = status === 'pending'
      return (
        <div className={style.actions}>
          <OrderStatusSelect
            label={`Statut de la commande ${order.id}`}
            status={status}
            onChoose={(next) => changes.choose(order, next)}
          />
          <ActionIcon
            className={style.delete}
            variant="default"
            aria-label={`Supprimer la commande ${order.id}`}
            title={canDelete ? 'Supprimer' : 'Seule une commande en attente peut être supprimée'}
            disabled={!canDelete}
            onClick={() => changes.remove(order)}
          >
            <Icon name="trash" />
          </ActionIcon>
        </div>
      )
    },
  },
]

/** Sixteen characters that break between the day and the hour only. */
function DateAndTime({ at }: { at: Date }) {
  const [day, hour] = formatMinute(at).split(' ')
  return (
    <>
      <span>{day}</span> <span>{hour}</span>
    </>
  )
}

/** `06 12 34 56 78`, to be called. */
function Phone({ digits }: { digits: string }) {
  return (
    <a className={style.phone} href={`tel:${digits}`}>
      {digits.length === 10 ? digits.replace(/\d\d(?!$)/g, '$&\u00A0') : digits}
    </a>
  )
}
