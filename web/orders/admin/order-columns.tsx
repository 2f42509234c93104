import { Link } from 'react-router'
import type { AdminOrder } from '#features/back-office/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { Moment, Nothing, OrderedProducts, Phone, RowButtons } from '#web/list-kit/cells.tsx'
import type { Column } from '#web/list-kit/data-table.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Price } from '#web/ui/price.tsx'
import bulk from './order-bulk-bar.module.css'
import type { OrderChanges } from './order-changes.ts'
import { BY_AMOUNT, BY_DATE } from './order-query.ts'
import { OrderStatusSelect } from './order-status.tsx'
import { statusFieldId } from './order-words.ts'

export interface Selection {
  has: (id: OrderId) => boolean
  toggle: (id: OrderId) => void
}

interface RowTools {
  changes: OrderChanges
  selection: Selection
}

export const orderColumns = ({ changes, selection }: RowTools): readonly Column<AdminOrder>[] => [
  {
    id: 'id',
    head: 'ID',
    isPinned: true,
    cell: ({ id }) => (
      <span className={bulk.pick}>
        <Checkbox
          className={bulk.box}
          aria-label={`Sélectionner la commande ${id}`}
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
        />
        <Link className={classes(common.bold, common.digits)} to={addresses.adminOrder(id)}>
          <span className="visually-hidden">Commande </span>
          {id}
        </Link>
      </span>
    ),
  },
  {
    id: 'date',
    head: 'Date',
    lines: 2,
    width: 'date',
    sort: BY_DATE,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: 'customer',
    head: 'Client',
    lines: 4,
    width: 'long',
    cell: ({ recipient }) => (
      <>
        <p className={common.strong}>{recipient.name}</p>
        <Phone digits={recipient.phone} />
        <p>{recipient.address}</p>
        <p className={common.quiet}>{recipient.city}</p>
      </>
    ),
  },
  {
    id: 'products',
    head: 'Produits',
    lines: 2,
    width: 'long',
    cell: ({ lines }) => <OrderedProducts products={lines} />,
  },
  {
    id: 'supplier',
    head: 'Fournisseur',
    lines: 3,
    cell: ({ supplier }) =>
      supplier ? (
        <>
          <p className={common.strong}>{supplier.customId}</p>
          <p>{supplier.name}</p>
          <Phone digits={supplier.phone} />
        </>
      ) : (
        <Nothing />
      ),
  },
  {
    id: 'collected',
    head: 'À encaisser',
    sort: BY_AMOUNT,
    isNumber: true,
    cell: ({ collected }) => <Price amount={collected} className={common.bold!} />,
  },
  { id: 'gain', head: 'Gain', isNumber: true, cell: ({ gain }) => <Price amount={gain} /> },
  { id: 'payment', head: 'Paiement', cell: ({ payment }) => <StateBadge look={PAYMENT_LOOKS[payment]} /> },
  {
    id: 'status',
    head: 'Statut',
    lines: 2,
    isPinned: true,
    cell: (order) => {
      const status = changes.statusOf(order)
      const isMoving = changes.moves.statusOf(order.id) !== null
      const canDelete = !isMoving && status === 'pending'
      return (
        <RowButtons>
          <OrderStatusSelect
            id={statusFieldId(order.id)}
            label={`Statut de la commande ${order.id}`}
            status={status}
            isLocked={isMoving}
            onChoose={(next) => changes.choose(order, next)}
          />
          <IconButton
            icon="trash"
            look="danger"
            label={`Supprimer la commande ${order.id}`}
            title={canDelete ? 'Supprimer' : 'Seule une commande en attente peut être supprimée'}
            disabled={!canDelete}
            onClick={() => changes.remove(order)}
          />
        </RowButtons>
      )
    },
  },
]
