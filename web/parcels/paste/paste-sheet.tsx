import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { MAX_PASTED_BYTES, MAX_PASTED_ROWS, SHEET_COLUMNS_FIELD, SHEET_FIELD } from '#platform/kernel/list-limits.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { focusIfLost } from '#web/forms/lost-focus.ts'
import { useIdempotencyKey } from '#web/forms/use-idempotency-key.ts'
import { useUnsaved } from '#web/forms/use-unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame, SelectField } from '#web/ui/field.tsx'
import { copyOf, FilePicker } from '#web/ui/file-picker.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './paste-sheet.module.css'

/** The answer of a preview, as `sheetAnswer` spells it, with rows of its own. */
interface Previewed {
  headings: string[]
  columns: Record<string, string | null>
  missing: string[]
  digest: string
}

/** Choices that are sent beside the table, under the names of the form. */
export type Choices = Readonly<Record<string, string>>

interface PasteSheetProps<Preview extends Previewed, Applied> {
  /** The call that previews with `?preview=1`, and applies without. */
  path: `/api/${string}`
  previewAnswer: z.ZodMiniType<Preview>
  appliedAnswer: z.ZodMiniType<Applied>
  label: ReactNode
  /** The words of the fields that columns may hold. */
  fields: Readonly<Record<string, string>>
  /** Fields of the page that are sent too; null while one of them is wrong. */
  beside?: () => Choices | null
  /** Shows what a refusal says of those fields, and tells by true that it did. */
  besideRefused?: (error: ApiError) => boolean
  /** Rows of the preview, and what is to be chosen there; a change of the choices of now previews anew. */
  show: (preview: Preview, choices: Choices, choose: (change: (now: Choices) => Choices) => void) => ReactNode
  /** One sentence on what was found, which is announced too. */
  summary: (preview: Preview) => string
  /** Words of the button that applies; null when nothing would change. */
  apply: (preview: Preview) => string | null
  onApplied: (applied: Applied) => void
  /** Reads again what the page shows beside it: without an answer it may have been applied. */
  onUnanswered?: () => void
}

const WAIT_SECONDS = 60

const UNANSWERED = {
  title: 'Ce n’est pas confirmé',
  text: 'La boutique n’a pas répondu. Envoyez à nouveau\u00A0: rien n’est appliqué deux fois.',
}

