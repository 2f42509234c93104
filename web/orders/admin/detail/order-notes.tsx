import type { AdminOrderDetail } from '#features/back-office/contract.ts'
import { MAX_STAFF_NOTE } from '#features/orders/model.ts'
import { isAnonymised } from '#platform/kernel/anonymised.ts'
import { message } from '#platform/kernel/codecs.ts'
import { callApi } from '#web/api/api.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Moment } from '#web/list-kit/table/cells.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './order-detail.module.css'
import { Panel } from './order-panel.tsx'

interface OrderNotesProps {
  order: AdminOrderDetail
  reload: () => Promise<void>
}

/** Notes of staff on the order, newest first, and a field for more. */
export function OrderNotes({ order, reload }: OrderNotesProps) {
  const { notes } = order
  return (
    <Panel title="Notes">
      {!isAnonymised(order.recipient) && <NoteForm id={order.id} reload={reload} />}
      {notes.length > 0 && (
        <ul className={classes(common.stack, common.gap3)}>
          {notes.map(({ id, note, at, by }) => (
            <li key={id}>
              <p className={style.words} dir="auto">
                {note}
              </p>
              <p className={common.hint}>
                <Moment at={at} />
                {by && `, par ${by.name}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NoteForm({ id, reload }: { id: number; reload: () => Promise<void> }) {
  const form = useApiForm({
    fields: { note: (text) => (text === '' ? 'Écrivez la note.' : null) },
    send: async (body, idempotencyKey) => {
      await callApi(`/api/admin/orders/${id}/notes`, { method: 'POST', body, idempotencyKey, answer: message })
      form.element.current?.reset()
      announce('Note ajoutée')
      await reload()
    },
    subject: id,
  })
  return (
    <FormShell
      form={form}
      className={classes(common.stack, common.gap2)}
      focus="field"
      failed="La note n’a pas été ajoutée"
      submit={{ look: 'secondary', size: 'small', children: 'Ajouter la note' }}
      foot={(button) => <div>{button}</div>}
    >
      <FieldFrame
        label="Nouvelle note"
        hint="Pour l’équipe. Ni le client ni le fournisseur ne la voient."
        error={form.problems.note}
      >
        {(control) => <textarea {...control} name="note" rows={2} dir="auto" maxLength={MAX_STAFF_NOTE} />}
      </FieldFrame>
    </FormShell>
  )
}
