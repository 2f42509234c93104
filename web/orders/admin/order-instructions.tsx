import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { classes } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import tones from '#web/ui/tones.module.css'
import style from './order-admin.module.css'

/** Instructions for admins, folded on a phone so that the orders come first. */
export function OrderInstructions() {
  const [isRoomy] = useState(() => window.matchMedia('(min-width: 40em)').matches)
  return (
    <details className={classes(tones.info, style.instructions)} open={isRoomy}>
      <summary>
        <Icon name="info" />
        Instructions
        <Icon name="chevron-down" size={18} />
      </summary>
      <ul>
        <li>
          Une commande ne peut pas être marquée <strong>livré</strong> tant qu’elle n’est pas payée&nbsp;: attendez que
          le livreur ait encaissé, passez-la à livré, puis enregistrez le paiement dans{' '}
          <Link to={addresses.admin.payments}>Paiements</Link>.
        </li>
        <li>
          <strong>Livré</strong> et <strong>annulé</strong> sont définitifs&nbsp;: le statut ne change plus ensuite.
        </li>
        <li>
          Annuler ou supprimer une commande remet ses produits en stock. Si le colis est parti, ils y reviennent quand
          vous l’avez reçu&nbsp;: voyez <Link to={addresses.admin.returns}>Retours attendus</Link>. Seule une commande{' '}
          <strong>en attente</strong> peut être supprimée.
        </li>
      </ul>
    </details>
  )
}
