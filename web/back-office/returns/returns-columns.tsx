import type { ExpectedReturn } from '#features/back-office/contract.ts'
import { REASON_NAMES } from '#features/orders/model.ts'
import { LOST_AFTER_DAYS } from '#features/orders/returns/rules.ts'
import { addresses } from '#web/addresses.ts'
import { CellLink, Moment, OrderedProducts, Phone, RowButtons, Strong } from '#web/list-kit/table/cells.tsx'
import { amountColumn } from '#web/list-kit/table/columns.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'

/** Action on a parcel that should come back. */
export type ReturnAction = 'receive' | 'lose'

export const returnColumns = (
  onAsk: (action: ReturnAction, parcel: ExpectedReturn) => void,
): readonly Column<ExpectedReturn>[] => [
  {
    id: 'id',
    head: 'Commande',
    isPinned: true,
    cell: ({ id }) => (
      <CellLink to={addresses.adminOrder(id)}>
        <Strong>n°&nbsp;{id}</Strong>
      </CellLink>
    ),
  },
  {
    id: 'left',
    head: 'Parti le',
    lines: 3,
    cell: ({ leftAt, courier, tracking }) => (
      <>
        <p>
          <Moment at={leftAt} />
        </p>
        {courier && <p className={common.quiet}>{courier}</p>}
        {tracking && <p className={common.quiet}>{tracking}</p>}
      </>
    ),
  },
  {
    id: 'closed',
    head: 'État',
    lines: 3,
    width: 'long',
    cell: ({ isDeleted, status, closedAt, reason }) => (
      <>
        <p className={common.strong!}>{status === 'cancelled' ? 'Annulée' : isDeleted ? 'Supprimée' : 'Refusée'}</p>
        <p>
          <Moment at={closedAt} />
        </p>
        {reason !== null && <p className={common.quiet}>{REASON_NAMES[reason]}</p>}
      </>
    ),
  },
  {
    id: 'customer',
    head: 'Client',
    lines: 3,
    cell: ({ recipient }) => (
      <>
        <p className={common.strong!}>{recipient.name}</p>
        <Phone digits={recipient.phone} />
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
  amountColumn('value', 'Valeur', ({ value }) => value, common.strong),
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (parcel) => (
      <RowButtons>
        <Button look="secondary" size="small" onClick={() => onAsk('receive', parcel)}>
          Reçu<span className="visually-hidden"> le colis de la commande {parcel.id}</span>
        </Button>
        <Button
          look="secondary"
          size="small"
          disabled={!parcel.canBeLost}
          title={parcel.canBeLost ? undefined : `Un colis se déclare perdu ${LOST_AFTER_DAYS} jours après son départ`}
          onClick={() => onAsk('lose', parcel)}
        >
          Perdu<span className="visually-hidden"> le colis de la commande {parcel.id}</span>
        </Button>
      </RowButtons>
    ),
  },
]
