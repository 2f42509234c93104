import { ORDERS_OF_PERSON } from '#features/back-office/model.ts'
import { type PersonDetail, personDetail } from '#features/back-office/people/contract.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { whatsappNumber } from '#platform/kernel/whatsapp.ts'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { CellLink, Moment, Nothing } from '#web/list-kit/table/cells.tsx'
import { amountColumn, orderColumn } from '#web/list-kit/table/columns.tsx'
import { type Column, DataTable } from '#web/list-kit/table/data-table.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { ClientNotes } from './client-notes.tsx'
import { supplierLink } from './client-records.tsx'
import style from './person-page.module.css'
import { PersonFact, PersonPage, PersonSection } from './person-page.tsx'
import { PersonalDataDialog, usePersonalData } from './personal-data.tsx'

export const handle: AdminPage = { title: 'Client' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  loading: 'Chargement du client…',
  failed: 'Le client n’a pas pu être chargé',
  missing: 'Ce client n’existe pas',
  why: 'Sa commande a été supprimée, ou ses données ont été anonymisées.',
  all: 'Voir tous les clients',
}

/** The person to whom an order of this number went. */
export default function ClientPerson() {
  return (
    <PersonPage
      pathOf={(id) => `/api/admin/people/${id}`}
      answer={personDetail}
      texts={TEXTS}
      listLink={addresses.admin.customers}
    >
      {(person, reload) => <Loaded person={person} reload={reload} />}
    </PersonPage>
  )
}

function Loaded({ person, reload }: { person: PersonDetail; reload: () => Promise<void> }) {
  return (
    <>
      <Head person={person} onSettled={reload} />
      <Figures person={person} />
      <div className={style.columns}>
        <div className={classes(common.stack, common.gap5)}>
          <ClientNotes person={person} onSettled={reload} />
          <Addresses person={person} />
          {person.suppliers.length > 0 && <Suppliers person={person} />}
        </div>
        <Orders person={person} />
      </div>
    </>
  )
}

function Head({ person, onSettled }: { person: PersonDetail; onSettled: () => Promise<void> }) {
  const { name, names, phone, city } = person
  const data = usePersonalData()
  const whatsapp = whatsappNumber(phone)
  const otherNames = names.filter((each) => each !== name)
  return (
    <div className={style.head}>
      <div className={classes(common.stack, common.gap1)}>
        <h2 className={style.name}>
          <bdi>{name}</bdi>
        </h2>
        <p className={common.note}>
          <span className={classes(common.digits, common.nowrap)}>{readablePhone(phone)}</span> · {city}
        </p>
        {otherNames.length > 0 && (
          <p className={common.note}>
            Aussi sous le nom de{' '}
            {otherNames.map((each, index) => (
              <span key={each}>
                {index > 0 && ', '}
                <bdi>{each}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      <div className={style.ways}>
        <ButtonLink look="secondary" size="small" icon="phone" to={`tel:${phone}`}>
          Appeler
        </ButtonLink>
        {whatsapp && (
          <ButtonLink
            look="secondary"
            size="small"
            icon="whatsapp"
            to={`https://wa.me/${whatsapp}`}
            target="_blank"
            rel="noreferrer"
          >
            WhatsApp<span className="visually-hidden"> (nouvel onglet)</span>
          </ButtonLink>
        )}
        <Button look="secondary" size="small" onClick={() => data.ask({ kind: 'customer', name, phone })}>
          Données<span className="visually-hidden"> personnelles de {name}</span>
        </Button>
      </div>
      <PersonalDataDialog person={data.person} onClose={data.close} onSettled={onSettled} />
    </div>
  )
}

function Figures({ person: { orders, delivered, refused, spent, lastOrderAt } }: { person: PersonDetail }) {
  return (
    <dl className={classes(common.terms, style.figures)}>
      <PersonFact name="Commandes">{formatInteger(orders)}</PersonFact>
      <PersonFact name="Livrées">{formatInteger(delivered)}</PersonFact>
      <PersonFact name="Refusées">
        <span className={refused > 0 ? common.danger : undefined}>{formatInteger(refused)}</span>
      </PersonFact>
      <PersonFact name="Dépensé">{formatDirhams(spent)}</PersonFact>
      <PersonFact name="Dernière commande">
        <Moment at={lastOrderAt} />
      </PersonFact>
    </dl>
  )
}

const countedOrders = (orders: number): string => `${formatInteger(orders)} ${orders > 1 ? 'commandes' : 'commande'}`

function Addresses({ person: { addresses: used } }: { person: PersonDetail }) {
  return (
    <PersonSection title={used.length > 1 ? 'Adresses' : 'Adresse'}>
      <ul className={classes(common.stack, common.gap2, style.list)}>
        {used.map(({ address, city, orders }) => (
          <li key={`${address} ${city}`}>
            <bdi>{address}</bdi>, {city} <span className={common.hint}>· {countedOrders(orders)}</span>
          </li>
        ))}
      </ul>
    </PersonSection>
  )
}

function Suppliers({ person: { suppliers } }: { person: PersonDetail }) {
  return (
    <PersonSection title={suppliers.length > 1 ? 'Fournisseurs' : 'Fournisseur'}>
      <ul className={classes(common.stack, common.gap2, style.list)}>
        {suppliers.map(({ customId, name, orders }) => (
          <li key={customId}>
            {name} <CellLink to={supplierLink(customId)}>{customId}</CellLink>{' '}
            <span className={common.hint}>· {countedOrders(orders)}</span>
          </li>
        ))}
      </ul>
    </PersonSection>
  )
}

type Placed = PersonDetail['placed'][number]

const COLUMNS: readonly Column<Placed>[] = [
  orderColumn(),
  { id: 'date', head: 'Date', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: 'city', head: 'Ville', width: 'text', cell: ({ city }) => city },
  { id: 'supplier', head: 'Fournisseur', cell: ({ supplierCustomId }) => supplierCustomId ?? <Nothing /> },
  amountColumn('amount', 'Montant', ({ collected }) => collected, common.strong),
  { id: 'payment', head: 'Paiement', cell: ({ payment }) => <StateBadge look={PAYMENT_LOOKS[payment]} /> },
  { id: 'status', head: 'Statut', cell: ({ status }) => <StateBadge look={lookOfStatus(status)} /> },
]

const CARD = ['id date', 'amount status']

function Orders({ person: { orders, placed } }: { person: PersonDetail }) {
  return (
    <PersonSection title="Commandes">
      {orders > ORDERS_OF_PERSON && (
        <p className={common.note}>
          Les {ORDERS_OF_PERSON} plus récentes sur {formatInteger(orders)}.
        </p>
      )}
      <DataTable
        label="Commandes du client"
        columns={COLUMNS}
        rows={placed}
        rowKey={({ id }) => id}
        card={CARD}
        rowClassName={style.order}
        density="compact"
        isBusy={false}
      />
    </PersonSection>
  )
}
