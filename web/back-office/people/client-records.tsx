import { type CustomerRow, customerPage } from '#features/back-office/people/contract.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import { addresses } from '#web/addresses.ts'
import { useApi } from '#web/forms/use-api.ts'
import {
  BY_DATE,
  clearing,
  DATE_CHOICES,
  dateSortIn,
  pageIn,
  searchIn,
  withQuery,
} from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { CellLink, Moment, Nothing, Phone, RowButtons, Strong } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import { PersonalDataButton, PersonalDataDialog, type PersonOfData, usePersonalData } from './personal-data.tsx'

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

/** Address of a supplier in the list of suppliers. */
export const supplierLink = (customId: string): string =>
  `${addresses.admin.users}?${new URLSearchParams({ search: customId })}`

/** The record's person; null once it is anonymised. */
const personOf = ({ name, phone }: CustomerRow): PersonOfData | null =>
  isAnonymised({ name, phone }) ? null : { kind: 'customer', name, phone }

const columns = (onAsk: (person: PersonOfData) => void): readonly Column<CustomerRow>[] => [
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
  { id: 'phone', head: 'Téléphone', cell: (row) => <Phone digits={personOf(row) ? row.phone : ''} /> },
  { id: 'address', head: 'Adresse', width: 'long', cell: ({ address }) => address },
  { id: 'created', head: 'Créé le', sort: BY_DATE, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (row) =>
      personOf(row) && (
        <RowButtons>
          <PersonalDataButton person={personOf(row)} onAsk={onAsk} />
        </RowButtons>
      ),
  },
]

const CARD = ['id created', 'name supplier', 'phone', 'address', 'actions']

/** The records that recipients of orders come from, as visitors and suppliers made them. */
export function ClientRecords({ address }: { address: ListAddress }) {
  const search = searchIn(address)
  const sort = dateSortIn(address)
  const data = usePersonalData()
  const customers = useApi(withQuery('/api/admin/customers', { ...pageIn(address), sort, search }), customerPage)

  return (
    <>
      <ListFilters
        label="Filtrer les clients"
        exported={{ path: withQuery('/api/admin/customers.csv', { search }), file: 'clients.csv' }}
      >
        <SearchFilter address={address} label="Recherche par nom" placeholder="Nom, téléphone ou fournisseur" />
        <ChoiceFilter address={address} name="sort" label="Tri" isSort choices={DATE_CHOICES} />
      </ListFilters>
      <PagedList
        answer={customers}
        address={address}
        columns={columns(data.ask)}
        rowKey={({ id }) => id}
        card={CARD}
        sorting={{ current: sort, linkTo: address.sortLink }}
        icon="user"
        clearFilters={clearing(address, { search })}
        texts={TEXTS}
      />
      <PersonalDataDialog person={data.person} onClose={data.close} onSettled={() => reloadList(customers.reload)} />
    </>
  )
}
