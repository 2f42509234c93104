import { type CustomerRow, customerPage } from '#features/dashboards/contract.ts'
import { ROWS_REACHED } from '#features/dashboards/names.ts'
import { addresses } from '#web/addresses.ts'
import { CellLink, Moment, Nothing, Phone, Strong } from '#web/dashboard/cells.tsx'
import type { Column } from '#web/dashboard/data-table.tsx'
import { useListAddress } from '#web/dashboard/list-address.ts'
import { ChoiceField, ListFilters, ListPage } from '#web/dashboard/list-page.tsx'
import { BY_DATE, DATE_CHOICES, dateSortIn, pageIn, searchIn, withQuery } from '#web/dashboard/list-query.ts'
import { PagedList, searchReach } from '#web/dashboard/paged-list.tsx'
import { SearchField } from '#web/dashboard/search-field.tsx'
import { useAnswer } from '#web/dashboard/use-answer.ts'
import { type AdminPage, adminMeta } from '#web/shell/admin-layout.tsx'
import style from './client-admin.module.css'

export const handle: AdminPage = { title: 'Tableau de bord - Clients' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des clients',
  pages: 'Pages des clients',
  loading: 'Chargement des clients…',
  failed: 'Les clients n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun client pour le moment',
    text: 'Les personnes à qui un colis est destiné apparaîtront ici dès la première commande.',
  },
  nothingMatches: {
    title: 'Aucun client ne correspond',
    text: 'Vérifiez le nom, le téléphone ou l’identifiant de fournisseur cherché.',
  },
}

/** Where a supplier is found in the list of suppliers. */
const supplierLink = (customId: string): string =>
  `${addresses.admin.users}?${new URLSearchParams({ search: customId })}`

const COLUMNS: readonly Column<CustomerRow>[] = [
  { id: 'id', head: 'N° client', isPinned: true, cell: ({ id }) => <Strong>{id}</Strong> },
  {
    id: 'supplier',
    head: 'Fournisseur',
    cell: ({ supplierCustomId }) =>
      supplierCustomId === null ? (
        <Nothing />
      ) : (
        <CellLink to={supplierLink(supplierCustomId)}>{supplierCustomId}</CellLink>
      ),
  },
  { id: 'name', head: 'Nom', cell: ({ name }) => <Strong>{name}</Strong> },
  { id: 'phone', head: 'Téléphone', cell: ({ phone }) => <Phone digits={phone} /> },
  { id: 'address', head: 'Adresse', cell: ({ address }) => address },
  { id: 'created', head: 'Créé le', sort: BY_DATE, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

export default function ClientAdmin() {
  const address = useListAddress()
  const search = searchIn(address)
  const sort = dateSortIn(address)
  const customers = useAnswer(withQuery('/api/admin/customers', { ...pageIn(address), sort, search }), customerPage)

  return (
    <ListPage>
      <ListFilters
        label="Filtrer les clients"
        exported={{ path: withQuery('/api/admin/customers.csv', { search }), file: 'clients.csv' }}
      >
        <SearchField
          label="Recherche par nom"
          placeholder="Nom, téléphone ou fournisseur"
          value={search}
          onSearch={(text) => address.filter({ search: text }, 'typing')}
        />
        <ChoiceField
          label="Tri"
          isSort
          value={sort}
          choices={DATE_CHOICES}
          onChoose={(order) => address.filter({ sort: order })}
        />
      </ListFilters>
      <PagedList
        answer={customers}
        address={address}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowClassName={style.row}
        sorting={{ current: sort, linkTo: address.sortLink }}
        icon="user"
        reach={search ? searchReach(ROWS_REACHED, 'clients') : null}
        clearFilters={search ? () => address.filter({ search: null }) : null}
        texts={TEXTS}
      />
    </ListPage>
  )
}
