import type { SupplierRow } from '#features/accounts/contract.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import { addresses } from '#web/addresses.ts'
import { CellLink, Email, Moment, Nothing, Phone, RowButtons, Strong } from '#web/list-kit/cells.tsx'
import type { Column } from '#web/list-kit/data-table.tsx'
import { BY_DATE } from '#web/list-kit/list-api-query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import { PersonalDataButton, type PersonOfData } from './personal-data.tsx'
import style from './user-admin.module.css'

interface Actions {
  onBan: (supplier: SupplierRow) => void
  onRestore: (supplier: SupplierRow) => void
  restoring: SupplierRow | null
  onAsk: (person: PersonOfData) => void
}

/** Address of a supplier's orders. */
const ordersOf = ({ customId }: SupplierRow): string =>
  `${addresses.admin.orders}?${new URLSearchParams({ search: customId })}`

/** The account's person; null once it is anonymised. */
const personOf = (supplier: SupplierRow): PersonOfData | null =>
  isAnonymised(supplier) ? null : { ...supplier, kind: 'account' }

export const supplierColumns = ({ onBan, onRestore, restoring, onAsk }: Actions): readonly Column<SupplierRow>[] => [
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
    cell: ({ name, isBanned }) => (
      <>
        <Strong>{name}</Strong>
        {isBanned && (
          <Badge tone="danger" icon="lock" className={style.banned}>
            Banni
          </Badge>
        )}
      </>
    ),
  },
  { id: 'created', head: 'Créé le', lines: 2, sort: BY_DATE, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'email',
    head: 'E-mail',
    cell: (supplier) => (isAnonymised(supplier) ? <Nothing /> : <Email address={supplier.email} />),
  },
  {
    id: 'phone',
    head: 'Téléphone',
    cell: (supplier) => (isAnonymised(supplier) ? <Nothing /> : <Phone digits={supplier.phone} />),
  },
  { id: 'address', head: 'Adresse', lines: 2, width: 'text', cell: ({ address }) => address },
  { id: 'grade', head: 'Grade', cell: ({ grade }) => grade },
  {
    id: 'gains',
    head: 'Gains',
    isNumber: true,
    cell: ({ gains }) => <Price amount={gains} className={common.bold!} />,
  },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (supplier) => (
      <RowButtons isStacked>
        <Button
          className={style.ban}
          look="secondary"
          size="small"
          disabled={supplier.isBanned}
          onClick={() => onBan(supplier)}
        >
          Bannir<span className="visually-hidden"> {supplier.name}</span>
        </Button>
        {supplier.isBanned && !isAnonymised(supplier) && (
          <Button
            look="secondary"
            size="small"
            busy={restoring?.id === supplier.id}
            onClick={() => onRestore(supplier)}
          >
            Restaurer<span className="visually-hidden"> {supplier.name}</span>
          </Button>
        )}
        <PersonalDataButton person={personOf(supplier)} onAsk={onAsk} />
      </RowButtons>
    ),
  },
]
