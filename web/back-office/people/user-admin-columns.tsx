import type { SupplierRow } from '#features/accounts/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { CellLink, Moment, Nothing, Strong, WithNote } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { BannedBadge } from './banned-badge.tsx'
import { CONTACT, IDENTIFIER } from './people-list.tsx'
import { type UserActs, UserButtons } from './user-acts.tsx'
import style from './user-admin.module.css'

/** Address of a supplier's orders. */
const ordersOf = ({ customId }: SupplierRow): string =>
  `${addresses.admin.orders}?${new URLSearchParams({ search: customId })}`

export const supplierColumns = (acts: UserActs): readonly Column<SupplierRow>[] => [
  {
    ...IDENTIFIER,
    lines: 2,
    cell: (supplier) => (
      <WithNote note={supplier.grade}>
        <CellLink to={ordersOf(supplier)} title={`Commandes de ${supplier.name}`}>
          <Strong>{supplier.customId}</Strong>
          <span className="visually-hidden"> commandes de {supplier.name}</span>
        </CellLink>
      </WithNote>
    ),
  },
  {
    id: 'name',
    head: 'Nom',
    width: 'text',
    cell: ({ id, name, isBanned }) => (
      <WithNote note={isBanned && <BannedBadge />}>
        <CellLink to={addresses.adminSupplier(id)} title={`Profil de ${name}`}>
          <Strong>{name}</Strong>
        </CellLink>
      </WithNote>
    ),
  },
  CONTACT,
  {
    id: 'orders',
    head: 'Commandes',
    isNumber: true,
    lines: 2,
    cell: ({ orders, deliveryRate }) => (
      <WithNote note={deliveryRate !== null && <>{deliveryRate}&nbsp;% livrées</>}>
        {formatInteger(orders)}
        <span className={style.unit}> {orders > 1 ? 'commandes' : 'commande'}</span>
      </WithNote>
    ),
  },
  {
    id: 'gains',
    head: 'Gains',
    isNumber: true,
    cell: ({ gains }) => <Price amount={gains} className={common.bold!} />,
  },
  {
    id: 'last',
    head: 'Dernière commande',
    width: 'date',
    cell: ({ lastOrderAt }) => (lastOrderAt ? <Moment at={lastOrderAt} /> : <Nothing />),
  },
  { id: 'address', head: 'Adresse', width: 'long', isExtra: true, cell: ({ address }) => <bdi>{address}</bdi> },
  { id: 'created', head: 'Créé le', isExtra: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (supplier) => <UserButtons user={supplier} acts={acts} />,
  },
]
