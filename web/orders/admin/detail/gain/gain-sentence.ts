import type { AdminOrderDetail } from '#features/back-office/contract.ts'

type GainOrder = Pick<AdminOrderDetail, 'status' | 'payment' | 'withdrawal' | 'deletedAt' | 'isGainWaiting'>

/** Says whether an order's gain is due, and what stands between it and its supplier. */
export function gainSentence({ status, payment, withdrawal, deletedAt, isGainWaiting }: GainOrder): string {
  if (deletedAt !== null) return 'La commande est supprimée\u00A0: ce gain n’est pas dû.'
  if (status === 'cancelled') return 'La commande est annulée\u00A0: ce gain n’est pas dû.'
  if (status !== 'delivered') return 'Ce gain sera dû une fois la commande livrée.'
  if (withdrawal) return `Ce gain est dans le retrait n° ${withdrawal.id}.`
  if (payment === 'void') return 'La commande est livrée mais n’a pas été payée\u00A0: ce gain n’est pas dû.'
  return isGainWaiting
    ? 'Le fournisseur pourra demander ce gain quand le livreur aura payé la boutique.'
    : 'Le fournisseur peut demander ce gain.'
}
