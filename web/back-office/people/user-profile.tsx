import { type SupplierProfile, supplierOrderPage, supplierProfile } from '#features/back-office/people/contract.ts'
import type { SupplierOrder } from '#features/supplier-space/contract.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import type { AccountId } from '#platform/kernel/ids.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { focusIfLost } from '#web/forms/lost-focus.ts'
import { useApi } from '#web/forms/use-api.ts'
import { pageIn, withQuery } from '#web/list-kit/list-api-query.ts'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { useRowsPerPage } from '#web/list-kit/rows-per-page.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { DECISION_LOOKS, lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { Email, Moment, Nothing, Phone } from '#web/list-kit/table/cells.tsx'
import { amountColumn, orderColumn } from '#web/list-kit/table/columns.tsx'
import { type Column, DataTable } from '#web/list-kit/table/data-table.tsx'
import { useListAddress } from '#web/list-kit/use-list-address.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { BannedBadge } from './banned-badge.tsx'
import style from './person-page.module.css'
import { PersonFact, PersonPage, PersonSection } from './person-page.tsx'
import { UserButtons, UserDialogs, UserProblem, useUserActs } from './user-acts.tsx'
import profile from './user-profile.module.css'

export const handle: AdminPage = { title: 'Fournisseur' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  loading: 'Chargement du profil…',
  failed: 'Le profil n’a pas pu être chargé',
  missing: 'Ce fournisseur n’existe pas',
  why: 'Vérifiez l’adresse, ou cherchez-le dans la liste.',
  all: 'Voir tous les fournisseurs',
}

/** A supplier as it sees itself, and what an admin does about it. */
export default function UserProfile() {
  return (
    <PersonPage
      pathOf={(id) => `/api/admin/suppliers/${id}`}
      answer={supplierProfile}
      texts={TEXTS}
      listLink={addresses.admin.users}
    >
      {(found, reload) => <Loaded found={found} reload={reload} />}
    </PersonPage>
  )
}

function Loaded({ found, reload }: { found: SupplierProfile; reload: () => Promise<void> }) {
  const acts = useUserActs(async () => {
    await reload()
    focusIfLost('personne')
  })
  return (
    <>
      <UserProblem acts={acts} />
      <div className={style.head}>
        <Person found={found} />
        <UserButtons user={found.supplier} acts={acts} />
      </div>
      <Figures found={found} />
      <Orders id={found.supplier.id} />
      <Withdrawals found={found} />
      <UserDialogs acts={acts} />
    </>
  )
}

function Person({ found: { supplier, promoCode, rib } }: { found: SupplierProfile }) {
  const { name, customId, phone, email, address, grade, createdAt, isBanned } = supplier
  return (
    <div className={classes(common.stack, common.gap2)}>
      <h2 id="personne" tabIndex={-1} className={style.name}>
        <bdi>{name}</bdi> <span className={classes(common.quiet, profile.customId)}>{customId}</span>{' '}
        {isBanned && <BannedBadge />}
      </h2>
      {!isAnonymised(supplier) && (
        <p className={profile.contact}>
          <Phone digits={phone} /> <Email address={email} /> <bdi>{address}</bdi>
        </p>
      )}
      <dl className={classes(common.terms, profile.facts)}>
        <PersonFact name="Grade">{grade}</PersonFact>
        <PersonFact name="Code promo">{promoCode ?? <Nothing />}</PersonFact>
        <PersonFact name="RIB">{rib ?? 'Non renseigné'}</PersonFact>
        <PersonFact name="Inscription">
          <Moment at={createdAt} />
        </PersonFact>
      </dl>
    </div>
  )
}

