import { Link } from 'react-router'
import type { AdminOrder } from '#features/back-office/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { StageWords } from '#web/calls/stage.tsx'
import { BY_AMOUNT, BY_DATE } from '#web/list-kit/list-api-query.ts'
import { Nothing, RowButtons, Since } from '#web/list-kit/table/cells.tsx'
import { amountColumn } from '#web/list-kit/table/columns.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { messageAddress } from './detail/order-message.ts'
import type { OrderChanges } from './order-changes.ts'
import { NextStepButton } from './order-next-step.tsx'
import style from './order-row.module.css'
import { OrderStatusSelect } from './order-status.tsx'
import { orderLinkId, rowStatusId } from './order-words.ts'

interface Selection {
  has: (id: OrderId) => boolean
  toggle: (id: OrderId) => void
}

interface RowTools {
  changes: OrderChanges
  selection: Selection
  linkTo: (id: OrderId) => string
  /** The list stays where it is when an order opens beside it. */
  isBeside: boolean
}

export const orderColumns = ({ changes, selection, linkTo, isBeside }: RowTools): readonly Column<AdminOrder>[] => [
  {
    id: 'pick',
    head: 'Choix',
    cell: ({ id }) => (
      <Checkbox
        className={style.box}
        aria-label={`Sélectionner la commande ${id}`}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
      />
    ),
  },
  {
    id: 'id',
    head: 'N°',
    cell: ({ id }) => (
      <Link
        className={classes(common.bold, common.digits, style.open)}
        id={orderLinkId(id)}
        data-order={id}
        to={linkTo(id)}
        state={{ focus: 'panel' }}
        preventScrollReset={isBeside}
        defaultShouldRevalidate={false}
      >
        <span className="visually-hidden">Commande </span>
        {id}
      </Link>
    ),
  },
  { id: 'date', head: 'Depuis', sort: BY_DATE, cell: ({ createdAt }) => <Since at={createdAt} /> },
  {
    id: 'customer',
    head: 'Client',
    width: 'long',
    cell: ({ recipient: { name, city }, status, refusals, ...order }) => (
      <span title={`${name}, ${city}`}>
        <bdi className={common.strong}>{name}</bdi>{' '}
        <span className={style.below}>
          <StageWords order={{ status, ...order }} />{' '}
          {status === 'pending' && refusals > 0 && (
            <>
              <span className={style.refusals} title="Commandes de ce téléphone refusées à la livraison">
                {refusals} refus
              </span>{' '}
            </>
          )}
          <span className={common.quiet}>{city}</span>
        </span>
      </span>
    ),
  },
  { id: 'contact', head: 'Téléphone', cell: (order) => <Contact order={order} /> },
  {
    id: 'pieces',
    head: 'Articles',
    cell: ({ lines }) => {
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
      return (
        <span className={style.second} title={lines.map(({ quantity, name }) => `${quantity} × ${name}`).join('\n')}>
          {pieces > 1 ? `${pieces} articles` : `${pieces} article`}
        </span>
      )
    },
  },
  { ...amountColumn('collected', 'À\u00A0encaisser', ({ collected }) => collected, common.strong), sort: BY_AMOUNT },
  {
    id: 'supplier',
    head: 'Fournisseur',
    cell: ({ supplier }) =>
      supplier ? (
        <span className={style.second} title={supplier.name}>
          {supplier.customId}
        </span>
      ) : (
        <Nothing />
      ),
  },
  {
    id: 'status',
    head: 'Statut',
    cell: (order) => {
      const status = changes.statusOf(order)
      const move = changes.moves.waiting.find(({ ids }) => ids.includes(order.id))
      const isMoving = changes.moves.statusOf(order.id) !== null
      const canDelete = !isMoving && status === 'pending'
      return (
        <RowButtons>
          <OrderStatusSelect
            id={rowStatusId(order.id)}
            className={style.status}
            label={`Statut de la commande ${order.id}`}
            status={status}
            isLocked={isMoving}
            onChoose={(next) => changes.choose(order, next)}
          />
          <NextStepButton
            id={order.id}
            status={isMoving ? null : status}
            onChoose={(next) => changes.step([changes.shownOf(order)], next)}
            onUndo={move?.ids.length === 1 ? () => changes.moves.undo(move) : null}
          />
          <IconButton
            icon="trash"
            iconSize={18}
            className={style.delete}
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

/** To call and to write to who gets the parcel. */
function Contact({ order }: { order: AdminOrder }) {
  const { name, phone } = order.recipient
  const conversation = messageAddress(order)
  return (
    <span className={style.contact}>
      {phone === '' ? (
        'N/A'
      ) : (
        <a className={style.call} href={`tel:${phone}`} title={`Appeler ${name}`}>
          <Icon name="phone" size={18} />
          <span className={common.digits}>{readablePhone(phone)}</span>
        </a>
      )}
      {conversation && (
        <a
          className={style.write}
          href={conversation}
          target="_blank"
          rel="noreferrer"
          title="Écrire sur WhatsApp"
          aria-label={`Écrire sur WhatsApp, commande ${order.id} (nouvel onglet)`}
        >
          <Icon name="whatsapp" size={18} />
        </a>
      )}
    </span>
  )
}
