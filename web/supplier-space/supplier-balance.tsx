import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { AddRib } from '#web/rib/add-rib.tsx'
import { SiteLink } from '#web/shell/site-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './supplier-balance.module.css'
import { useWithdrawal } from './supplier-withdrawal.ts'

interface SupplierBalanceProps {
  /** Null while it is being loaded, as the others. */
  withdrawable: Centimes | null
  /** Gains of orders that are not delivered yet. */
  toCome: Centimes | null
  /** Requested, and not decided yet. */
  requested: Centimes | null
  /** Runs once a request was answered, one way or the other: the amounts shown are old. */
  onSettled: () => Promise<void>
}

/** Amount that can be withdrawn today, and the button that requests it. */
export function SupplierBalance({ withdrawable, toCome, requested, onSettled }: SupplierBalanceProps) {
  const { submit, isBusy, sent, failure } = useWithdrawal(withdrawable, onSettled)
  return (
    <section className={classes(common.stack, style.balance)} aria-labelledby="disponible">
      <div>
        <h2 id="disponible" className={style.name}>
          Disponible au retrait
        </h2>
        <p className={style.amount}>
          {withdrawable === null ? <Skeleton className={style.wait} /> : <Price amount={withdrawable} />}
        </p>
        <p className={classes(common.quiet, style.meaning)}>
          {withdrawable === 0
            ? reasonOfNothing(toCome, requested)
            : 'Les gains de vos commandes livrées que vous n’avez pas encore demandés.'}
        </p>
      </div>
      <div className={classes(common.stack, common.gap2)}>
        <Button
          icon="cash"
          wide
          aria-disabled={withdrawable === null}
          busy={isBusy}
          busyLabel="Envoi…"
          onClick={submit}
        >
          Demander un retrait
        </Button>
        <p className={classes(common.note, style.rib)}>
          Versé sur le RIB de <SiteLink to={addresses.profile}>votre profil</SiteLink>.
        </p>
      </div>
      <div className={style.outcome} role="status">
        {sent && (
          <Notice tone="ok" title={sent.title}>
            {sent.text}
          </Notice>
        )}
      </div>
      <div className={style.outcome} role="alert">
        {failure && (
          <Notice tone="danger" title={failure.title}>
            {failure.isRibMissing ? <AddRib /> : failure.text}
          </Notice>
        )}
      </div>
    </section>
  )
}

function reasonOfNothing(toCome: Centimes | null, requested: Centimes | null): string {
  if (requested !== null && requested > 0)
    return `Rien de plus pour l’instant\u00A0: votre demande de ${formatDirhams(requested)} est en cours de traitement.`
  if (toCome !== null && toCome > 0)
    return `Rien pour l’instant\u00A0: ${formatDirhams(toCome)} deviendront disponibles à la livraison de vos commandes.`
  return 'Rien pour l’instant\u00A0: vos gains deviennent disponibles quand vos commandes sont livrées.'
}