function Figures({ found: { supplier, stats } }: { found: SupplierProfile }) {
  const { orders, deliveryRate, lastOrderAt } = supplier
  return (
    <dl className={classes(common.terms, profile.figures)}>
      <PersonFact name="Commandes">{formatInteger(orders)}</PersonFact>
      <PersonFact name="En attente">{formatInteger(stats.pending)}</PersonFact>
      <PersonFact name="Livrées">
        {formatInteger(stats.delivered)}
        {deliveryRate !== null && <span className={common.quiet}> · {deliveryRate}&nbsp;%</span>}
      </PersonFact>
      <PersonFact name="Annulées">{formatInteger(stats.cancelled)}</PersonFact>
      <PersonFact name="Dernière commande">{lastOrderAt ? <Moment at={lastOrderAt} /> : <Nothing />}</PersonFact>
      <PersonFact name="Chiffre d’affaires">{formatDirhams(stats.revenue)}</PersonFact>
      <PersonFact name="Gains">{formatDirhams(stats.gains)}</PersonFact>
      <PersonFact name="Gains livrés">{formatDirhams(stats.deliveredGains)}</PersonFact>
      <PersonFact name="Disponible">{formatDirhams(stats.withdrawable)}</PersonFact>
      <PersonFact name="Retiré">{formatDirhams(stats.withdrawn)}</PersonFact>
    </dl>
  )
}

const ORDER_COLUMNS: readonly Column<SupplierOrder>[] = [
  orderColumn(),
  { id: 'date', head: 'Date', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: 'client', head: 'Client', width: 'text', cell: ({ recipient }) => <bdi>{recipient.name}</bdi> },
  { id: 'city', head: 'Ville', width: 'text', cell: ({ recipient }) => recipient.city },
  amountColumn('total', 'Total', ({ collected }) => collected, ''),
  amountColumn('gain', 'Gain', ({ gain }) => gain, common.strong),
  { id: 'payment', head: 'Paiement', cell: ({ payment }) => <StateBadge look={PAYMENT_LOOKS[payment]} /> },
  { id: 'status', head: 'Statut', cell: ({ status }) => <StateBadge look={lookOfStatus(status)} /> },
]

const ORDER_TEXTS = {
  list: 'Commandes du fournisseur',
  pages: 'Pages des commandes',
  loading: 'Chargement des commandes…',
  failed: 'Les commandes n’ont pas pu être chargées',
  nothingYet: { title: 'Aucune commande pour le moment', text: 'Sa première commande apparaîtra ici.' },
  nothingMatches: { title: 'Aucune commande', text: 'Sa première commande apparaîtra ici.' },
}

function Orders({ id }: { id: AccountId }) {
  const address = useListAddress()
  const rowsPerPage = useRowsPerPage()
  const path = withQuery(`/api/admin/suppliers/${id}/orders`, pageIn(address, rowsPerPage.rows))
  const orders = useApi(path, supplierOrderPage)
  return (
    <PersonSection title="Commandes, comme le fournisseur les voit">
      <PagedList
        answer={orders}
        address={address}
        columns={ORDER_COLUMNS}
        rowKey={(order) => order.id}
        card={['id gain', 'client date', 'city status']}
        density="compact"
        rowsPerPage={rowsPerPage}
        icon="bag"
        clearFilters={null}
        texts={ORDER_TEXTS}
      />
    </PersonSection>
  )
}

type Withdrawal = SupplierProfile['withdrawals'][number]

const WITHDRAWAL_COLUMNS: readonly Column<Withdrawal>[] = [
  { id: 'date', head: 'Demandé le', cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  amountColumn('amount', 'Montant', ({ amount }) => amount, common.strong),
  { id: 'status', head: 'Statut', cell: ({ status }) => <StateBadge look={DECISION_LOOKS[status]} /> },
  { id: 'detail', head: 'Détail', width: 'long', cell: ({ reason, reference }) => reason ?? reference },
]

function Withdrawals({ found: { withdrawals } }: { found: SupplierProfile }) {
  return (
    <PersonSection title="Derniers retraits">
      {withdrawals.length === 0 ? (
        <p className={common.note}>Aucun retrait demandé.</p>
      ) : (
        <DataTable
          label="Liste des derniers retraits"
          columns={WITHDRAWAL_COLUMNS}
          rows={withdrawals}
          rowKey={({ id }) => id}
          card={['date amount', 'detail status']}
          density="compact"
          isBusy={false}
        />
      )}
    </PersonSection>
  )
}
