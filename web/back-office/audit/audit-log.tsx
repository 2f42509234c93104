import { auditPage } from '#features/audit/contract.ts'
import { AUDIT_PERIODS, AUDIT_SUBJECTS, ENTRIES_SEARCHED, SUBJECT_NAMES } from '#features/audit/model.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { useApi } from '#web/forms/use-api.ts'
import { clearing, pageIn, searchIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { SearchField } from '#web/list-kit/search-field.tsx'
import { type ListAddress, useListAddress } from '#web/list-kit/use-list-address.ts'
import common from '#web/ui/common.module.css'
import style from './audit-log.module.css'
import { AUDIT_COLUMNS } from './audit-log-columns.tsx'

export const handle: AdminPage = { title: 'Journal' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Journal des changements',
  pages: 'Pages du journal',
  loading: 'Chargement du journal…',
  failed: 'Le journal n’a pas pu être chargé',
  nothingYet: {
    title: 'Rien n’a encore changé',
    text: 'Chaque changement d’une commande, d’un produit, d’un compte ou d’un réglage sera noté ici, avec son auteur.',
  },
  nothingMatches: {
    title: 'Aucun changement ne correspond',
    text: 'Élargissez la période, choisissez un autre objet ou vérifiez l’identifiant de l’auteur.',
  },
}

const SUBJECTS = AUDIT_SUBJECTS.map((subject) => ({ value: subject, label: SUBJECT_NAMES[subject] }))

const PERIODS = AUDIT_PERIODS.map((days) => ({
  value: String(days),
  label: days === 1 ? 'Aujourd’hui' : `${days} jours`,
}))

const filtersIn = (address: ListAddress) => ({
  search: searchIn(address),
  subject: address.choice('subject', AUDIT_SUBJECTS) ?? '',
  actor: address.text('actor').slice(0, 40),
  days: address.choice('days', AUDIT_PERIODS.map(String)) ?? '',
})

const CARD = ['date actor', 'thing', 'changes']

export default function AuditLog() {
  const address = useListAddress()
  const filters = filtersIn(address)
  const entries = useApi(withQuery('/api/admin/audit', { ...pageIn(address), ...filters }), auditPage)

  return (
    <ListPage>
      <ListFilters
        label="Filtrer le journal"
        exported={{ path: withQuery('/api/admin/audit.csv', filters), file: 'journal.csv' }}
      >
        <SearchFilter address={address} label="Recherche" placeholder="Numéro, personne ou valeur" />
        <ChoiceFilter address={address} name="subject" label="Objet" all="Tous" choices={SUBJECTS} />
        <ChoiceFilter address={address} name="days" label="Date" all="Toutes" choices={PERIODS} />
        <SearchField
          className={style.actor}
          label="Auteur"
          placeholder="A-1 ou boutique"
          value={filters.actor}
          onSearch={(actor) => address.filter({ actor }, 'typing')}
        />
      </ListFilters>
      <PagedList
        answer={entries}
        address={address}
        columns={AUDIT_COLUMNS}
        rowKey={({ id }) => id}
        card={CARD}
        rowClassName={style.row}
        icon="receipt"
        clearFilters={clearing(address, filters)}
        texts={TEXTS}
      />
      {filters.search !== '' && (
        <p className={common.note}>
          Une valeur est cherchée parmi les {formatInteger(ENTRIES_SEARCHED)} changements les plus récents. Choisissez
          un objet ou un auteur pour remonter plus loin, ou exportez tout le journal.
        </p>
      )}
    </ListPage>
  )
}
