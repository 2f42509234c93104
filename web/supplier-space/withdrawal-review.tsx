import type { SupplierAccount } from '#features/supplier-space/contract.ts'
import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { type Centimes, formatDirhams } from '#platform/kernel/money.ts'
import sums from '#web/figures/sums.module.css'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Price } from '#web/ui/price.tsx'

interface WithdrawalReviewProps {
  isOpen: boolean
  /** Null while it is being loaded, as the account. */
  amount: Centimes | null
  account: SupplierAccount | null
  onClose: () => void
  onConfirm: () => void
}

/** Amount, account and payday, looked at once more before a withdrawal is requested. */
export function WithdrawalReview({ isOpen, amount, account, onClose, onConfirm }: WithdrawalReviewProps) {
  if (amount === null) return null
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Vérifiez votre retrait"
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            Annuler
          </Button>
          <Button data-autofocus onClick={onConfirm}>
            {`Demander ${formatDirhams(amount)}`}
          </Button>
        </>
      }
    >
      <div className={classes(common.stack, common.gap3)}>
        <dl className={sums.sums}>
          <div className={sums.total}>
            <dt>Montant</dt>
            <dd>
              <Price amount={amount} />
            </dd>
          </div>
          {account?.rib && (
            <div>
              <dt>Sur le RIB</dt>
              <dd className={common.digits}>
                <span aria-hidden="true">•••• </span>
                <span className="visually-hidden">qui finit par </span>
                {account.rib.slice(-4)}
              </dd>
            </div>
          )}
          {account && (
            <div>
              <dt>Prochain jour de virement</dt>
              <dd>{dayInWords(account.nextPayday)}</dd>
            </div>
          )}
        </dl>
        <p className={common.note}>La boutique approuve chaque retrait, puis un e-mail vous annonce le virement.</p>
      </div>
    </Dialog>
  )
}
