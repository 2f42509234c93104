import { supplierPage } from '#features/accounts/contract.ts'
import { ACCOUNT_STATES } from '#features/accounts/model.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { DATE_CHOICES, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { usePeople } from './people-list.tsx'
import { UserDialogs, UserProblem, useUserActs } from './user-acts.tsx'
import style from './user-admin.module.css'
import { supplierColumns } from './user-admin-columns.tsx'

export const handle: AdminPage = { title: 'Tableau de bord - Utilisateurs' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des fournisseurs',
  pages: 'Pages des fournisseurs',
  loading: 'Chargement des fournisseurs…',
  failed: 'Les fournisseurs n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun fournisseur pour le moment',
    text: 'Chaque personne qui crée un compte apparaîtra ici.',
  },
  nothingMatches: {
    title: 'Aucun fournisseur ne correspond',
    text: 'Choisissez un autre état ou vérifiez le nom, l’identifiant, l’e-mail ou le téléphone cherché.',
  },
}

const STATES = [
  { value: ACCOUNT_STATES.active, label: 'Actifs' },
  { value: ACCOUNT_STATES.banned, label: 'Bannis' },
]

const CARD = ['name gains', 'customId orders', 'contact', 'actions']

export default function UserAdmin() {
  const { address, filters, reload, list } = usePeople('/api/admin/suppliers', supplierPage, ({ choice }) => ({
    status: choice('status', Object.values(ACCOUNT_STATES)) ?? '',
  }))
  const acts = useUserActs(reload)

  return (
    <ListPage>
      <ListFilters
        label="Filtrer les fournisseurs"
        exported={{ path: withQuery('/api/admin/suppliers.csv', filters), file: 'fournisseurs.csv' }}
      >
        <SearchFilter address={address} label="Recherche par nom" placeholder="Nom, identifiant, e-mail…" />
        <ChoiceFilter address={address} name="status" label="État" all="Tous" choices={STATES} />
        <ChoiceFilter address={address} name="sort" label="Tri" isSort choices={DATE_CHOICES} />
      </ListFilters>
      <UserProblem acts={acts} />
      <PagedList
        {...list}
        columns={supplierColumns(acts)}
        card={CARD}
        rowClassName={style.row}
        rowState={({ isBanned }) => (isBanned ? 'banned' : undefined)}
        icon="user"
        texts={TEXTS}
      />
      <UserDialogs acts={acts} />
    </ListPage>
  )
}
