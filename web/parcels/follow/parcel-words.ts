import { firstNameOf } from '#features/accounts/rules.ts'
import { STATUS_NAMES } from '#features/orders/model.ts'
import type { FollowedParcel } from '#features/parcels/follow/contract.ts'
import { disagrees } from '#features/parcels/follow/rules.ts'
import { PARCEL_STATE_NAMES, TRACKING_PLACE } from '#features/parcels/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'

/** « Le statut dit en attente, le livreur dit en livraison. »; null for a parcel that its order agrees with. */
export const disagreement = ({ status, state }: FollowedParcel): string | null =>
  disagrees(status, state)
    ? `Le statut dit «\u00A0${STATUS_NAMES[status]}\u00A0», le livreur dit «\u00A0${PARCEL_STATE_NAMES[state]}\u00A0».`
    : null

/** Whether its courier has given a parcel up: nothing is left but its return, and its order can be cancelled. */
export const isRefused = ({ status, state }: FollowedParcel): boolean =>
  status === 'in_transit' && (state === 'refused' || state === 'returning')

/** The words to a customer, ready to be sent. */
export function wordsToCustomer({ id, recipient, collected, state }: FollowedParcel): string {
  const name = firstNameOf(recipient.name)
  const hello = name === null ? 'Bonjour' : `Bonjour ${name}`
  const ask =
    state === 'no_answer'
      ? 'Le livreur a essayé de vous joindre. À quelle heure êtes-vous disponible\u00A0?'
      : state === 'wrong_number' || state === 'out_of_zone'
        ? 'Le livreur n’arrive pas jusqu’à vous. Pouvez-vous nous confirmer votre numéro et votre adresse\u00A0?'
        : 'Quel jour vous convient pour la livraison\u00A0?'
  return `${hello}, c’est au sujet de votre commande n°\u00A0${id} (${formatDirhams(collected)} à la livraison). ${ask}`
}

/** The words to a courier about another address, ready to be sent. */
export const wordsToCourier = ({ id, tracking, recipient }: FollowedParcel, address: string): string =>
  `Colis ${tracking ?? `n°\u00A0${id}`}, ${recipient.name}\u00A0: nouvelle adresse\u00A0: ${address}`

/** The page on which a courier shows a parcel; null without one. */
export const trackingPage = ({ courier, tracking }: FollowedParcel): string | null =>
  courier?.trackingAddress && tracking !== null
    ? courier.trackingAddress.replaceAll(TRACKING_PLACE, encodeURIComponent(tracking))
    : null
