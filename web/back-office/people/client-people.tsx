import { type Person, personPage } from '#features/back-office/people/contract.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { useApi } from '#web/forms/use-api.ts'
import { clearing, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ListFilters, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { CellLink, Moment, Phone, RowButtons } from '#web/list-kit/table/cells.tsx'
import { amountColumn } from '#web/list-kit/table/columns.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import type { ListAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './client-people.module.css'
import { PersonalDataButton, PersonalDataDialog, type PersonOfData, usePersonalData } from './personal-data.tsx'

const TEXTS = {
  list: 'Liste des personnes',
  pages: 'Pages des personnes',
  loading: 'Chargement des clients…',
  failed: 'Les clients n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun client pour le moment',
    text: 'Chaque personne qui commande aura ici sa page, dès sa première commande.',
  },
  nothingMatches: {
    title: 'Aucun client ne correspond',
    text: 'Vérifiez le nom, le téléphone ou la ville cherchés.',
  },
}

const columns = (onAsk: (person: PersonOfData) => void): readonly Column<Person>[] => [
  {
    id: 'name',
    head: 'Client',
    isPinned: true,
    width: 'long',
    cell: ({ id, name }) => (
      <CellLink to={addresses.adminPerson(id)}>
        <bdi className={common.strong}>{name}</bdi>
      </CellLink>
    ),
  },
  { id: 'city', head: 'Ville', width: 'text', cell: ({ city }) => city },
  { id: 'phone', head: 'Téléphone', cell: ({ phone }) => <Phone digits={phone} /> },
  { id: 'orders', head: 'Commandes', isNumber: true, cell: ({ orders }) => formatInteger(orders) },
  { id: 'delivered', head: 'Livrées', isNumber: true, cell: ({ delivered }) => formatInteger(delivered) },
  {
    id: 'refused',
    head: 'Refusées',
    isNumber: true,
    cell: ({ refused }) => (
      <span className={refused > 0 ? classes(common.danger, common.strong) : common.faint}>
        {formatInteger(refused)}
      </span>
    ),
  },
  amountColumn('spent', 'Dépensé', ({ spent }) => spent, common.strong),
  { id: 'last', head: 'Dernière commande', cell: ({ lastOrderAt }) => <Moment at={lastOrderAt} /> },
  { id: 'summary', head: 'Résumé', cell: (person) => <Summary person={person} /> },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: ({ name, phone }) => (
      <RowButtons>
        <PersonalDataButton person={{ kind: 'customer', name, phone }} onAsk={onAsk} />
      </RowButtons>
    ),
  },
]

/** Stands for the columns on a phone, which has no room for them. */
function Summary({ person: { city, orders, delivered, refused } }: { person: Person }) {
  return (
    <span className={common.note}>
      {city} · {orders} {orders > 1 ? 'commandes' : 'commande'} · {delivered} {delivered > 1 ? 'livrées' : 'livrée'}
      {refused > 0 && (
        <>
          {' '}
          · <span className={classes(common.danger, common.strong)}>{refusalsInWords(refused)}</span>
        </>
      )}
    </span>
  )
}

const refusalsInWords = (refused: number): string => `${refused}\u00A0refus`

const CARD = ['name spent', 'summary', 'phone actions']

/** One row a phone: what its orders came to, who ordered last first. */
export function ClientPeople({ address }: { address: ListAddress }) {
  const search = searchIn(address)
  const data = usePersonalData()
  const rowsPerPage = useRowsPerPage()
  const people = useApi(withQuery('/api/admin/people', { ...pageIn(address, rowsPerPage.rows), search }), personPage)
  return (
    <div className={classes(common.stack, common.gap5, style.people)}>
      <ListFilters
        label="Filtrer les clients"
        exported={{ path: withQuery('/api/admin/people.csv', { search }), file: 'personnes.csv' }}
      >
        <SearchFilter address={address} label="Recherche par nom" placeholder="Nom, téléphone ou ville" />
      </ListFilters>
      <PagedList
        answer={people}
        address={address}
        columns={columns(data.ask)}
        rowKey={({ id }) => id}
        card={CARD}
        density="compact"
        rowsPerPage={rowsPerPage}
        icon="user"
        clearFilters={clearing(address, { search })}
        texts={TEXTS}
      />
      <PersonalDataDialog person={data.person} onClose={data.close} onSettled={() => reloadList(people.reload)} />
    </div>
  )
}
