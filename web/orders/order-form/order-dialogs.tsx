import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { leaveFor } from '#web/session/leave-for.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { goToField } from '#web/ui/error-summary.tsx'
import { fieldIdOf, PROMO_FIELD_ID } from './fields.ts'

/** The dialogs of a form that orders, by their occasion. */
export type OrderDialog = 'placed' | 'unusual phone' | 'promo refused' | 'account deleted'

interface OrderDialogsProps {
  open: OrderDialog | null
  close: () => void
  onPhoneIsRight: () => void
}

interface DialogContent {
  title: string
  text: string
  more?: string
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
      title: 'Commande réussie!',
      text: 'Votre commande a été passée avec succès.',
      onClose: toShop,
      actions: <Button onClick={toShop}>Voir le récapitulatif</Button>,
    },
    'unusual phone': {
      title: 'Ce numéro est-il exact\u00A0?',
      text: 'Il ne ressemble pas à un numéro marocain à dix chiffres, comme 06\u00A012\u00A034\u00A056\u00A078. Sans numéro exact, le livreur ne peut pas vous joindre.',
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
      more: 'Votre commande n’est pas partie. Corrigez le code ou effacez-le, puis confirmez de nouveau.',
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
      {content && <p>{content.text}</p>}
      {content?.more && <p>{content.more}</p>}
    </Dialog>
  )
}
