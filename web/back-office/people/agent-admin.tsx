import { useState } from 'react'
import { type AgentRow, agentPage } from '#features/accounts/contract.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { DATE_CHOICES } from '#web/list-kit/list-api-query.ts'
import { ChoiceFilter, ListFilters, ListPage, SearchFilter } from '#web/list-kit/list-page.tsx'
import { PagedList } from '#web/list-kit/paged-list.tsx'
import { Moment, WithNote } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { BannedBadge } from './banned-badge.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { CONTACT, IDENTIFIER, usePeople } from './people-list.tsx'
import { type UserActs, UserButtons, UserDialogs, UserProblem, useUserActs } from './user-acts.tsx'
import style from './user-admin.module.css'

export const handle: AdminPage = { title: 'Tableau de bord - Agents' }

export const meta = () => adminMeta(handle)

const TEXTS = {
  list: 'Liste des agents',
  pages: 'Pages des agents',
  loading: 'Chargement des agents…',
  failed: 'Les agents n’ont pas pu être chargés',
  nothingYet: {
    title: 'Aucun agent pour le moment',
    text: 'Un agent appelle les clientes et confirme leurs commandes. Il ne voit ni gains, ni prix fournisseur, ni RIB.',
  },
  nothingMatches: {
    title: 'Aucun agent ne correspond',
    text: 'Vérifiez le nom, l’identifiant, l’e-mail ou le téléphone cherché.',
  },
}

const StateBadge = ({ isBanned, isInvited }: AgentRow) =>
  isBanned ? <BannedBadge /> : isInvited && <Badge tone="neutral">Invitation envoyée</Badge>

const columns = (acts: UserActs): readonly Column<AgentRow>[] => [
  IDENTIFIER,
  {
    id: 'name',
    head: 'Nom',
    width: 'text',
    lines: 2,
    cell: (agent) => <WithNote note={<StateBadge {...agent} />}>{agent.name}</WithNote>,
  },
  { ...CONTACT, width: 'text' },
  { id: 'address', head: 'Adresse', width: 'long', isExtra: true, cell: ({ address }) => <bdi>{address}</bdi> },
  { id: 'created', head: 'Créé le', isExtra: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { id: 'actions', head: 'Actions', isPinned: true, cell: (agent) => <UserButtons user={agent} acts={acts} /> },
]

const CARD = ['name customId', 'contact', 'actions']

/** People who call the customers: they are invited and banned here. */
export default function AgentAdmin() {
  const { address, reload, list } = usePeople('/api/admin/agents', agentPage)
  const acts = useUserActs(reload)
  const [isInviting, setInviting] = useState(false)

  return (
    <ListPage>
      <ListFilters
        label="Filtrer les agents"
        action={
          <Button size="small" icon="plus" onClick={() => setInviting(true)}>
            Inviter un agent
          </Button>
        }
      >
        <SearchFilter address={address} label="Recherche par nom" placeholder="Nom, identifiant, e-mail…" />
        <ChoiceFilter address={address} name="sort" label="Tri" isSort choices={DATE_CHOICES} />
      </ListFilters>
      <UserProblem acts={acts} />
      <PagedList
        {...list}
        columns={columns(acts)}
        card={CARD}
        rowClassName={style.row}
        rowState={({ isBanned }) => (isBanned ? 'banned' : undefined)}
        icon="users"
        texts={TEXTS}
      />
      <UserDialogs acts={acts} />
      <InviteDialog invites="agent" isOpen={isInviting} onClose={() => setInviting(false)} onInvited={reload} />
    </ListPage>
  )
}
