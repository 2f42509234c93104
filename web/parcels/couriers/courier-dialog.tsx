import { type Courier, courierAnswer } from '#features/parcels/couriers/contract.ts'
import { MAX_COURIER_NAME, TRACKING_PLACE } from '#features/parcels/model.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'

interface CourierDialogProps {
  /** Null closes the dialog. */
  edited: Courier | 'new' | null
  onClose: () => void
  onStored: () => void
}

const wholeNumber = (text: string): number | null => (text === '' ? null : Number(text))

/** The one way to read an amount that somebody types: `0,50`. */
const dirhamsIn = (text: string): number => Number((text === '' ? '0' : text).replace(',', '.'))

/** Adds a courier, or changes one. */
export function CourierDialog({ edited, onClose, onStored }: CourierDialogProps) {
  const courier = edited === 'new' ? null : edited
  const form = useApiForm({
    subject: courier?.id,
    fields: {
      name: (text) => (text === '' ? 'Saisissez le nom du livreur.' : null),
      phone: () => null,
      tracking_address: (text) =>
        text === '' || (text.startsWith('https://') && text.includes(TRACKING_PLACE))
          ? null
          : `L’adresse commence par https:// et contient ${TRACKING_PLACE} à la place du numéro de suivi.`,
      settles_every: (text) =>
        text === '' || /^([1-9]|[1-8]\d|90)$/.test(text) ? null : 'Écrivez un nombre de jours, de 1 à 90.',
      tolerance: (text) =>
        /^$|^(0|1)([.,]0{1,2})?$|^0[.,]\d{1,2}$/.test(text) ? null : 'La tolérance va de 0 à 1,00 DH.',
      active: () => null,
    },
    send: async ({ name, phone, tracking_address, settles_every, tolerance, active }) => {
      const body = {
        ...{ name, phone, tracking_address },
        settles_every: wholeNumber(settles_every),
        tolerance: dirhamsIn(tolerance),
        active: active === '' ? 0 : 1,
      }
      const answer = await callApi(courier ? `/api/admin/couriers/${courier.id}` : '/api/admin/couriers', {
        method: courier ? 'PUT' : 'POST',
        body,
        answer: courierAnswer,
      })
      onClose()
      toast({ title: answer.message })
      onStored()
    },
  })
  return (
    <FormDialog
      form={form}
      isOpen={edited !== null}
      onClose={onClose}
      title={courier ? `Modifier ${courier.name}` : 'Ajouter un livreur'}
      confirm={courier ? 'Enregistrer' : 'Ajouter'}
      failed="Le livreur n’a pas été enregistré"
    >
      <Field
        {...form.field('name')}
        label="Nom"
        required
        data-autofocus
        autoComplete="off"
        maxLength={MAX_COURIER_NAME}
        defaultValue={courier?.name}
      />
      <Field
        {...form.field('phone')}
        label="Téléphone"
        optional
        type="tel"
        autoComplete="off"
        maxLength={20}
        defaultValue={courier?.phone ?? ''}
      />
      <Field
        {...form.field('tracking_address')}
        label="Page de suivi"
        hint={`Par exemple https://livreur.example/suivi?colis=${TRACKING_PLACE}`}
        optional
        type="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        defaultValue={courier?.trackingAddress ?? ''}
      />
      <Field
        {...form.field('settles_every')}
        label="Il verse l’argent tous les … jours"
        optional
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        defaultValue={courier?.settlesEveryDays ?? ''}
      />
      <Field
        {...form.field('tolerance')}
        label="Tolérance sur ses montants, en DH"
        hint="De 0 à 1,00&nbsp;DH, pour un livreur qui arrondit."
        inputMode="decimal"
        autoComplete="off"
        maxLength={4}
        defaultValue={courier ? String(courier.tolerance / 100).replace('.', ',') : '0'}
      />
      <Checkbox name="active" defaultChecked={courier?.isActive ?? true}>
        Actif&nbsp;: proposé pour les nouveaux bordereaux
      </Checkbox>
    </FormDialog>
  )
}
