import { useState } from 'react'
import { type BuyerRow, buyerPage } from '#features/buyers/contract.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { BannedBadge } from '#web/back-office/people/banned-badge.tsx'
import { InviteDialog } from '#web/back-office/people/invite-dialog.tsx'
import { CONTACT, IDENTIFIER, usePeople } from '#web/back-office/people/people-list.tsx'
import {
  type UserActs,
  UserButtons,
  UserDialogs,
  UserProblem,
  useUserActs,
} from '#web/back-office/people/user-acts.tsx'
import userStyle from '#web/back-office/people/user-admin.module.css'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { DATE_CHOICES, withQuery } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { Strong, WithNote } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import style from './buyer-admin.module.css'
import { SaleDialog } from './buyer-admin-sale.tsx'
import { DeclaredSales } from './declared-sales.tsx'

export const handle: AdminPage = { title: 'Tableau de bord - Acheteurs' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des acheteurs',
  pages: 'Pages des acheteurs',
  loading: 'Chargement des acheteurs…',
  failed: 'Les acheteurs n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun acheteur pour le moment',
    text: 'Invitez le premier\u00A0: il recevra un lien pour choisir son mot de passe.',
  },
  nothingMatches: {
    title: 'Aucun acheteur ne correspond',
    text: 'Vérifiez le nom, l’identifiant, l’e-mail ou le téléphone cherché.',
  },
}

const columns = (onSell: (buyer: BuyerRow) => void, acts: UserActs): readonly Column<BuyerRow>[] => [
  {
    ...IDENTIFIER,
    lines: 2,
    cell: ({ customId, isBanned }) => (
      <WithNote note={isBanned && <BannedBadge />}>
        <Strong>{customId}</Strong>
      </WithNote>
    ),
  },
  {
    id: 'name',
    head: 'Nom',
    width: 'text',
    lines: 2,
    cell: ({ name, address }) => <WithNote note={<bdi>{address}</bdi>}>{name}</WithNote>,
  },
  CONTACT,
  { id: 'sold', head: 'Vendu', isNumber: true, cell: ({ stockSold }) => <Price amount={stockSold} /> },
  {
    id: 'left',
    head: 'Restant',
    isNumber: true,
    lines: 2,
    cell: ({ stockLeft, totalStock }) => (
      <WithNote
        note={
          <>
            <span className={userStyle.unit}>restants </span>sur {formatDirhams(totalStock)}
          </>
        }
      >
        <Price amount={stockLeft} className={common.bold!} />
      </WithNote>
    ),
  },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (buyer) => (
      <UserButtons user={buyer} acts={acts}>
        <Button
          className={common.nowrap!}
          look="secondary"
          size="small"
          disabled={buyer.stockLeft === 0}
          title={buyer.stockLeft === 0 ? 'Il ne reste rien à vendre' : undefined}
          onClick={() => onSell(buyer)}
        >
          Modifier le stock<span className="visually-hidden"> de {buyer.name}</span>
        </Button>
      </UserButtons>
    ),
  },
]

const CARD = ['customId left', 'name', 'contact', 'actions']

export default function BuyerAdmin() {
  const { address, filters, reload, list } = usePeople('/api/admin/buyers', buyerPage)
  const { data: page } = list.answer
  const [selling, setSelling] = useState<BuyerRow | null>(null)
  const [isInviting, setInviting] = useState(false)
  const acts = useUserActs(reload)

  return (
    <ListPage>
      <DeclaredSales onDecided={reload} />
      <ListFilters
        label="Filtrer les acheteurs"
        exported={{ path: withQuery('/api/admin/buyers.csv', filters), file: 'acheteurs.csv' }}
        action={
          <Button size="small" icon="plus" onClick={() => setInviting(true)}>
            Inviter un acheteur
          </Button>
        }
      >
        <SearchFilter address={address} label="Recherche par nom" placeholder="Nom, identifiant, e-mail…" />
        <ChoiceFilter address={address} name="sort" label="Tri" isSort choices={DATE_CHOICES} />
      </ListFilters>
      <UserProblem acts={acts} />
      <PagedList
        {...list}
        columns={columns(setSelling, acts)}
        card={CARD}
        rowClassName={userStyle.row}
        rowState={({ isBanned }) => (isBanned ? 'banned' : undefined)}
        icon="user"
        texts={TEXTS}
      />
      {page && page.total > 0 && (
        <p className={classes(common.note, common.digits, style.pageOf)}>
          Page {page.current_page} sur {page.last_page}
        </p>
      )}
      <UserDialogs acts={acts} />
      <SaleDialog buyer={selling} onClose={() => setSelling(null)} onSettled={reload} />
      <InviteDialog invites="buyer" isOpen={isInviting} onClose={() => setInviting(false)} onInvited={reload} />
    </ListPage>
  )
}
