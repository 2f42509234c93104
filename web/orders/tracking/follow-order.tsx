import { pageMeta } from '#web/shell/page-meta.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import type { IconName } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { AskShop } from './ask-shop.tsx'
import { BesideForm } from './beside-form.tsx'
import { FindOrder } from './find-order.tsx'
import style from './tracking.module.css'

export const meta = () =>
  pageMeta({
    title: 'Suivre ma commande',
    description: 'Retrouvez votre commande avec son numéro et votre téléphone.',
  })

/** Parts of the page that the form leads to. */
const SHOWN: readonly { icon: IconName; name: string; text: string }[] = [
  { icon: 'truck', name: 'L’étape de votre commande', text: 'Reçue, préparée, chez le livreur ou livrée.' },
  {
    icon: 'clock',
    name: 'Le jour de livraison prévu',
    text: 'Une fois le colis parti, vous pouvez demander un autre jour.',
  },
  { icon: 'cash', name: 'La somme à préparer', text: 'Ce que vous remettrez au livreur, en espèces.' },
]

/** For who has lost the link of an order. */
export default function FollowOrder() {
  return (
    <Page className={style.find}>
      <div className={style.title}>
        <h1>Suivre ma commande</h1>
        <p>Indiquez le numéro de la commande et le téléphone que vous avez donné.</p>
      </div>
      <div className={classes(common.stack, common.gap5, style.means)}>
        <FindOrder />
        <AskShop words="Bonjour, je ne retrouve pas ma commande. Mon nom et ma ville : ">
          Numéro oublié&nbsp;? Écrivez-nous, nous retrouvons la commande avec vous.
        </AskShop>
      </div>
      <BesideForm title="Ce que vous y verrez" lines={SHOWN} scene={style.oil} />
    </Page>
  )
}