/** A table that is pasted or sent as a file: its columns are shown and can be changed, then its rows, then they are applied. */
export function PasteSheet<Preview extends Previewed, Applied>(props: PasteSheetProps<Preview, Applied>) {
  const { path, previewAnswer, appliedAnswer, summary } = props
  const id = useId()
  const key = useIdempotencyKey()
  const [isTyped, setTyped] = useState(false)
  const [sent, setSent] = useState<File | null>(null)
  const [columns, setColumns] = useState<Readonly<Record<string, string | null>>>({})
  const [choices, setChoices] = useState<Choices>({})
  const [preview, setPreview] = useState<Preview | null>(null)
  const [busyWith, setBusyWith] = useState<'preview' | 'apply' | null>(null)
  const [problem, setProblem] = useState<{ title: string; text: string } | null>(null)
  useUnsaved(isTyped || sent !== null)

  const formOf = (file: File, chosen: typeof columns, others: Choices): FormData | null => {
    const beside = props.beside ? props.beside() : {}
    if (beside === null) return null
    const form = new FormData()
    // Text fields first: the server reads them before it reads the file.
    for (const [name, value] of Object.entries({ ...others, ...beside })) form.set(name, value)
    if (Object.keys(chosen).length > 0) form.set(SHEET_COLUMNS_FIELD, JSON.stringify(chosen))
    if (file.name !== '') form.set('name', file.name)
    form.set(SHEET_FIELD, file)
    return form
  }

  const fail = (title: string, error: unknown) => {
    if (error instanceof ApiError && props.besideRefused?.(error)) return
    setProblem({ title, text: sentenceOf(error) })
  }

  const latest = useRef(0)
  // For who answers after a while: meanwhile something else may have been chosen.
  const newest = useRef({ columns, choices })

  const look = async (file: File, chosen = columns, others = choices) => {
    const body = formOf(file, chosen, others)
    if (body === null) return
    const turn = ++latest.current
    newest.current = { columns: chosen, choices: others }
    setSent(file)
    setColumns(chosen)
    setChoices(others)
    setBusyWith('preview')
    setProblem(null)
    try {
      const answer = await callApi(`${path}?preview=1`, {
        method: 'POST',
        body,
        answer: previewAnswer,
        timeoutSeconds: WAIT_SECONDS,
      })
      // A later choice asked again: its answer counts.
      if (turn !== latest.current) return
      setPreview(answer)
      announce(summary(answer))
    } catch (error) {
      if (turn !== latest.current) return
      fail(isOfTable(error) ? 'Ce tableau n’a pas pu être lu' : 'L’aperçu n’a pas pu être fait', error)
    }
    setBusyWith(null)
  }

  const leavePreview = () => {
    setPreview(null)
    focusIfLost(`${id}-text`)
  }

  const apply = async () => {
    const body = sent && formOf(sent, columns, choices)
    if (!body || !preview || busyWith) return
    setBusyWith('apply')
    setProblem(null)
    try {
      body.set('digest', preview.digest)
      const applied = await callApi(path, {
        method: 'POST',
        body,
        answer: appliedAnswer,
        timeoutSeconds: WAIT_SECONDS,
        idempotencyKey: key.keyFor(preview.digest),
      })
      key.done()
      leavePreview()
      setSent(null)
      setTyped(false)
      props.onApplied(applied)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_since_preview') await look(sent)
      if (isUnanswered(error)) props.onUnanswered?.()
      if (isUnanswered(error)) setProblem(UNANSWERED)
      else fail('Rien n’a été appliqué', error)
    }
    setBusyWith(null)
  }

  const applyWords = preview && preview.missing.length === 0 ? props.apply(preview) : null
  return (
    <div className={common.stack}>
      {problem && (
        <Notice tone="danger" role="alert" title={problem.title}>
          {problem.text}
        </Notice>
      )}
      <PasteForm
        id={id}
        label={props.label}
        isHidden={preview !== null}
        isBusy={busyWith === 'preview'}
        onTyped={() => setTyped(true)}
        onSent={(file) => look(file, {}, {})}
      />
      {preview && (
        <div className={common.stack} aria-busy={busyWith !== null}>
          <Summary>{summary(preview)}</Summary>
          <Columns
            preview={preview}
            fields={props.fields}
            onChange={(field, heading) => sent && look(sent, { ...preview.columns, ...columns, [field]: heading })}
          />
          {props.show(
            preview,
            choices,
            (change) => sent && look(sent, newest.current.columns, change(newest.current.choices)),
          )}
          <div className={classes(common.wrap, style.foot)}>
            <Button look="secondary" onClick={() => !busyWith && leavePreview()}>
              Reprendre le tableau
            </Button>
            <Button
              busy={busyWith === 'apply'}
              busyLabel="En cours…"
              aria-disabled={applyWords === null}
              onClick={() => applyWords !== null && apply()}
            >
              {applyWords ?? 'Rien à appliquer'}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** What was found. It takes the focus from the form that it stands for, and keeps it while other columns are chosen. */
function Summary({ children }: { children: string }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <p ref={ref} tabIndex={-1} className={common.strong}>
      {children}
    </p>
  )
}

const tableProblems = (error: unknown) =>
  error instanceof ApiError ? fieldSentences(error, [SHEET_FIELD, SHEET_COLUMNS_FIELD]) : {}

const isOfTable = (error: unknown): boolean => Object.keys(tableProblems(error)).length > 0

function sentenceOf(error: unknown): string {
  const ofField = tableProblems(error)
  return ofField[SHEET_FIELD] ?? ofField[SHEET_COLUMNS_FIELD] ?? errorSentence(error)
}

interface PasteFormProps {
  /** Its fields' names begin with it. */
  id: string
  label: ReactNode
  /** It stays: what was pasted can be corrected. */
  isHidden: boolean
  isBusy: boolean
  onTyped: () => void
  onSent: (file: File) => void
}

function PasteForm({ id, label, isHidden, isBusy, onTyped, onSent }: PasteFormProps) {
  const [error, setError] = useState<string>()

  const send = (file: File, isEmpty: string) => {
    const found =
      file.size === 0 ? isEmpty : file.size > MAX_PASTED_BYTES ? 'C’est trop long\u00A0: 1\u00A0Mo au plus.' : undefined
    setError(found)
    if (found) document.getElementById(`${id}-text`)?.focus()
    else onSent(file)
  }

  return (
    <form
      className={common.stack}
      hidden={isHidden}
      noValidate
      onInput={() => {
        setError(undefined)
        onTyped()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const text = String(new FormData(event.currentTarget).get('text')).trim()
        send(new File([text], '', { type: 'text/plain' }), 'Collez d’abord le tableau, avec ses titres de colonnes.')
      }}
    >
      <FieldFrame
        id={`${id}-text`}
        label={label}
        hint={`Avec la ligne des titres, ${formatInteger(MAX_PASTED_ROWS)}\u00A0lignes au plus. Rien ne change avant que vous n’ayez vu l’aperçu.`}
        error={error}
      >
        {(control) => <textarea {...control} name="text" rows={6} spellCheck={false} className={style.text} />}
      </FieldFrame>
      <div className={classes(common.wrap, common.middle)}>
        <Button type="submit" busy={isBusy} busyLabel="Lecture…">
          Voir l’aperçu
        </Button>
        <FilePicker
          control={{
            id: `${id}-file`,
            className: '',
            'aria-describedby': undefined,
            'aria-invalid': false,
            ...{ 'aria-label': 'Choisir un fichier CSV' },
          }}
          accept=".csv,.txt,text/csv,text/plain"
          label="Choisir un fichier CSV"
          onPick={(file) => copyOf(file).then((copy) => send(copy, 'Ce fichier est vide.'))}
        />
      </div>
    </form>
  )
}

interface ColumnsProps {
  preview: Previewed
  fields: Readonly<Record<string, string>>
  onChange: (field: string, heading: string | null) => void
}

/** The column of each field. Those that are needed and not known come with a sentence. */
function Columns({ preview: { headings, columns, missing }, fields, onChange }: ColumnsProps) {
  return (
    <fieldset className={style.columns}>
      <legend className={common.strong}>Colonnes</legend>
      {missing.length > 0 && (
        <Notice className={common.across} tone="warn" title="Choisissez les colonnes qui manquent">
          Aucun titre de ce tableau n’est connu pour&nbsp;: {missing.map((field) => fields[field]).join(', ')}.
        </Notice>
      )}
      {Object.entries(fields).map(([field, label]) => (
        <SelectField
          key={field}
          size="small"
          label={label}
          value={columns[field] ?? ''}
          error={missing.includes(field) ? 'Choisissez une colonne.' : undefined}
          onChange={({ currentTarget }) => onChange(field, currentTarget.value || null)}
        >
          <option value="">Aucune</option>
          {headings
            .filter((heading) => heading !== '')
            .map((heading) => (
              <option key={heading}>{heading}</option>
            ))}
        </SelectField>
      ))}
    </fieldset>
  )
}
