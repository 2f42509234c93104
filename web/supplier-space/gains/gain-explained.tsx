import { gainExplained, type SupplierOrder } from '#features/supplier-space/contract.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import { lookOfStatus, PAYMENT_LOOKS } from '#web/list-kit/states.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { GainReckoning } from './gain-reckoning.tsx'

interface GainDialogProps {
  /** The order whose gain is explained; null closes the dialog. */
  order: SupplierOrder | null
  onClose: () => void
}

export function GainDialog({ order, onClose }: GainDialogProps) {
  return (
    <Dialog isOpen={order !== null} onClose={onClose} title="Pourquoi ce montant&nbsp;?">
      {order && <GainExplained order={order} />}
    </Dialog>
  )
}

function GainExplained({ order }: { order: SupplierOrder }) {
  const { data, error, isLoading, reload } = useApi(`/api/supplier/orders/${order.id}/gain`, gainExplained)
  return (
    <div className={classes(common.stack, common.gap3)}>
      <div className={classes(common.wrap, common.gap2, common.middle)}>
        <p>
          Commande <strong>{order.id}</strong>
        </p>
        <StateBadge look={lookOfStatus(order.status)} />
        {order.status === 'delivered' && <StateBadge look={PAYMENT_LOOKS[order.payment]} />}
      </div>
      {data ? (
        <GainReckoning {...data} reader="supplier" />
      ) : error === null ? (
        <div className={classes(common.stack, common.gap3)} role="status">
          <span className="visually-hidden">Chargement du calcul…</span>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ) : (
        <LoadFailed title="Le calcul n’a pas pu être chargé" error={error} isLoading={isLoading} onRetry={reload} />
      )}
      <p className={classes(common.tile, common.small)}>{stateSentence(order)}</p>
    </div>
  )
}

function stateSentence({ status, payment, isWaiting, isWithdrawn }: SupplierOrder): string {
  if (status === 'cancelled') return 'La commande est annulée\u00A0: ce gain n’est pas dû.'
  if (status !== 'delivered') return 'Ce gain sera disponible pour un retrait après la livraison.'
  if (payment === 'void') return 'La commande est livrée mais n’a pas été payée\u00A0: ce gain n’est pas dû.'
  if (isWithdrawn) return 'Ce gain fait partie d’un retrait.'
  return isWaiting
    ? 'Ce gain sera disponible pour un retrait quand le livreur aura payé la boutique.'
    : 'Ce gain est disponible pour un retrait.'
}
