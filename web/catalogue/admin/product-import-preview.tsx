import { useState } from 'react'
import type { ImportAnswer } from '#features/catalogue/contract.ts'
import { IMPORT_FIELDS, type ImportAction, PRODUCT_FIELDS } from '#features/catalogue/model.ts'
import { dh, formatDirhams } from '#platform/kernel/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { IconName } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import tones from '#web/ui/tones.module.css'
import { ImportCategories } from './import-categories.tsx'
import style from './product-import.module.css'

type ImportLine = ImportAnswer['lines'][number]

/** Lines shown at first, and added each time: a long file must not freeze the page. */
const STEP = 50

const LOOKS = {
  error: { name: 'À corriger', tone: 'danger', icon: 'alert' },
  choice: { name: 'Catégorie à choisir', tone: 'warn', icon: 'alert' },
  create: { name: 'Nouveau', tone: 'ok', icon: 'plus' },
  update: { name: 'Modifié', tone: 'info', icon: 'edit' },
  skip: { name: 'Laissé de côté', tone: 'warn', icon: 'minus' },
  same: { name: 'Inchangé', tone: 'neutral', icon: 'check' },
} as const satisfies Record<ImportAction, { name: string; tone: string; icon: IconName }>

const ACTIONS = Object.keys(LOOKS) as ImportAction[]

const FORMAT_NAMES = { shop: 'Export de cette boutique', woocommerce: 'Export de WooCommerce' } as const

interface ImportPreviewProps {
  preview: ImportAnswer
  isBusy: boolean
  /** Our category for one of the file's. */
  onMapped: (name: string, category: string) => void
}

/** Lists the changes that a file would make, with the lines to correct first. */
export function ImportPreview({ preview, isBusy, onMapped }: ImportPreviewProps) {
  const { counts, lines, notes, format } = preview
  const numbers: Record<ImportAction, number> = {
    error: counts.errors,
    choice: counts.choices,
    create: counts.created,
    update: counts.updated,
    skip: counts.skipped,
    same: counts.unchanged,
  }
  const [filter, setFilter] = useState<ImportAction | null>(null)
  const [shown, setShown] = useState(STEP)
  const chosen = ACTIONS.flatMap((action) =>
    filter === null || filter === action ? lines.filter((line) => line.action === action) : [],
  )

  return (
    <div className={common.stack}>
      {counts.errors > 0 ? (
        <Notice tone="danger" role="alert" title={errorTitle(counts.errors)}>
          Corrigez le fichier, puis choisissez-le à nouveau. Rien n’est importé tant qu’une ligne est en erreur.
        </Notice>
      ) : (
        counts.created + counts.updated + counts.choices === 0 && (
          <Notice tone="info" title="Rien à importer">
            Les produits de ce fichier sont déjà ainsi dans la boutique.
          </Notice>
        )
      )}
      <p className={common.quiet}>
        {FORMAT_NAMES[format]}, {lines.length} {lines.length > 1 ? 'lignes' : 'ligne'}.
      </p>
      {notes.length > 0 && (
        <ul className={classes(tones.info, common.small, style.notes)}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {preview.unknown_categories.length > 0 && (
        <ImportCategories unknown={preview.unknown_categories} isBusy={isBusy} onMapped={onMapped} />
      )}
      <fieldset className={classes(common.wrap, common.gap2)}>
        <legend className="visually-hidden">Lignes à montrer</legend>
        {ACTIONS.filter((action) => numbers[action] > 0).map((action) => (
          <Button
            key={action}
            look="plain"
            size="small"
            className={style.filter}
            aria-pressed={filter === action}
            onClick={() => {
              setFilter(filter === action ? null : action)
              setShown(STEP)
            }}
          >
            {`${LOOKS[action].name}\u00A0: ${numbers[action]}`}
          </Button>
        ))}
      </fieldset>
      <ol className={classes(common.stack, style.lines)} aria-label="Lignes du fichier">
        {chosen.slice(0, shown).map((line) => (
          <PreviewLine key={line.line} line={line} />
        ))}
      </ol>
      {chosen.length > shown && (
        <Button look="secondary" size="small" onClick={() => setShown(shown + STEP)}>
          {`Montrer ${Math.min(STEP, chosen.length - shown)} lignes de plus (${shown} sur ${chosen.length})`}
        </Button>
      )}
    </div>
  )
}

const errorTitle = (errors: number): string =>
  errors > 1 ? `${errors} lignes sont à corriger` : 'Une ligne est à corriger'

function PreviewLine({ line: { line, name, action, changes: all, errors, reason } }: { line: ImportLine }) {
  const look = LOOKS[action]
  // The name of a new product stands above already.
  const changes = all.filter(({ field }) => action !== 'create' || field !== PRODUCT_FIELDS.name)
  return (
    <li className={classes(common.stack, common.gap2, style.line)}>
      <div className={classes(common.wrap, style.head)}>
        <span className={classes(common.hint, common.digits, common.nowrap)}>Ligne {line}</span>
        <strong className={style.name}>{name || 'Sans nom'}</strong>
        <Badge tone={look.tone} icon={look.icon}>
          {look.name}
        </Badge>
      </div>
      {reason && <p className={common.note}>{reason}</p>}
      {errors.length > 0 && (
        <ul className={classes(common.small, common.danger)}>
          {errors.map(({ field, message }) => (
            <li key={field + message}>
              <strong>{fieldName(field)}</strong>&nbsp;: {message}
            </li>
          ))}
        </ul>
      )}
      {changes.length > 0 && (
        <dl className={classes(common.wrap, common.small, style.changes)}>
          {changes.map(({ field, before, after }) => (
            <div key={field} data-long={field === PRODUCT_FIELDS.description || undefined}>
              <dt>{fieldName(field)}</dt>
              <dd>
                {before !== null && (
                  <>
                    <del>{valueText(field, before)}</del>
                    <span aria-hidden="true"> → </span>
                  </>
                )}
                <ins>{valueText(field, after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  [IMPORT_FIELDS.id]: 'Identifiant',
  [PRODUCT_FIELDS.name]: 'Nom',
  [PRODUCT_FIELDS.description]: 'Description',
  [PRODUCT_FIELDS.category]: 'Catégorie',
  [PRODUCT_FIELDS.userPrice]: 'Prix client',
  [PRODUCT_FIELDS.distributorPrice]: 'Prix distributeur',
  [PRODUCT_FIELDS.stock]: 'Stock',
}
const fieldName = (field: string): string => FIELD_NAMES[field] ?? field

const PRICES: readonly string[] = [PRODUCT_FIELDS.userPrice, PRODUCT_FIELDS.distributorPrice]

const valueText = (field: string, value: string | number | null): string =>
  typeof value === 'number' && PRICES.includes(field) ? formatDirhams(dh(value)) : String(value ?? '')
