import { useState } from 'react'
import { couriersAnswer } from '#features/parcels/couriers/contract.ts'
import { COURIER_STATES, type CourierState, PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import {
  type StatusPreview,
  type StatusRow,
  statusApplied,
  statusPreview,
} from '#features/parcels/statuses/contract.ts'
import {
  APPLIED,
  type Decision,
  HEARD,
  STATUS_FIELDS,
  STATUS_VERDICTS,
  UNMATCHED,
} from '#features/parcels/statuses/rules.ts'
import { message } from '#platform/kernel/codecs.ts'
import { addresses } from '#web/addresses.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { openInsteadOfChanging } from '#web/list-kit/open-list.ts'
import { CellLink, Strong } from '#web/list-kit/table/cells.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Select, SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Choices, PasteSheet } from '../paste/paste-sheet.tsx'
import { PreviewRows } from '../paste/preview-rows.tsx'
import { PreviewedOrder } from '../paste/previewed-order.tsx'
import style from './parcels.module.css'

/** A courier's file of statuses: pasted, looked at row by row, then applied. */
export function ImportStatuses({ onApplied }: { onApplied: () => void }) {
  const { data, error, isLoading, reload } = useApi('/api/admin/couriers', couriersAnswer)
  const [chosen, setChosen] = useState('')
  if (error !== null)
    return (
      <LoadFailed title="Les livreurs n’ont pas pu être chargés" error={error} isLoading={isLoading} onRetry={reload} />
    )
  if (data?.couriers.length === 0)
    return (
      <Notice tone="info" title="Ajoutez d’abord un livreur">
        <p className={common.targets}>
          <CellLink to={addresses.admin.couriers}>Ouvrir les livreurs</CellLink>
        </p>
      </Notice>
    )
  const courier = data?.couriers.length === 1 ? String(data.couriers[0]!.id) : chosen
  return (
    <section className={common.panel} aria-labelledby="import">
      <h2 id="import">Importer les statuts</h2>
      <SelectField
        label="Livreur"
        value={courier}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        className={style.courier}
      >
        <option value="" disabled>
          Choisir…
        </option>
        {data?.couriers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {courier !== '' && (
        <PasteSheet
          key={courier}
          path="/api/admin/parcels/statuses"
          beside={() => ({ courier_id: courier })}
          previewAnswer={statusPreview}
          appliedAnswer={statusApplied}
          label="Les statuts de votre livreur"
          fields={STATUS_FIELDS}
          summary={({ rows, changes }) => `${lines(rows.length)}, ${changed(changes)}.`}
          show={(preview, choices, choose) => (
            <Preview preview={preview} courier={courier} choices={choices} choose={choose} />
          )}
          apply={({ rows, changes }) => {
            if (changes > 0) return `Appliquer ${changed(changes)}, laisser ${rows.length - changes}`
            const heard = rows.filter(({ verdict }) => HEARD.includes(verdict)).length
            return heard === 0 ? null : `Appliquer, noter ${heard} mot${heard > 1 ? 's' : ''} à vérifier`
          }}
          onUnanswered={onApplied}
          onApplied={({ applied, left }) => {
            toast({
              title: `${changed(applied)} appliqué${applied > 1 ? 's' : ''}, ${lines(left)} laissée${left > 1 ? 's' : ''}`,
            })
            onApplied()
          }}
        />
      )}
    </section>
  )
}

const lines = (count: number) => `${count} ligne${count > 1 ? 's' : ''}`
const changed = (count: number) => `${count} changement${count > 1 ? 's' : ''}`

const decisionsOf = ({ decisions = '[]' }: Choices): Decision[] => JSON.parse(decisions)

interface PreviewProps {
  preview: StatusPreview
  courier: string
  choices: Choices
  choose: (change: (now: Choices) => Choices) => void
}

function Preview({ preview, courier, choices, choose }: PreviewProps) {
  const { rows } = preview
  const [problem, setProblem] = useState<string | null>(null)
  const decisions = decisionsOf(choices)
  const isForeign = rows.length > 0 && rows.every(({ verdict }) => UNMATCHED.includes(verdict))
  const name = async (label: string, state: string) => {
    setProblem(null)
    try {
      await callApi(`/api/admin/couriers/${Number(courier)}/labels`, {
        method: 'PUT',
        body: { label, state },
        answer: message,
      })
      choose((now) => now)
    } catch (error) {
      setProblem(errorSentence(error))
    }
  }
  const decide: Decide = (row, state) =>
    choose((now) => {
      const others = decisionsOf(now).filter((each) => each.row !== row)
      return { ...now, decisions: JSON.stringify(state === null ? others : [...others, { row, state }]) }
    })
  const decisionOf = (row: StatusRow) => decisions.find((each) => each.row === row.row)?.state
  return (
    <div className={common.stack}>
      {isForeign && (
        <Notice tone="warn" role="alert" title="Aucune ligne ne correspond à un colis de ce livreur">
          Vérifiez le livreur choisi et les colonnes.
        </Notice>
      )}
      {problem && (
        <Notice tone="danger" role="alert" title="Le mot n’a pas été enregistré">
          {problem}
        </Notice>
      )}
      {preview.unknown_words.length > 0 && (
        <fieldset className={style.words}>
          <legend className={common.strong}>Mots inconnus&nbsp;: choisissez leur sens, une fois pour toutes</legend>
          {preview.unknown_words.map((word) => (
            <SelectField
              key={word}
              size="small"
              label={`«\u00A0${word}\u00A0»`}
              defaultValue=""
              onKeyDown={openInsteadOfChanging}
              onChange={({ currentTarget }) => name(word, currentTarget.value)}
            >
              <option value="" disabled>
                Choisir…
              </option>
              {COURIER_STATES.map((state) => (
                <option key={state} value={state}>
                  {PARCEL_STATE_NAMES[state]}
                </option>
              ))}
            </SelectField>
          ))}
        </fieldset>
      )}
      <PreviewRows
        label="Lignes du fichier"
        rows={inTurn(rows, decisionOf)}
        cells={(row) => cellsOf(row, decisionOf(row), decide)}
      />
    </div>
  )
}

/** Takes a decision about a row, or takes it back. */
type Decide = (row: number, state: Decision['state'] | null) => void
type Decided = Decision['state'] | undefined

/** Rows to look at first, then those that change something, then the others. A decision moves no row under the hand. */
const inTurn = (rows: readonly StatusRow[], decisionOf: (row: StatusRow) => Decided): StatusRow[] => {
  const turn = (row: StatusRow) => {
    const decided = decisionOf(row)
    return decided === undefined ? rank(row) : decided === 'ignore' ? 1 : 0
  }
  return rows.toSorted((a, b) => turn(a) - turn(b) || a.row - b.row)
}

/** Rows about a known parcel of which a person has to say more than their words do. */
const OPEN: readonly StatusRow['verdict'][] = ['always_asked', 'twice', 'no_word']

const ASKING: readonly StatusRow['verdict'][] = [...OPEN, 'unknown_word', 'ask']

const rank = ({ verdict }: StatusRow): number =>
  ASKING.includes(verdict) ? 0 : APPLIED.includes(verdict) ? 1 : UNMATCHED.includes(verdict) ? 2 : 3

const toneOf = (row: StatusRow) => (['warn', 'ok', 'warn', 'neutral'] as const)[rank(row)]!

function cellsOf(row: StatusRow, decided: Decided, decide: Decide) {
  const { id, tracking, before, after, word } = row
  return {
    first: (
      <>
        {id === null ? (
          <span className={common.quiet}>Sans commande</span>
        ) : (
          <PreviewedOrder id={id}>
            <Strong>n°&nbsp;{id}</Strong>
          </PreviewedOrder>
        )}
        {tracking && <span className={classes(common.note, common.anywhere)}> {tracking}</span>}
      </>
    ),
    second: (
      <>
        «&nbsp;{word}&nbsp;»
        {before && (
          <span className={common.note}>
            {' '}
            {PARCEL_STATE_NAMES[before]}
            {after && after !== before && ` → ${PARCEL_STATE_NAMES[after]}`}
          </span>
        )}
      </>
    ),
    verdict: <Verdict row={row} decided={decided} decide={decide} />,
  }
}

/** The verdict about a row, which a person may change. */
function Verdict({ row, decided, decide }: { row: StatusRow; decided: Decided; decide: Decide }) {
  const { row: nth, id, verdict } = row
  const isApplied = APPLIED.includes(verdict)
  if (isApplied || verdict === 'left' || verdict === 'ask')
    return (
      <Checkbox
        // As it was decided: the next preview is on its way.
        checked={decided === undefined ? isApplied || verdict === 'left' : decided !== 'ignore'}
        onChange={() => decide(nth, decided !== undefined ? null : verdict === 'ask' ? 'delivered' : 'ignore')}
      >
        {STATUS_VERDICTS[verdict]}
      </Checkbox>
    )
  const badge = <Badge tone={toneOf(row)}>{STATUS_VERDICTS[verdict]}</Badge>
  if (id === null || !OPEN.includes(verdict)) return badge
  return (
    <div className={classes(common.stack, common.gap2)}>
      {badge}
      <Select
        size="small"
        className={style.decision}
        aria-label={`Ligne ${nth}, commande ${id}\u00A0: où est le colis`}
        value={decided ?? ''}
        onChange={({ currentTarget }) => decide(nth, currentTarget.value as CourierState)}
      >
        <option value="">Laisser cette ligne</option>
        {COURIER_STATES.map((state) => (
          <option key={state} value={state}>
            {PARCEL_STATE_NAMES[state]}
          </option>
        ))}
      </Select>
    </div>
  )
}
