import { useState } from 'react'
import { couriersAnswer } from '#features/parcels/couriers/contract.ts'
import { COURIER_STATES, PARCEL_STATE_NAMES } from '#features/parcels/model.ts'
import {
  type StatusPreview,
  type StatusRow,
  statusApplied,
  statusPreview,
} from '#features/parcels/statuses/contract.ts'
import { APPLIED, STATUS_FIELDS, STATUS_VERDICTS, UNMATCHED } from '#features/parcels/statuses/rules.ts'
import { message } from '#platform/kernel/codecs.ts'
import { addresses } from '#web/addresses.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { CellLink, Strong } from '#web/list-kit/table/cells.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Choices, PasteSheet } from '../paste/paste-sheet.tsx'
import { PreviewRows } from '../paste/preview-rows.tsx'
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
          apply={({ rows, changes }) =>
            changes === 0 ? null : `Appliquer ${changed(changes)}, laisser ${rows.length - changes}`
          }
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

interface PreviewProps {
  preview: StatusPreview
  courier: string
  choices: Choices
  choose: (choices: Choices) => void
}

function Preview({ preview, courier, choices, choose }: PreviewProps) {
  const { rows } = preview
  const [problem, setProblem] = useState<string | null>(null)
  const ticked: number[] = JSON.parse(choices.ticked ?? '[]')
  const isForeign = rows.length > 0 && rows.every(({ verdict }) => UNMATCHED.includes(verdict))
  const name = async (label: string, state: string) => {
    setProblem(null)
    try {
      await callApi(`/api/admin/couriers/${Number(courier)}/labels`, {
        method: 'PUT',
        body: { label, state },
        answer: message,
      })
      choose(choices)
    } catch (error) {
      setProblem(errorSentence(error))
    }
  }
  const tick = (row: number, isTicked: boolean) =>
    choose({ ...choices, ticked: JSON.stringify(isTicked ? [...ticked, row] : ticked.filter((each) => each !== row)) })
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
        rows={inTurn(rows)}
        cells={(row) => cellsOf(row, ticked.includes(row.row), tick)}
      />
    </div>
  )
}

/** Rows to look at first, then those that change something, then the others. */
const inTurn = (rows: readonly StatusRow[]): StatusRow[] => rows.toSorted((a, b) => rank(a) - rank(b) || a.row - b.row)

const ASKING: readonly StatusRow['verdict'][] = ['unknown_word', 'always_asked', 'ask', 'twice']

const rank = ({ verdict }: StatusRow): number =>
  ASKING.includes(verdict) ? 0 : APPLIED.includes(verdict) ? 1 : UNMATCHED.includes(verdict) ? 2 : 3

const toneOf = (row: StatusRow) => (['warn', 'ok', 'warn', 'neutral'] as const)[rank(row)]!

function cellsOf(row: StatusRow, isTicked: boolean, tick: (row: number, isTicked: boolean) => void) {
  const { id, tracking, before, after, word, verdict } = row
  return {
    first: (
      <>
        {id === null ? (
          <span className={common.quiet}>Sans commande</span>
        ) : (
          <CellLink to={addresses.adminOrder(id)}>
            <Strong>n°&nbsp;{id}</Strong>
          </CellLink>
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
    verdict:
      verdict === 'ask' || isTicked ? (
        <Checkbox checked={isTicked} onChange={({ currentTarget }) => tick(row.row, currentTarget.checked)}>
          {isTicked ? STATUS_VERDICTS.delivers : STATUS_VERDICTS.ask}
        </Checkbox>
      ) : (
        <Badge tone={toneOf(row)}>{STATUS_VERDICTS[verdict]}</Badge>
      ),
  }
}
