import type { Role } from '#features/accounts/model.ts'
import type { WithdrawalRow } from '#features/earnings/contract.ts'
import { DecisionButtons } from '#web/back-office/decision-dialog.tsx'
import type { Decisions } from '#web/back-office/use-decisions.ts'
import { BY_DATE } from '#web/list-kit/list-api-query.ts'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { DECISION_LOOKS } from '#web/list-kit/states.ts'
import { Moment, Phone, Strong, WithNote } from '#web/list-kit/table/cells.tsx'
import type { Column } from '#web/list-kit/table/data-table.tsx'
import { RecentRibBadge } from '#web/rib/recent-rib.tsx'
import { MaskedRib } from '#web/rib/rib.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import common from '#web/ui/common.module.css'
import { Price } from '#web/ui/price.tsx'
import type { Selection } from './withdrawal-selection.tsx'
import style from './withdrawals-admin.module.css'

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  supplier: 'Fournisseur',
  buyer: 'Acheteur',
  agent: 'Agent',
  admin: 'Administrateur',
}

export const withdrawalColumns = (
  decisions: Decisions<WithdrawalRow>,
  selection: Selection,
): readonly Column<WithdrawalRow>[] => [
  {
    id: 'customId',
    head: 'Identifiant',
    isPinned: true,
    lines: 2,
    cell: (row) => (
      <span className={style.pick}>
        <span className={style.room}>
          {decisions.statusOf(row) === 'pending' && (
            <Checkbox
              className={style.box}
              aria-label={`Sélectionner le retrait de ${row.account.name}`}
              checked={selection.has(row)}
              onChange={() => selection.toggle(row)}
            />
          )}
        </span>
        <span>
          <WithNote note={ROLE_WORDS[row.account.role]}>
            <Strong>{row.account.customId}</Strong>
          </WithNote>
        </span>
      </span>
    ),
  },
  {
    id: 'name',
    head: 'Nom',
    width: 'text',
    lines: 2,
    cell: ({ account }) => <WithNote note={<Phone digits={account.phone} />}>{account.name}</WithNote>,
  },
  {
    id: 'amount',
    head: 'Montant',
    isNumber: true,
    cell: ({ amount }) => <Price amount={amount} className={common.bold!} />,
  },
  { id: 'status', head: 'Statut', cell: (row) => <StateBadge look={DECISION_LOOKS[decisions.statusOf(row)]} /> },
  {
    id: 'rib',
    head: 'RIB',
    cell: ({ id, rib, ribChangedAt, account }) => (
      <div className={style.account}>
        {rib === null ? (
          <span className={common.faint}>Non renseigné</span>
        ) : (
          <MaskedRib key={id} rib={rib} owner={account.name} />
        )}
        <RecentRibBadge changedAt={ribChangedAt} />
      </div>
    ),
  },
  {
    id: 'date',
    head: 'Demandé le',
    width: 'date',
    sort: BY_DATE,
    cell: ({ requestedAt }) => <Moment at={requestedAt} />,
  },
  {
    id: 'actions',
    head: 'Actions',
    isPinned: true,
    cell: (row) =>
      decisions.statusOf(row) === 'pending' && (
        <DecisionButtons what={`le retrait de ${row.account.name}`} onAsk={(verdict) => decisions.ask(row, verdict)} />
      ),
  },
]
