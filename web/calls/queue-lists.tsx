import { useState } from 'react'
import * as z from 'zod/mini'
import { callAnswer, reopenRequest } from '#features/calls/contract.ts'
import type { CallList } from '#features/calls/model.ts'
import { queuePage, type ShortCard } from '#features/calls/queue/contract.ts'
import { isSettled } from '#features/calls/rules.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { useRowChanges } from '#web/list-kit/row-changes.ts'
import { SearchField } from '#web/list-kit/search-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './queue-lists.module.css'
import { StageWords } from './stage.tsx'

const LISTS: readonly (readonly [list: CallList, title: string])[] = [
  ['promised', 'Rappels promis'],
  ['later', 'Reportées'],
  ['unreachable', 'Injoignables'],
  ['wrong_number', 'Faux numéros'],
  ['confirmed', 'Confirmées'],
]

const ROWS = 20

/** The orders that are not to be called now, in closed lists: each is loaded when it is opened. */
export function QueueLists() {
  return (
    <section aria-label="Listes d’appels">
      {LISTS.map(([list, title]) => (
        <QueueList key={list} list={list} title={title} />
      ))}
    </section>
  )
}

function QueueList({ list, title }: { list: CallList; title: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={style.list} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {title}
        <Icon name="chevron-down" size={18} />
      </summary>
      {isOpen && <Opened list={list} />}
    </details>
  )
}

function Opened({ list }: { list: CallList }) {
  const [search, setSearch] = useState('')
  return (
    <div className={classes(common.stack, common.gap2)}>
      <SearchField
        className={style.search}
        label="Chercher dans la liste"
        isLabelHidden
        placeholder="Nom, téléphone ou numéro"
        value={search}
        onSearch={setSearch}
      />
      <Found key={search} list={list} search={search} />
    </div>
  )
}

function Found({ list, search }: { list: CallList; search: string }) {
  const [rows, setRows] = useState(ROWS)
  const query = new URLSearchParams({ tab: list, per_page: String(rows), ...(search && { search }) })
  const { data, error, isLoading, reload } = useApi(`/api/confirmation/queue?${query}`, queuePage)
  const { act, problem, forgetProblem } = useRowChanges<number, never>(reload)
  if (!data && error !== null)
    return <LoadFailed title="La liste n’a pas pu être chargée" error={error} isLoading={isLoading} onRetry={reload} />
  if (!data) return <p className={common.hint}>Chargement…</p>
  if (data.total === 0) return <p className={common.hint}>{search ? 'Aucune commande trouvée.' : 'Aucune commande.'}</p>
  const reopen = ({ id }: ShortCard) =>
    act({
      send: () =>
        callApi(`/api/confirmation/${id}/reopen`, {
          method: 'POST',
          body: z.encode(reopenRequest, { note: null, hold: false }),
          answer: callAnswer,
        }),
      problemOf: (error) => ({ title: `La commande ${id} n’a pas été rouverte`, text: errorSentence(error) }),
    })
  return (
    <div className={classes(common.stack, common.gap2)}>
      <ProblemNotice problem={problem} onClose={forgetProblem} />
      <ul className={style.cards}>
        {data.data.map((card) => (
          <Card key={card.id} card={card} onReopen={() => reopen(card)} />
        ))}
      </ul>
      {data.total > data.data.length && rows < 100 && (
        <Button look="secondary" size="small" onClick={() => setRows(100)}>
          Voir les {Math.min(100, data.total)} premières
        </Button>
      )}
    </div>
  )
}

function Card({ card, onReopen }: { card: ShortCard; onReopen: () => void }) {
  const { name, phone, city } = card.recipient
  return (
    <li className={style.card}>
      <p className={style.who}>
        <span className={common.digits}>n°&nbsp;{card.id}</span> <bdi className={common.strong}>{name}</bdi>{' '}
        <span className={common.quiet}>{city}</span>{' '}
        <StageWords order={{ status: 'pending', payment: 'pending', confirmation: card, parcel: null }} />
      </p>
      <a className={classes(common.digits, style.call)} href={`tel:${phone}`}>
        <Icon name="phone" size={18} />
        {readablePhone(phone)}
      </a>
      {isSettled(card.contact) && (
        <Button look="secondary" size="small" aria-label={`Rouvrir la commande ${card.id}`} onClick={onReopen}>
          Rouvrir
        </Button>
      )}
    </li>
  )
}
