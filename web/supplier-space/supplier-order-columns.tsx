import { ORDER_MOVES, type OrderAction } from '#features/orders/model.ts'
import type { SupplierOrder } from '#features/supplier-space/contract.ts'
import { StageWords } from '#web/calls/stage.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { Moment, OrderedProducts, RowButtons, WithNote } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './supplier-orders.module.css'

interface Actions {
  explain: (order: SupplierOrder) => void
  edit: (order: SupplierOrder) => void
  remove: (order: SupplierOrder) => void
}

export const supplierOrderColumns = ({ explain, edit, remove }: Actions): readonly Column<SupplierOrder>[] => [
  { id: 'id', head: 'N°', isPinned: true, cell: ({ id }) => <strong className={common.digits}>{id}</strong> },
  {
    id: 'date',
    head: 'Date',
    lines: 2,
    width: 'date',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: 'customer',
    head: 'Client',
    lines: 3,
    width: 'long',
    cell: ({ recipient, note, isByCode }) => (
      <>
        <p className={classes(common.strong, style.name)}>
          <bdi>{recipient.name}</bdi>
        </p>
        <p className={classes(common.digits, common.nowrap)}>
          {recipient.phone.replace(/^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1 $2 $3 $4 $5')}
        </p>
        {recipient.address && <p>{recipient.address}</p>}
        <p className={common.quiet}>{recipient.city}</p>
        {isByCode && <p className={common.hint}>Avec votre code</p>}
        {note && <p className={common.quiet}>Note&nbsp;: {note}</p>}
      </>
    ),
  },
  {
    id: 'products',
    head: 'Produits',
    lines: 2,
    width: 'long',
    cell: ({ products }) => <OrderedProducts products={products} />,
  },
  {
    id: 'total',
    head: 'Total',
    isNumber: true,
    cell: ({ collected }) => <Price amount={collected} className={classes(common.bold, style.total)} />,
  },
  {
    id: 'gain',
    head: 'Gain',
    lines: 2,
    isNumber: true,
    cell: (order) => (
      <>
        <Price amount={order.gain} className={classes(common.bold, style.gain)} />
        {!order.isWithdrawn && (
          <button type="button" className={style.why} onClick={() => explain(order)}>
            Pourquoi ce montant&nbsp;?
            <span className="visually-hidden"> Commande {order.id}</span>
          </button>
        )}
      </>
    ),
  },
  {
    id: 'status',
    head: 'Statut',
    cell: (order) => (
      <>
        <StateBadge look={lookOfStatus(order.status)} />
        <p>
          {/* Between the courier and the shop is what follows a delivery; its payment says it. */}
          {order.status !== 'delivered' && <StageWords order={order} />}
          {order.isEditable && order.status === 'pending' && order.confirmation?.contact === 'wrong_number' && (
            <span className={classes(common.hint, style.correct)}>&nbsp;: corrigez le téléphone</span>
          )}
        </p>
      </>
    ),
  },
  {
    id: 'payment',
    head: 'Paiement',
    cell: ({ payment, isWaiting }) => (
      <WithNote note={isWaiting && 'Livrée. Retirable quand le livreur aura payé la boutique.'}>
        <StateBadge look={PAYMENT_LOOKS[payment]} />
      </WithNote>
    ),
  },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (order) => <RowActions order={order} edit={edit} remove={remove} />,
  },
]

function RowActions({ order, edit, remove }: { order: SupplierOrder } & Omit<Actions, 'explain'>) {
  const { id, status, isEditable, isByCode, isWithdrawn } = order
  if (isWithdrawn)
    return (
      <Badge icon="coins" className={style.withdrawn}>
        Dans un retrait
      </Badge>
    )
  if (isByCode) return null
  const can = (act: OrderAction) => isEditable && ORDER_MOVES.supplier[status].includes(act)
  const whyNot = status === 'delivered' ? 'La commande est livrée' : 'La commande est annulée'
  return (
    <RowButtons>
      <IconButton
        icon="edit"
        look="framed"
        label={`Modifier la commande ${id}`}
        title={can('edit') ? 'Modifier' : whyNot}
        disabled={!can('edit')}
        onClick={() => edit(order)}
      />
      <IconButton
        icon="trash"
        look="danger"
        label={`Supprimer la commande ${id}`}
        title={can('delete') ? 'Supprimer' : whyNot}
        disabled={!can('delete')}
        onClick={() => remove(order)}
      />
    </RowButtons>
  )
}
