import type { ReactNode } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { addresses } from '#web/addresses.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { leaveFor } from '#web/session/leave-for.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { goToField } from '#web/ui/error-summary.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import tones from '#web/ui/tones.module.css'
import parcel from '../parcel.module.css'
import { ProductArches } from '../product-arches.tsx'
import { promiseToday } from '../receipt/call-promise.ts'
import { readReceipt } from '../receipt/receipt.ts'
import { readDraft } from './draft.ts'
import { fieldIdOf, PROMO_FIELD_ID } from './fields.ts'
import style from './order-dialogs.module.css'

/** The dialogs of a form that orders, by their occasion. */
export type OrderDialog = 'placed' | 'unusual phone' | 'promo refused' | 'account deleted'

interface OrderDialogsProps {
  open: OrderDialog | null
  close: () => void
  onPhoneIsRight: () => void
}

interface DialogContent {
  title: ReactNode
  text?: string
  more?: ReactNode
  onClose: () => void
  actions: ReactNode
}

/** Shows one of the dialogs that interrupt an order. */
export function OrderDialogs({ open, close, onPhoneIsRight }: OrderDialogsProps) {
  const navigate = useNavigate()

  // The dialog gives the focus back as it closes: it is moved on after that.
  const backTo = (fieldId: string) => () => {
    close()
    requestAnimationFrame(() => goToField(fieldId))
  }
  const toPhone = backTo(fieldIdOf('phone'))
  const toPromo = backTo(PROMO_FIELD_ID)
  const toShop = () => {
    close()
    navigate(addresses.shop)
  }
  const toSignup = () => leaveFor(addresses.signup)

  const contents: Readonly<Record<OrderDialog, DialogContent>> = {
    placed: {
      title: (
        <span className={style.title}>
          <span className={classes(tones.ok, parcel.mark)}>
            <Icon name="check" size={24} />
          </span>
          Commande réussie!
        </span>
      ),
      more: <Placed />,
      onClose: toShop,
      actions: (
        <Button wide onClick={toShop}>
          Voir le récapitulatif
        </Button>
      ),
    },
    'unusual phone': {
      title: 'Ce numéro est-il exact\u00A0?',
      text: 'Il ne ressemble pas à un numéro marocain à dix chiffres, comme 06\u00A012\u00A034\u00A056\u00A078. Sans numéro exact, le livreur ne peut pas vous joindre.',
      more: <p className={style.number}>{readDraft().phone}</p>,
      onClose: toPhone,
      actions: (
        <>
          <Button look="secondary" onClick={onPhoneIsRight}>
            Oui, il est exact
          </Button>
          <Button data-autofocus onClick={toPhone}>
            Corriger le numéro
          </Button>
        </>
      ),
    },
    'promo refused': {
      title: 'Erreur!',
      text: 'Code promo invalide ou expiré.',
      more: <p>Votre commande n’est pas partie. Corrigez le code ou effacez-le, puis confirmez de nouveau.</p>,
      onClose: toPromo,
      actions: <Button onClick={toPromo}>Corriger le code</Button>,
    },
    'account deleted': {
      title: 'Erreur!',
      text: 'Votre compte a été supprimé.',
      onClose: toSignup,
      actions: <Button onClick={toSignup}>Créer un compte</Button>,
    },
  }
  const content = open === null ? null : contents[open]

  return (
    <Dialog
      isOpen={content !== null}
      onClose={() => content?.onClose()}
      title={content?.title}
      actions={content?.actions}
    >
      {content && (
        <div className={classes(common.stack, common.gap3)}>
          {content.text && <p className={common.quiet}>{content.text}</p>}
          {content.more}
        </div>
      )}
    </Dialog>
  )
}

/** The products of the order just placed and its number, then the one thing to know until the page below tells the rest. */
function Placed() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const receipt = readReceipt()
  const sentence = <p>Votre commande a été passée avec succès.</p>
  if (!receipt) return sentence
  const { order, placedAt, lines } = receipt
  const promise = promiseToday(root?.openingTimes ?? '', new Date(placedAt), new Date())
  return (
    <>
      <div className={style.scene}>
        <div>
          {sentence}
          <p className={common.strong}>Commande n°&nbsp;{order.id}</p>
          {order.collected === undefined && (
            <p className={style.amount}>
              <strong>
                <Price amount={order.total} />
              </strong>{' '}
              à payer à la livraison
            </p>
          )}
        </div>
        <ProductArches lines={lines} sizes="128px" className={style.arches} />
      </div>
      <p className={classes(common.iconed, style.coming)}>
        <Icon name={order.collected === undefined ? 'phone' : 'cash'} />
        {order.collected === undefined ? (
          <span>
            Nous vous appelons {promise && <strong>{promise} </strong>}
            pour confirmer.
          </span>
        ) : (
          <strong>
            À encaisser auprès du client&nbsp;: <Price amount={order.collected} />
          </strong>
        )}
      </p>
    </>
  )
}
