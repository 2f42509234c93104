import type { BuyerBalance } from '#features/buyer-space/contract.ts'
import { withdrawAnswer } from '#features/earnings/contract.ts'
import { NO_RIB } from '#features/earnings/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { AddRib } from '#web/rib/add-rib.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './buyer.module.css'
import { PendingAmount } from './pending-amount.tsx'

const SUCCESS_MS = 8000

interface RequestWithdrawalProps {
  /** Null until it is known. */
  balance: BuyerBalance | null
  /** The balance could not be loaded. */
  isUnknown: boolean
  /** Runs once something was requested, or may have been. */
  onSettled: () => Promise<void>
}

/** Requests all that was sold and not requested yet: one button, no sum to type. */
export function RequestWithdrawal({ balance, isUnknown, onSettled }: RequestWithdrawalProps) {
  const { submit, isBusy, failure } = useApiForm({
    fields: {},
    send: async (_, idempotencyKey) => {
      const { withdrawal } = await callApi('/api/buyer/request-withdrawal', {
        method: 'POST',
        idempotencyKey,
        answer: withdrawAnswer,
      })
      toast({
        title: 'Demande de retrait',
        text: `${formatDirhams(withdrawal.amount)}, en attente d’approbation`,
        duration: SUCCESS_MS,
      })
    },
    onSettled,
  })

  const code = failure?.error instanceof ApiError ? failure.error.code : undefined
  return (
    <section className={style.panel} aria-labelledby="retrait">
      <h2 id="retrait">Retirer l’argent de vos ventes</h2>
      <dl className={style.due}>
        <dt>Disponible au retrait</dt>
        <dd>
          {balance ? <Price amount={balance.due} /> : isUnknown ? '–' : <Skeleton className={style.amountToCome} />}
        </dd>
      </dl>
      <PendingAmount amount={balance?.pendingWithdrawals} />
      {balance?.due === 0 && failure === null && <p>{whyNothing(balance)}</p>}
      {failure !== null && (
        <Notice tone="danger" role="alert" title="Erreur">
          <p>Une erreur s'est produite lors de la demande de retrait.</p>
          <p>
            {code === 'nothing_to_withdraw' && balance
              ? `Rien à retirer. ${whyNothing(balance)}`
              : errorSentence(failure.error)}
          </p>
          {code === NO_RIB && <AddRib />}
        </Notice>
      )}
      <Button look="secondary" icon="coins" className={style.action} busy={isBusy} onClick={submit}>
        Demander un retrait
      </Button>
    </section>
  )
}

const whyNothing = ({ sold }: BuyerBalance): string =>
  sold === 0
    ? 'La boutique n’a encore enregistré aucune vente de votre stock.'
    : 'Tout ce qui a été vendu a déjà été demandé. La prochaine vente enregistrée pourra l’être.'
