import { useId, useState } from 'react'
import { changedOrder, orderEdit } from '#features/orders/contract.ts'
import { RECIPIENT_FIELDS, type Recipient } from '#features/orders/model.ts'
import type { SupplierOrder } from '#features/supplier-space/contract.ts'
import { CITIES, findCity } from '#platform/kernel/cities.ts'
import { normalisePhone } from '#platform/kernel/phone.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import { problemOf, RECIPIENT_ORDER, type RecipientField } from '#web/orders/checkout/checkout-fields.ts'
import { Button } from '#web/ui/button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface EditOrderDialogProps {
  /** The order to change; null closes the dialog. */
  order: SupplierOrder | null
  onClose: () => void
  onSaved: () => void
}

export function EditOrderDialog({ order, onClose, onSaved }: EditOrderDialogProps) {
  const form = useId()
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      isOpen={order !== null}
      onClose={() => !isBusy && onClose()}
      title="Modifier Commande"
      actions={
        <>
          <Button look="secondary" onClick={() => !isBusy && onClose()}>
            Annuler
          </Button>
          <Button type="submit" form={form} busy={isBusy} busyLabel="Envoi…">
            Enregistrer
          </Button>
        </>
      }
    >
      {order && <OrderForm id={form} order={order} isBusy={isBusy} onBusy={setBusy} onSaved={onSaved} />}
    </Dialog>
  )
}

type Problems = Partial<Record<RecipientField, string>>

interface OrderFormProps {
  id: string
  order: SupplierOrder
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onSaved: () => void
}

function OrderForm({ id, order, isBusy, onBusy, onSaved }: OrderFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [trouble, setTrouble] = useState<string | null>(null)

  const refuse = (found: Problems, form: HTMLFormElement) => {
    setProblems(found)
    const first = RECIPIENT_ORDER.find((field) => found[field] !== undefined)
    if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
  }

  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return
    const typed = fieldValues(form)
    setTrouble(null)
    const found = problemsOf(typed)
    if (Object.keys(found).length > 0) return refuse(found, form)
    setProblems({})
    onBusy(true)
    try {
      await callApi(`/api/supplier/orders/${order.id}`, {
        method: 'PUT',
        body: orderEdit(order.recipient.customerId, sent(typed)),
        answer: changedOrder,
      })
      onSaved()
    } catch (error) {
      setTrouble(errorSentence(error))
      if (error instanceof ApiError && error.status === 422)
        refuse(fieldSentences(error, RECIPIENT_ORDER, RECIPIENT_FIELDS), form)
    }
    onBusy(false)
  }

  return (
    <form
      id={id}
      className={common.stack}
      noValidate
      onInput={({ target }) => {
        const field = (target as HTMLInputElement).name as RecipientField
        setProblems((before) => ({ ...before, [field]: undefined }))
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <p className={common.note}>
        Commande <strong>{order.id}</strong>. Changer de ville peut changer les frais de livraison, et donc le total.
      </p>
      {trouble !== null && (
        <Notice tone="danger" role="alert" title="Impossible de modifier la commande.">
          {trouble}
        </Notice>
      )}
      <Field
        label="Nom complet"
        name="name"
        id={`${id}-name`}
        defaultValue={order.recipient.name}
        error={problems.name}
        required
        autoComplete="off"
        enterKeyHint="next"
        maxLength={120}
      />
      <Field
        label="Téléphone"
        name="phone"
        id={`${id}-phone`}
        defaultValue={order.recipient.phone}
        error={problems.phone}
        required
        type="tel"
        inputMode="tel"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={40}
      />
      <SelectField
        label="Ville"
        name="city"
        id={`${id}-city`}
        defaultValue={findCity(order.recipient.city) ?? ''}
        error={problems.city}
        required
        autoComplete="off"
      >
        <option value="" disabled>
          Choisir
        </option>
        {CITIES.map((city) => (
          <option key={city} value={city}>
            {city}
          </option>
        ))}
      </SelectField>
      <Field
        label="Adresse"
        name="address"
        id={`${id}-address`}
        defaultValue={order.recipient.address}
        error={problems.address}
        required
        autoComplete="off"
        enterKeyHint="done"
        maxLength={300}
      />
    </form>
  )
}

function fieldValues(form: HTMLFormElement): Recipient {
  const data = new FormData(form)
  const text = (field: RecipientField) => String(data.get(field) ?? '')
  return { name: text('name'), phone: text('phone'), city: text('city'), address: text('address') }
}

const sent = ({ name, phone, city, address }: Recipient): Recipient => ({
  name: name.trim(),
  phone: normalisePhone(phone) ?? phone,
  city,
  address: address.trim(),
})

const problemsOf = (typed: Recipient): Problems =>
  Object.fromEntries(
    RECIPIENT_ORDER.flatMap((field) => {
      const problem = problemOf(field, typed[field])
      return problem === null ? [] : [[field, problem]]
    }),
  )
