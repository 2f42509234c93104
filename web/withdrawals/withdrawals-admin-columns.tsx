import type { Role } from '#features/accounts/names.ts'
import type { WithdrawalRow } from '#features/earnings/contract.ts'
import { Moment, Phone, Strong } from '#web/dashboard/cells.tsx'
import type { Column } from '#web/dashboard/data-table.tsx'
import { DecisionButtons } from '#web/dashboard/decision-dialogs.tsx'
import { BY_DATE } from '#web/dashboard/list-query.ts'
import { StateBadge } from '#web/dashboard/state-badge.tsx'
import { DECISION_LOOKS } from '#web/dashboard/states.ts'
import type { Decisions } from '#web/dashboard/use-decisions.ts'
import { Price } from '#web/ui/price.tsx'
import { RecentRibBadge } from './recent-rib.tsx'
import { MaskedRib } from './rib.tsx'
import style from './withdrawals-admin.module.css'

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  supplier: 'Fournisseur',
  buyer: 'Acheteur',
  admin: 'Administrateur',
}

export const withdrawalColumns = (decisions: Decisions<WithdrawalRow>): readonly Column<WithdrawalRow>[] => [
  { id: 'customId', head: 'Identifiant', isPinned: true, cell: ({ account }) => <Strong>{account.customId}</Strong> },
  { id: 'name', head: 'Nom', cell: ({ account }) => account.name },
  { id: 'phone', head: 'Téléphone', cell: ({ account }) => <Phone digits={account.phone} /> },
  {
    id: 'amount',
    head: 'Montant',
    isNumber: true,
    cell: ({ amount }) => <Price amount={amount} className={style.amount} />,
  },
  { id: 'role', head: 'Rôle', cell: ({ account }) => ROLE_WORDS[account.role] },
  {
    id: 'rib',
    head: 'RIB',
    cell: ({ id, rib, account }) =>
      rib === null ? (
        <span className={style.none}>Non renseigné</span>
      ) : (
        <MaskedRib key={id} rib={rib} owner={account.name} />
      ),
  },
  { id: 'date', head: 'Demandé le', lines: 2, sort: BY_DATE, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  { id: 'status', head: 'Statut', cell: (row) => <StateBadge look={DECISION_LOOKS[decisions.statusOf(row)]} /> },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (row) =>
      decisions.statusOf(row) === 'pending' && (
        <div className={style.decision}>
          <DecisionButtons
            what={`le retrait de ${row.account.name}`}
            onAsk={(verdict) => decisions.ask(row, verdict)}
          />
          <RecentRibBadge changedAt={row.ribChangedAt} />
        </div>
      ),
  },
]
