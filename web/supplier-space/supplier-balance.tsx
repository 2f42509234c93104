import { useState } from 'react'
import type { SupplierAccount } from '#features/supplier-space/contract.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { weekdayAndDay } from '#web/figures/days.ts'
import { AddRib } from '#web/rib/add-rib.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './supplier-balance.module.css'
import { useWithdrawal } from './supplier-withdrawal.ts'
import { WithdrawalReview } from './withdrawal-review.tsx'

interface SupplierBalanceProps {
  /** Null while it is being loaded, as the others. */
  withdrawable: Centimes | null
  /** Gains of orders that are not delivered yet. */
  toCome: Centimes | null
  /** Gains of delivered orders that a courier has not paid yet. */
  waiting: Centimes | null
  /** Requested, and not decided yet. */
  requested: Centimes | null
  account: SupplierAccount | null
  /** The account is on its way; without it the server says what is missing. */
  isAccountAwaited: boolean
  /** Runs once a request was answered, one way or the other: the amounts shown are old. */
  onSettled: () => Promise<void>
}

/** Amount that can be withdrawn today, the next payday, and the button that requests it. */
export function SupplierBalance({
  withdrawable,
  toCome,
  waiting,
  requested,
  account,
  isAccountAwaited,
  onSettled,
}: SupplierBalanceProps) {
  const { submit, isBusy, sent, failure } = useWithdrawal(withdrawable, onSettled)
  const [isReviewing, setReviewing] = useState(false)
  return (
    <section className={classes(common.stack, style.balance)} aria-labelledby="disponible">
      <div>
        <h2 id="disponible" className={style.name}>
          Disponible pour un retrait
        </h2>
        <p className={style.amount}>
          {withdrawable === null ? <Skeleton className={style.wait} /> : <Price amount={withdrawable} />}
        </p>
        <p className={classes(common.quiet, style.meaning)}>
          {withdrawable === 0
            ? reasonOfNothing(toCome, requested)
            : 'Les gains de vos commandes livrées que vous n’avez pas encore demandés.'}
        </p>
        {waiting !== null && waiting > 0 && (
          <p className={classes(common.quiet, style.meaning)}>
            {formatDirhams(waiting)} de commandes livrées seront retirables quand le livreur aura payé la boutique.
          </p>
        )}
      </div>
      {account?.rib === null ? (
        <ButtonLink icon="cash" wide to={addresses.profile}>
          Ajouter mon RIB
        </ButtonLink>
      ) : (
        <Button
          icon="cash"
          wide
          aria-disabled={withdrawable === null || isAccountAwaited}
          busy={isBusy}
          busyLabel="Envoi…"
          // An empty balance has nothing to look at again: the answer says so.
          onClick={() => (withdrawable === 0 ? submit() : setReviewing(true))}
        >
          Demander un retrait
        </Button>
      )}
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
      <div className={classes(common.stack, common.gap2, style.next)}>
        <Payday account={account} withdrawable={withdrawable} requested={requested} />
        <Grade account={account} />
      </div>
      <WithdrawalReview
        isOpen={isReviewing}
        amount={withdrawable}
        account={account}
        onClose={() => setReviewing(false)}
        onConfirm={() => {
          setReviewing(false)
          submit()
        }}
      />
    </section>
  )
}

function Payday({
  account,
  withdrawable,
  requested,
}: Pick<SupplierBalanceProps, 'account' | 'withdrawable' | 'requested'>) {
  if (!account || withdrawable === null || requested === null) return <Skeleton className={style.line} />
  const day = weekdayAndDay(account.nextPayday)
  const amount = requested > 0 ? requested : withdrawable
  return (
    <p className={classes(common.iconed, common.small, style.fact)}>
      <Icon name="clock" size={18} />
      {amount > 0 ? (
        <span>
          <strong>
            {day}&nbsp;: {formatDirhams(amount)}
          </strong>{' '}
          {requested > 0 ? 'demandés, au prochain jour de virement' : 'si vous les demandez avant'}
        </span>
      ) : (
        <span>
          Prochain jour de virement&nbsp;: <strong>{day.toLowerCase()}</strong>
        </span>
      )}
    </p>
  )
}

function Grade({ account }: Pick<SupplierBalanceProps, 'account'>) {
  if (!account) return <Skeleton className={style.line} />
  const { grade, nextGrade } = account
  return (
    <p className={classes(common.iconed, common.small, style.fact)}>
      <Icon name="star" size={18} />
      <span>
        Grade <strong>{grade}</strong>
        {nextGrade && (
          <>
            {' · '}Encore <Price amount={nextGrade.missing} className={common.strong} /> avant {nextGrade.grade}
          </>
        )}
      </span>
    </p>
  )
}

function reasonOfNothing(toCome: Centimes | null, requested: Centimes | null): string {
  if (requested !== null && requested > 0)
    return `Rien de plus pour l’instant\u00A0: votre demande de ${formatDirhams(requested)} est en cours de traitement.`
  if (toCome !== null && toCome > 0)
    return `Rien pour l’instant\u00A0: ${formatDirhams(toCome)} deviendront disponibles après la livraison de vos commandes.`
  return 'Rien pour l’instant\u00A0: vos gains deviennent disponibles après la livraison de vos commandes.'
}
