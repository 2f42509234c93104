import { changedOrder, orderEdit } from '#features/orders/contract.ts'
import { RECIPIENT_FIELDS, type Recipient } from '#features/orders/model.ts'
import type { SupplierOrder } from '#features/supplier-space/contract.ts'
import { CITIES, findCity } from '#platform/kernel/cities.ts'
import { normalisePhone } from '#platform/kernel/phone.ts'
import { callApi } from '#web/api/api.ts'
import { fieldSentences } from '#web/api/french-errors.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { problemOf, RECIPIENT_ORDER, type RecipientField } from '#web/orders/order-form/fields.ts'
import common from '#web/ui/common.module.css'
import { Field, SelectField } from '#web/ui/field.tsx'

interface EditOrderDialogProps {
  /** The order to change; null closes the dialog. */
  order: SupplierOrder | null
  onClose: () => void
  onSaved: () => void
}

export function EditOrderDialog({ order, onClose, onSaved }: EditOrderDialogProps) {
  const form = useApiForm({
    fields: {
      name: (text) => problemOf('name', text),
      phone: (text) => problemOf('phone', text),
      city: (text) => problemOf('city', text),
      address: (text) => problemOf('address', text),
    },
    subject: order?.id,
    send: async (typed) => {
      if (!order) return
      await callApi(`/api/supplier/orders/${order.id}`, {
        method: 'PUT',
        body: orderEdit(order.recipient.customerId, sent(typed), order.recipient),
        answer: changedOrder,
      })
      onSaved()
    },
    problemsIn: (error) => (error.status === 422 ? fieldSentences(error, RECIPIENT_ORDER, RECIPIENT_FIELDS) : {}),
    failsBesideFields: true,
  })
  const field = (name: RecipientField) =>
    ({ ...form.field(name), defaultValue: order?.recipient[name], required: true, autoComplete: 'off' }) as const

  return (
    <FormDialog
      form={form}
      isOpen={order !== null}
      onClose={onClose}
      title="Modifier Commande"
      confirm="Enregistrer"
      failed="Impossible de modifier la commande."
    >
      <p className={common.note}>
        Commande <strong>{order?.id}</strong>. Changer de ville peut changer les frais de livraison, et donc le total.
      </p>
      <Field label="Nom complet" {...field('name')} dir="auto" enterKeyHint="next" maxLength={120} />
      <Field label="Téléphone" {...field('phone')} type="tel" inputMode="tel" enterKeyHint="next" maxLength={40} />
      <SelectField label="Ville" {...field('city')} defaultValue={findCity(order?.recipient.city ?? '') ?? ''}>
        <option value="" disabled>
          Choisir
        </option>
        {CITIES.map((city) => (
          <option key={city} value={city}>
            {city}
          </option>
        ))}
      </SelectField>
      <Field label="Adresse" {...field('address')} dir="auto" enterKeyHint="done" maxLength={300} />
    </FormDialog>
  )
}

const sent = ({ phone, ...typed }: Recipient): Recipient => ({ ...typed, phone: normalisePhone(phone) ?? phone })
