import { useState } from 'react'
import { Link } from 'react-router'
import { couriersAnswer } from '#features/parcels/couriers/contract.ts'
import { type StatementPreview, statementPreview, statementStored } from '#features/settlements/contract.ts'
import { MAX_REFERENCE, STATEMENT_FIELDS } from '#features/settlements/model.ts'
import { localDay } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import type { ApiError } from '#web/api/api.ts'
import { fieldSentences } from '#web/api/french-errors.ts'
import { amountIn } from '#web/forms/sale-amount.ts'
import { useApi } from '#web/forms/use-api.ts'
import { useUnsaved } from '#web/forms/use-unsaved.ts'
import { ListPage } from '#web/list-kit/list-page.tsx'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { PasteSheet } from '#web/parcels/paste/paste-sheet.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './settlements.module.css'
import { PreviewedLines } from './statement-lines.tsx'
import { TotalsInWords } from './totals.tsx'

interface Head {
  courier_id: string
  reference: string
  paid_on: string
  received: string
}

/** Sentences about the fields above the list that are wrong. */
function problemsOf({ courier_id, reference, paid_on, received }: Head): Partial<Head> {
  return {
    ...(courier_id === '' && { courier_id: 'Choisissez le livreur.' }),
    ...(reference.trim() === '' && {
      reference: 'Écrivez le numéro du relevé, ou la date si le livreur n’en donne pas.',
    }),
    ...(paid_on === '' && { paid_on: 'Choisissez le jour du versement.' }),
    ...(paid_on > localDay(new Date()) && { paid_on: 'Cette date est à venir\u00A0: indiquez le jour du versement.' }),
    ...(signedAmountIn(received) === null && { received: 'Écrivez la somme vraiment reçue, par exemple 22167,00.' }),
  }
}

const FIELDS = ['courier_id', 'reference', 'paid_on', 'received'] as const satisfies (keyof Head)[]

/** The sentences of a refusal about the fields above the list. */
const refusedIn = (error: ApiError): Partial<Head> =>
  error.code === 'reference_entered' ? { reference: error.message } : fieldSentences(error, FIELDS)

/** Moves the focus to the first of the fields that are wrong; false when none is. */
function focusFirst(problems: Partial<Head>): boolean {
  const first = FIELDS.find((name) => problems[name] !== undefined)
  if (first) document.getElementById(`releve-${first}`)?.focus()
  return first !== undefined
}

/** As `amountIn`, with a minus before it where the courier took money back. */
function signedAmountIn(typed: string): number | null {
  const [, minus, rest] = /^\s*([-−]?)(.*)$/.exec(typed)!
  const amount = amountIn(rest!)
  return amount === null ? null : minus ? -amount : amount
}

/** A statement that a courier sent: what was received, and the list that it is for. */
export function NewStatement({ onStored }: { onStored: (id: number, words: string) => void }) {
  const { data, error, isLoading, reload } = useApi('/api/admin/couriers', couriersAnswer)
  const [head, setHead] = useState<Head>({ courier_id: '', reference: '', paid_on: localDay(new Date()), received: '' })
  const [isTyped, setTyped] = useState(false)
  useUnsaved(isTyped)
  const [isChecked, setChecked] = useState(false)
  // Until they are changed.
  const [refused, setRefused] = useState<Partial<Head>>({})
  const problems = problemsOf(head)
  const shown = { ...refused, ...(isChecked && problems) }
  const couriers = data?.couriers ?? []
  const field = (name: keyof Head) => ({
    id: `releve-${name}`,
    name,
    value: head[name],
    error: shown[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped(true)
      setRefused({ ...refused, [name]: undefined })
      setHead((before) => ({ ...before, [name]: currentTarget.value }))
    },
  })

  return (
    <ListPage>
      <p className={common.targets}>
        <Link to={addresses.admin.settlements} className={style.back}>
          <Icon name="arrow-left" size={16} /> Tous les versements
        </Link>
      </p>
      <h2 className={style.name}>Nouveau relevé</h2>
      {error !== null && (
        <LoadFailed
          title="Les livreurs n’ont pas pu être chargés"
          error={error}
          isLoading={isLoading}
          onRetry={reload}
        />
      )}
      {data && couriers.length === 0 ? (
        <EmptyState
          icon="truck"
          title="Ajoutez d’abord un livreur"
          action={<ButtonLink to={addresses.admin.couriers}>Livreurs</ButtonLink>}
        >
          <p>Un relevé est celui d’un livreur&nbsp;: ses numéros de suivi et son tarif permettent de le vérifier.</p>
        </EmptyState>
      ) : (
        <>
          <section className={classes(common.panel, style.fields)} aria-label="Le versement">
            <SelectField label="Livreur" {...field('courier_id')}>
              <option value="">Choisir…</option>
              {couriers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <Field label="Référence du relevé" maxLength={MAX_REFERENCE} autoComplete="off" {...field('reference')} />
            <Field label="Versé le" type="date" max={localDay(new Date())} {...field('paid_on')} />
            <Field label="Somme vraiment reçue (DH)" inputMode="decimal" autoComplete="off" {...field('received')} />
          </section>
          <section className={common.panel} aria-labelledby="liste-du-livreur">
            <h2 id="liste-du-livreur">Sa liste</h2>
            <PasteSheet
              path="/api/admin/statements"
              previewAnswer={statementPreview}
              appliedAnswer={statementStored}
              label="Les lignes du relevé"
              fields={STATEMENT_FIELDS}
              beside={() => {
                setChecked(true)
                return focusFirst(problems) ? null : { ...head, received: String(signedAmountIn(head.received)! / 100) }
              }}
              besideRefused={(error) => {
                const found = refusedIn(error)
                setRefused(found)
                return focusFirst(found)
              }}
              summary={summaryOf}
              show={(preview) => <Preview preview={preview} />}
              apply={({ rows }) => (rows.length === 0 ? null : 'Enregistrer et vérifier les lignes')}
              onApplied={({ id, message }) => onStored(id, message)}
            />
          </section>
        </>
      )}
    </ListPage>
  )
}

function summaryOf({ rows, missing }: StatementPreview): string {
  if (missing.length > 0) return 'Il manque des colonnes.'
  const right = rows.filter(({ verdict }) => verdict === 'right').length
  const words = rows.length > 1 ? `${rows.length} lignes` : `${rows.length} ligne`
  return `${words}, dont ${right} ${right > 1 ? 'conformes' : 'conforme'}.`
}

function Preview({ preview: { rows, totals, missing, fees_compared, columns } }: { preview: StatementPreview }) {
  if (missing.length > 0) return null
  return (
    <div className={common.stack}>
      {!fees_compared && (
        <Notice tone="info">
          {columns.fee === null && columns.net === null
            ? 'Pas de colonne de frais\u00A0: les frais ne seront pas vérifiés.'
            : 'Aucun frais dans cette colonne\u00A0: les frais ne seront pas vérifiés.'}
        </Notice>
      )}
      <TotalsInWords totals={totals} />
      <PreviewedLines rows={rows} />
    </div>
  )
}
