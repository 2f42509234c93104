import { useNavigate } from 'react-router'
import { callApi } from '#web/api/api.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { classes } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/field.tsx'
import parcel from '../parcel.module.css'
import style from './tracking.module.css'

/** The number as people copy it, with `n°` and spaces; null for none. */
function orderNumberIn(typed: string): number | null {
  const digits = typed.replace(/^\D+|\s/g, '')
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null
}

/** Digits enough for a phone; the shop itself reads the number, and the rules for that are heavy. */
const isPhone = (typed: string): boolean => /(\d\D*){6}/.test(typed)

/** Leads to an order by its number and the phone that was given. */
export function FindOrder() {
  const navigate = useNavigate()
  const form = useApiForm({
    fields: {
      OrderID: (typed) => (orderNumberIn(typed) ? null : 'Saisissez le numéro de la commande, par exemple 1234.'),
      Phone: (typed) => (isPhone(typed) ? null : 'Saisissez un numéro à 10 chiffres, par exemple 06 12 34 56 78.'),
    },
    send: async ({ OrderID, Phone }) => {
      const { linkAnswer } = await import('#features/tracking/contract.ts')
      const { tracking } = await callApi('/api/orders/follow', {
        method: 'POST',
        body: { OrderID: orderNumberIn(OrderID), Phone },
        answer: linkAnswer,
        anonymous: true,
      })
      await navigate(tracking)
    },
  })
  return (
    <FormShell
      form={form}
      className={classes(parcel.panel, style.form)}
      focus="field"
      failed={null}
      submit={{ wide: true, busyLabel: 'Recherche…', children: 'Voir ma commande' }}
    >
      <Field
        label="Numéro de commande"
        hint={'Sur votre récapitulatif, par exemple\u00A01234'}
        {...form.field('OrderID')}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={20}
      />
      <Field
        label="Téléphone"
        hint={'Par exemple 06\u00A012\u00A034\u00A056\u00A078'}
        {...form.field('Phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="go"
        maxLength={40}
      />
    </FormShell>
  )
}
