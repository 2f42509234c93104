import type { SupplierRow } from '#features/accounts/contract.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { BY_DATE } from '#web/list-kit/list-api-query.ts'
import { CellLink, Email, Moment, Nothing, Phone, Strong } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { Badge } from '#web/ui/badge.tsx'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { type UserActs, UserButtons } from './user-acts.tsx'
import style from './user-admin.module.css'

/** Address of a supplier's orders. */
const ordersOf = ({ customId }: SupplierRow): string =>
  `${addresses.admin.orders}?${new URLSearchParams({ search: customId })}`

export const supplierColumns = (acts: UserActs): readonly Column<SupplierRow>[] => [
  {
    id: 'customId',
    head: 'Identifiant',
    isPinned: true,
    cell: (supplier) => (
      <CellLink to={ordersOf(supplier)} title={`Commandes de ${supplier.name}`}>
        <Strong>{supplier.customId}</Strong>
        <span className="visually-hidden"> commandes de {supplier.name}</span>
      </CellLink>
    ),
  },
  {
    id: 'name',
    head: 'Nom',
    width: 'text',
    cell: ({ id, name, isBanned }) => (
      <>
        <CellLink to={addresses.adminSupplier(id)} title={`Profil de ${name}`}>
          <Strong>{name}</Strong>
        </CellLink>
        {isBanned && (
          <Badge tone="danger" icon="lock" className={style.banned}>
            Banni
          </Badge>
        )}
      </>
    ),
  },
  {
    id: 'phone',
    head: 'Téléphone',
    cell: (supplier) => (isAnonymised(supplier) ? <Nothing /> : <Phone digits={supplier.phone} />),
  },
  { id: 'grade', head: 'Grade', cell: ({ grade }) => grade },
  {
    id: 'orders',
    head: 'Commandes',
    isNumber: true,
    cell: ({ orders }) => (
      <>
        {formatInteger(orders)}
        <span className={style.unit}> {orders > 1 ? 'commandes' : 'commande'}</span>
      </>
    ),
  },
  {
    id: 'rate',
    head: 'Livrées',
    isNumber: true,
    cell: ({ deliveryRate }) =>
      deliveryRate === null ? (
        <Nothing />
      ) : (
        <>
          {deliveryRate}&nbsp;%<span className={style.unit}> livrées</span>
        </>
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
    cell: ({ lastOrderAt }) => (lastOrderAt ? <Moment at={lastOrderAt} /> : <Nothing />),
  },
  {
    id: 'email',
    head: 'E-mail',
    width: 'text',
    cell: (supplier) => (isAnonymised(supplier) ? <Nothing /> : <Email address={supplier.email} />),
  },
  { id: 'address', head: 'Adresse', width: 'text', cell: ({ address }) => address },
  { id: 'created', head: 'Créé le', sort: BY_DATE, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (supplier) => <UserButtons supplier={supplier} acts={acts} />,
  },
]
