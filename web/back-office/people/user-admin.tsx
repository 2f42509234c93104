import { useState } from 'react'
import { type SupplierRow, supplierPage } from '#features/accounts/contract.ts'
import { ACCOUNT_STATES } from '#features/accounts/model.ts'
import { message } from '#platform/kernel/codecs.ts'
import { callApi, NetworkError } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { ConfirmDialog } from '#web/forms/form-dialog.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { DATE_CHOICES, dateSortIn, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceField, ListFilters, ListPage } from '#web/list-kit/list-page.tsx'
import { PagedList, reloadList } from '#web/list-kit/paged-list.tsx'
import { type Problem, ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { SearchField } from '#web/list-kit/search-field.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { toast } from '#web/ui/toast.tsx'
import { PersonalDataDialog, usePersonalData } from './personal-data.tsx'
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
  { value: '', label: 'Tous' },
  { value: ACCOUNT_STATES.active, label: 'Actifs' },
  { value: ACCOUNT_STATES.banned, label: 'Bannis' },
]

const CARD = ['customId created', 'name gains', 'email', 'phone grade', 'address', 'actions']

export default function UserAdmin() {
  const address = useListAddress()
  const filters = { search: searchIn(address), status: address.choice('status', Object.values(ACCOUNT_STATES)) ?? '' }
  const sort = dateSortIn(address)
  const suppliers = useApi(withQuery('/api/admin/suppliers', { ...pageIn(address), sort, ...filters }), supplierPage)
  const [banning, setBanning] = useState<SupplierRow | null>(null)
  const [restoring, setRestoring] = useState<SupplierRow | null>(null)
  const data = usePersonalData()
  const [problem, setProblem] = useState<Problem | null>(null)
  const reload = () => reloadList(suppliers.reload)

  const ban = async () => {
    if (!banning) return
    const answer = await callApi(`/api/admin/user/${banning.id}`, { method: 'DELETE', answer: message })
    setBanning(null)
    toast({ title: answer.message })
  }

  const restore = async (supplier: SupplierRow) => {
    if (restoring) return
    setRestoring(supplier)
    setProblem(null)
    try {
      await callApi(`/api/admin/user/${supplier.id}/restore`, { method: 'POST' })
      toast({ title: `Le compte de ${supplier.name} est rétabli` })
    } catch (error) {
      setProblem({ title: `Le compte de ${supplier.name} n’a pas été rétabli`, text: errorSentence(error) })
    }
    setRestoring(null)
    reload()
  }

  return (
    <ListPage>
      <ListFilters
        label="Filtrer les fournisseurs"
        exported={{ path: withQuery('/api/admin/suppliers.csv', filters), file: 'fournisseurs.csv' }}
      >
        <SearchField
          label="Recherche par nom"
          placeholder="Nom, identifiant, e-mail…"
          value={filters.search}
          onSearch={(search) => address.filter({ search }, 'typing')}
        />
        <ChoiceField
          label="État"
          value={filters.status}
          choices={STATES}
          onChoose={(status) => address.filter({ status })}
        />
        <ChoiceField
          label="Tri"
          isSort
          value={sort}
          choices={DATE_CHOICES}
          onChoose={(sort) => address.filter({ sort })}
        />
      </ListFilters>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      <PagedList
        answer={suppliers}
        address={address}
        columns={supplierColumns({ onBan: setBanning, onRestore: restore, restoring, onAsk: data.ask })}
        rowKey={({ id }) => id}
        card={CARD}
        rowClassName={style.row}
        rowState={({ isBanned }) => (isBanned ? 'banned' : undefined)}
        sorting={{ current: sort, linkTo: address.sortLink }}
        icon="user"
        clearFilters={filters.search || filters.status ? () => address.filter({ search: null, status: null }) : null}
        texts={TEXTS}
      />
      <PersonalDataDialog person={data.person} onClose={data.close} onSettled={reload} />
      <ConfirmDialog
        isOpen={banning !== null}
        onClose={() => setBanning(null)}
        title={`Bannir ${banning?.name}\u00A0?`}
        confirm="Bannir"
        look="danger"
        act={ban}
        onSettled={reload}
        failed="échec de la suppression"
        explain={explainBan}
      >
        <p>
          Le compte <strong>{banning?.customId}</strong> est fermé aussitôt&nbsp;: il est déconnecté partout, ne peut
          plus commander ni demander de retrait, et son code promo ne vaut plus rien.
        </p>
        <p>Ses commandes et ses gains restent. Vous pourrez restaurer le compte.</p>
      </ConfirmDialog>
    </ListPage>
  )
}

/** The server's own words; without an answer there are none. */
const explainBan = (error: unknown) =>
  error instanceof NetworkError ? <span lang="en">Something went wrong</span> : errorSentence(error)
