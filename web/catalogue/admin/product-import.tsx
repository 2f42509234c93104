import { useId, useRef, useState } from 'react'
import { type ImportAnswer, importAnswer } from '#features/catalogue/contract.ts'
import {
  CATEGORY_NAMES,
  type Category,
  DISTRIBUTOR_PERCENT,
  IMPORT_BYTES,
  IMPORT_FIELDS,
  UPLOAD_SECONDS,
} from '#features/catalogue/model.ts'
import { ApiError, callApi, isUnanswered } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { freshKey } from '#web/api/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldFrame } from '#web/ui/field.tsx'
import { copyOf, FilePicker } from '#web/ui/file-picker.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import style from './product-import.module.css'
import { ImportPreview } from './product-import-preview.tsx'

interface ProductImportDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Receives a sentence about the import that was done. */
  onApplied: (text: string) => void
}

interface ChosenFile {
  file: File
  percent: string
}

interface Preview {
  answer: ImportAnswer
  /** Key under which its changes are applied: sent again after a lost answer, they must not add the stock twice. */
  key: string
}

/** Imports products from a file: a preview of the changes first, then the changes themselves. */
export function ProductImportDialog({ isOpen, onClose, onApplied }: ProductImportDialogProps) {
  const form = useId()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [mapped, setMapped] = useState<Readonly<Record<string, string>>>({})
  const [preview, setPreview] = useState<Preview | null>(null)
  const [busyWith, setBusyWith] = useState<'preview' | 'apply' | null>(null)
  const [problem, setProblem] = useState<{ title: string; text: string } | null>(null)

  const startOver = () => {
    setPreview(null)
    setProblem(null)
  }
  const close = () => {
    if (busyWith) return
    startOver()
    setChosen(null)
    onClose()
  }

  const showPreview = async (next: ChosenFile, categories: Readonly<Record<string, string>> = {}) => {
    setChosen(next)
    setMapped(categories)
    setBusyWith('preview')
    setProblem(null)
    try {
      const answer = await sendImport(next, categories, { mode: 'preview' })
      setPreview({ answer, key: freshKey() })
      announce(`Aperçu prêt\u00A0: ${doneSentence(answer)}`)
    } catch (error) {
      setPreview(null)
      setProblem({ title: 'Le fichier n’a pas pu être lu', text: importSentence(error) })
    }
    setBusyWith(null)
  }

  const apply = async () => {
    if (!chosen || !preview || busyWith) return
    setBusyWith('apply')
    setProblem(null)
    try {
      const answer = await sendImport(
        chosen,
        mapped,
        { mode: 'apply', fingerprint: preview.answer.fingerprint },
        preview.key,
      )
      setBusyWith(null)
      startOver()
      setChosen(null)
      return onApplied(doneSentence(answer))
    } catch (error) {
      if (isUnanswered(error)) setProblem(UNANSWERED)
      else {
        if (error instanceof ApiError && error.status === 409) await showPreview(chosen, mapped)
        setProblem({ title: 'Rien n’a été importé', text: importSentence(error) })
      }
    }
    setBusyWith(null)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isTypedIn
      title="Importer des produits"
      size="wide"
      actions={
        preview ? (
          <>
            <Button look="secondary" onClick={() => !busyWith && startOver()}>
              Choisir un autre fichier
            </Button>
            <Button
              busy={busyWith === 'apply'}
              busyLabel="En cours..."
              aria-disabled={!isApplicable(preview.answer)}
              onClick={apply}
            >
              Appliquer
            </Button>
          </>
        ) : (
          <>
            <Button look="secondary" onClick={close}>
              Annuler
            </Button>
            <Button type="submit" form={form} busy={busyWith === 'preview'} busyLabel="Lecture…">
              Voir les changements
            </Button>
          </>
        )
      }
    >
      {problem && (
        <Notice className={style.problem} tone="danger" role="alert" title={problem.title}>
          {problem.text}
        </Notice>
      )}
      {preview ? (
        <ImportPreview
          preview={preview.answer}
          isBusy={busyWith !== null}
          onMapped={(name, category) => {
            const { [name]: _, ...others } = mapped
            if (chosen) showPreview(chosen, category === '' ? others : { ...others, [name]: category })
          }}
        />
      ) : (
        isOpen && <FileForm id={form} percent={chosen?.percent} onChosen={showPreview} />
      )}
    </Dialog>
  )
}

const UNANSWERED = {
  title: 'Le fichier a peut-être été importé',
  text: 'La boutique n’a pas répondu. Appliquez à nouveau\u00A0: rien n’est importé deux fois.',
}

const isApplicable = ({ counts }: ImportAnswer): boolean =>
  counts.errors + counts.choices === 0 && counts.created + counts.updated > 0

