import { useState } from 'react'
import { type CourierDetail, templateAnswer } from '#features/parcels/couriers/contract.ts'
import { WAYS_OF_WRITING } from '#features/parcels/couriers/rules.ts'
import { FILE_FIELDS, type FileColumn, type FileField, REQUIRED_FILE_FIELDS } from '#features/parcels/model.ts'
import { message } from '#platform/kernel/codecs.ts'
import { callApi } from '#web/api/api.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { ExportButton } from '#web/list-kit/export/export-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field, FieldFrame, SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './courier-page.module.css'

interface CourierFileProps {
  courier: CourierDetail
  onStored: () => void
}

type Draft = Omit<FileColumn, 'field'> & { field: FileField | null }

/** The columns of a courier's own file: its first line is pasted, and each heading gets what stands below it. */
export function CourierFile({ courier, onStored }: CourierFileProps) {
  const [columns, setColumns] = useState<readonly Draft[]>(courier.fileColumns ?? [])
  const reading = useApiForm({
    fields: { line: (text) => (text === '' ? 'Collez d’abord la première ligne de son modèle.' : null) },
    send: async (body) => {
      const path = `/api/admin/couriers/${courier.id}/file/template` as const
      const answer = await callApi(path, { method: 'POST', body, answer: templateAnswer })
      setColumns(answer.columns)
    },
    problemsIn: ({ message: line }) => ({ line }),
  })
  return (
    <div className={classes(common.stack, common.gap5)}>
      <section className={common.panel} aria-labelledby="modele">
        <h2 id="modele">Le modèle de votre livreur</h2>
        <FormShell
          form={reading}
          className={common.stack}
          focus="field"
          failed="La ligne n’a pas pu être lue"
          submit={{ children: 'Lire les titres', look: 'secondary' }}
        >
          <FieldFrame
            label="Collez la première ligne du modèle Excel de votre livreur"
            hint="Copiez toute la ligne des titres dans Excel, puis collez-la ici."
            error={reading.problems.line}
          >
            {(control) => <textarea {...control} name="line" rows={3} spellCheck={false} maxLength={5000} />}
          </FieldFrame>
        </FormShell>
      </section>
      {columns.length > 0 && <Columns courier={courier} columns={columns} onChange={setColumns} onStored={onStored} />}
    </div>
  )
}

interface ColumnsProps extends CourierFileProps {
  columns: readonly Draft[]
  onChange: (columns: readonly Draft[]) => void
}

function Columns({ courier, columns, onChange, onStored }: ColumnsProps) {
  const undecided = columns.filter(({ field }) => field === null).length
  const missing = REQUIRED_FILE_FIELDS.filter((field) => !columns.some((column) => column.field === field))
  const form = useApiForm({
    fields: { accepted: () => null },
    subject: JSON.stringify(columns),
    send: async ({ accepted }) => {
      const body = {
        columns: columns.map(({ heading, field, as }) => ({ heading, field: field ?? 'empty', as })),
        accepted: accepted === '' ? 0 : 1,
      }
      const path = `/api/admin/couriers/${courier.id}/file` as const
      toast({ title: (await callApi(path, { method: 'PUT', body, answer: message })).message })
      onStored()
    },
  })
  const change = (index: number, to: Partial<Draft>) =>
    onChange(columns.map((column, at) => (at === index ? { ...column, ...to } : column)))
  return (
    <section className={common.panel} aria-labelledby="colonnes">
      <header className={classes(common.wrap, common.middle)}>
        <h2 id="colonnes">Colonnes de son fichier</h2>
        {courier.formatAcceptedAt === null && <Badge tone="warn">À vérifier avec votre livreur</Badge>}
      </header>
      {missing.length > 0 && (
        <Notice tone="warn" title="Il manque une colonne">
          {missing.map((field) => FILE_FIELDS[field]).join(', ')}
        </Notice>
      )}
      {undecided > 0 && (
        <p className={common.note}>
          {undecided > 1 ? `${undecided} titres ne sont pas connus` : 'Un titre n’est pas connu'}&nbsp;: choisissez ce
          que le livreur y attend.
        </p>
      )}
      <FormShell
        form={form}
        className={common.stack}
        focus="field"
        failed="Les colonnes n’ont pas été enregistrées"
        submit={{ children: 'Enregistrer les colonnes', 'aria-disabled': missing.length > 0 }}
      >
        <ol className={style.fileColumns}>
          {columns.map(({ heading, field, as }, index) => {
            const ways = field === null ? undefined : WAYS_OF_WRITING[field]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stand in the order of the file
              <li key={index}>
                <SelectField
                  size="small"
                  label={heading}
                  value={field ?? ''}
                  onChange={({ currentTarget }) =>
                    change(index, { field: currentTarget.value as FileField, as: undefined })
                  }
                >
                  <option value="" disabled>
                    Choisir…
                  </option>
                  {(Object.keys(FILE_FIELDS) as FileField[]).map((name) => (
                    <option key={name} value={name}>
                      {FILE_FIELDS[name]}
                    </option>
                  ))}
                </SelectField>
                {ways && (
                  <SelectField
                    size="small"
                    label={`${heading}\u00A0: écrit`}
                    value={as ?? ''}
                    onChange={({ currentTarget }) => change(index, { as: currentTarget.value || undefined })}
                  >
                    {Object.entries(ways).map(([way, words]) => (
                      <option key={way} value={way}>
                        {words}
                      </option>
                    ))}
                  </SelectField>
                )}
                {field === 'fixed' && (
                  <Field
                    size="small"
                    label={`${heading}\u00A0: texte`}
                    value={as ?? ''}
                    maxLength={60}
                    onChange={({ currentTarget }) => change(index, { as: currentTarget.value })}
                  />
                )}
              </li>
            )
          })}
        </ol>
        {courier.fileColumns !== null && (
          <div className={classes(common.wrap, common.middle)}>
            <ExportButton
              path={`/api/admin/couriers/${courier.id}/example.csv`}
              file="exemple.csv"
              label="Télécharger un exemple"
            />
            <span className={common.note}>Une commande inventée, dans les colonnes enregistrées.</span>
          </div>
        )}
        <Checkbox name="accepted" defaultChecked={courier.formatAcceptedAt !== null}>
          Ce fichier a été accepté par {courier.name}
        </Checkbox>
      </FormShell>
    </section>
  )
}
