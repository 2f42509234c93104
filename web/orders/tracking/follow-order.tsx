import { useNavigate } from 'react-router'
import { acceptPhone } from '#platform/kernel/phone.ts'
import { callApi } from '#web/api/api.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import parcel from '../parcel.module.css'
import { AskShop } from './ask-shop.tsx'
import style from './tracking.module.css'

export const meta = () =>
  pageMeta({
    title: 'Suivre ma commande',
    description: 'Retrouvez votre commande avec son numéro et votre téléphone.',
  })

/** Of the page that the form leads to. */
const SHOWN: readonly { icon: IconName; name: string; text: string }[] = [
  { icon: 'truck', name: 'L’étape de votre colis', text: 'Reçue, préparée, chez le livreur ou livrée.' },
  { icon: 'clock', name: 'Le jour de livraison prévu', text: 'Pas là ce jour-là\u00A0? Demandez-en un autre.' },
  { icon: 'cash', name: 'La somme à préparer', text: 'Ce que vous remettrez au livreur, en espèces.' },
]

/** The number as people copy it, with `n°` and spaces; null for none. */
function orderNumberIn(typed: string): number | null {
  const digits = typed.replace(/^\D+|\s/g, '')
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null
}

/** For who has lost the link of an order. */
export default function FollowOrder() {
  const navigate = useNavigate()
  const form = useApiForm({
    fields: {
      OrderID: (typed) => (orderNumberIn(typed) ? null : 'Saisissez le numéro de la commande, par exemple 1234.'),
      Phone: (typed) => (acceptPhone(typed) ? null : 'Saisissez un numéro à 10 chiffres, par exemple 06 12 34 56 78.'),
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
    <Page className={style.find}>
      <div className={style.title}>
        <h1>Suivre ma commande</h1>
        <p>Indiquez le numéro de la commande et le téléphone que vous avez donné.</p>
      </div>
      <div className={classes(common.stack, common.gap5, style.means)}>
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
        <AskShop words="Bonjour, je ne retrouve pas ma commande. Mon nom et ma ville : ">
          Numéro oublié&nbsp;? Écrivez-nous, nous retrouvons la commande avec vous.
        </AskShop>
      </div>
      <section className={style.shown} aria-labelledby="visible">
        <h2 id="visible">Ce que vous y verrez</h2>
        <ul className={common.stack}>
          {SHOWN.map(({ icon, name, text }) => (
            <li key={icon}>
              <span className={classes(common.mark, style.sign)}>
                <Icon name={icon} size={24} />
              </span>
              <span>
                <strong className={common.strong}>{name}</strong>
                <span className={classes(common.note, common.block)}>{text}</span>
              </span>
            </li>
          ))}
        </ul>
        <span className={style.scene} />
      </section>
    </Page>
  )
}
