import * as z from 'zod/mini'
import type { PersonDetail } from '#features/back-office/people/contract.ts'
import { customerNoteRequest } from '#features/orders/contract.ts'
import { MAX_CUSTOMER_NOTE } from '#features/orders/model.ts'
import { callApi } from '#web/api/api.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Moment } from '#web/list-kit/table/cells.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './person-page.module.css'

interface ClientNotesProps {
  person: PersonDetail
  /** A note was written, or may have been. */
  onSettled: () => Promise<void>
}

/** Notes of staff about a customer, newest first, and a field for more. Notes are neither changed nor deleted. */
export function ClientNotes({ person: { id, notes }, onSettled }: ClientNotesProps) {
  const form = useApiForm({
    fields: { text: (typed: string) => (typed === '' ? 'Écrivez la note.' : null) },
    subject: id,
    send: async ({ text }, idempotencyKey) => {
      const body = z.encode(customerNoteRequest, { text })
      await callApi(`/api/admin/people/${id}/notes`, { method: 'POST', body, idempotencyKey })
      form.element.current?.reset()
      announce('Note ajoutée')
    },
    onSettled,
  })
  return (
    <section className={classes(common.stack, common.gap3)} aria-labelledby="notes">
      <h3 id="notes" className={common.larger}>
        Notes
      </h3>
      <FormShell
        form={form}
        className={classes(common.stack, common.gap2)}
        focus="field"
        failed="La note n’a pas été ajoutée"
        submit={{ look: 'secondary', size: 'small', className: style.add, children: 'Ajouter la note' }}
      >
        <FieldFrame
          label="Nouvelle note"
          hint="Elle ne pourra plus être modifiée. Le client peut demander à la lire."
          error={form.problems.text}
        >
          {(control) => <textarea {...control} name="text" rows={2} dir="auto" maxLength={MAX_CUSTOMER_NOTE} />}
        </FieldFrame>
      </FormShell>
      {notes.length > 0 && (
        <ol className={classes(common.stack, common.gap3, style.list)}>
          {notes.map(({ id, text, author, writtenAt }) => (
            <li key={id}>
              <p className={style.note} dir="auto">
                {text}
              </p>
              <p className={common.hint}>
                {author} · <Moment at={writtenAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
