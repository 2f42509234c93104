import { Link } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { Icon } from '#web/ui/icon.tsx'
import style from './order-admin.module.css'

/** Instructions for admins, folded: the orders come first. */
export function OrderInstructions() {
  return (
    <details className={style.instructions}>
      <summary>
        <Icon name="info" size={18} />
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