async function sendImport(
  { file, percent }: ChosenFile,
  mapped: Readonly<Record<string, string>>,
  order: { mode: string; fingerprint?: string },
  idempotencyKey?: string,
): Promise<ImportAnswer> {
  const body = new FormData()
  for (const [name, value] of Object.entries(order)) body.set(name, value)
  body.set('distributor_percent', percent)
  const categories = Object.entries(mapped).map(([name, category]) => [name, CATEGORY_NAMES[category as Category]])
  if (categories.length > 0) body.set('categories', JSON.stringify(Object.fromEntries(categories)))
  body.set(IMPORT_FIELDS.file, file)
  return callApi('/api/admin/products/import', {
    method: 'POST',
    body,
    answer: importAnswer,
    timeoutSeconds: UPLOAD_SECONDS,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
}

function importSentence(error: unknown): string {
  const ofFile = error instanceof ApiError ? fieldSentences(error, [IMPORT_FIELDS.file]) : {}
  return ofFile[IMPORT_FIELDS.file] ?? errorSentence(error)
}

function doneSentence({ counts }: ImportAnswer): string {
  const parts = [
    `${counts.created} ${counts.created > 1 ? 'produits ajoutés' : 'produit ajouté'}`,
    `${counts.updated} ${counts.updated > 1 ? 'modifiés' : 'modifié'}`,
  ]
  if (counts.choices > 0) parts.push(`${counts.choices} ${counts.choices > 1 ? 'lignes' : 'ligne'} à classer`)
  if (counts.errors > 0) parts.push(`${counts.errors} ${counts.errors > 1 ? 'lignes à corriger' : 'ligne à corriger'}`)
  return `${parts.join(', ')}.`
}

interface FileFormProps {
  id: string
  /** The former choice, to begin with. The file is chosen anew: it may have been corrected on the disk. */
  percent: string | undefined
  onChosen: (chosen: ChosenFile) => void
}

function FileForm({ id, percent: last, onChosen }: FileFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [problems, setProblems] = useState<{ file?: string; percent?: string }>({})
  const copy = useRef<Promise<File>>(undefined)
  const pick = async (picked: File) => {
    // A file that is too large is not sent, and so not copied either.
    const latest = picked.size > IMPORT_BYTES ? Promise.resolve(picked) : copyOf(picked)
    copy.current = latest
    const copied = await latest
    if (copy.current === latest) setFile(copied)
  }

  const choose = async (form: HTMLFormElement) => {
    // The file's name shows up once it is copied; who presses the button before that sends the copy as well.
    const file = await copy.current
    // Cancelled meanwhile.
    if (!form.isConnected) return
    const percent = String(new FormData(form).get('percent')).trim()
    const found = {
      ...(file === undefined ? { file: 'Choisissez un fichier CSV.' } : {}),
      ...(file && file.size > IMPORT_BYTES ? { file: 'Ce fichier est trop lourd\u00A0: 2\u00A0Mo au plus.' } : {}),
      ...(/^([1-9]\d?|100)$/.test(percent) ? {} : { percent: 'Écrivez un nombre entier de 1 à 100.' }),
    }
    setProblems(found)
    const first = Object.keys(found)[0]
    if (first) form.querySelector<HTMLElement>(`[id="${id}-${first}"]`)?.focus()
    else if (file) onChosen({ file, percent })
  }

  return (
    <form
      id={id}
      className={common.stack}
      noValidate
      onInput={() => setProblems({})}
      onSubmit={(event) => {
        event.preventDefault()
        choose(event.currentTarget)
      }}
    >
      <p className={common.quiet}>
        L’export de cette boutique, modifié dans un tableur, ou l’export de produits de WooCommerce. Rien ne change
        avant que vous n’ayez vu l’aperçu.
      </p>
      <FieldFrame
        id={`${id}-file`}
        label="Fichier CSV"
        hint="2&nbsp;Mo et 5&nbsp;000&nbsp;produits au plus. Les images ne sont pas reprises."
        error={problems.file}
      >
        {(control) => (
          <div className={classes(common.wrap, common.note, style.file)}>
            <FilePicker control={control} accept=".csv,text/csv" label="Choisir un fichier" onPick={pick} />
            <span>{file ? file.name : 'Aucun fichier choisi'}</span>
          </div>
        )}
      </FieldFrame>
      <Field
        id={`${id}-percent`}
        label="Prix distributeur des nouveaux produits, en % du prix client"
        hint="Seulement là où le fichier n’en donne pas."
        error={problems.percent}
        name="percent"
        type="number"
        inputMode="numeric"
        min="1"
        max="100"
        step="1"
        defaultValue={last ?? DISTRIBUTOR_PERCENT}
        required
      />
    </form>
  )
}
