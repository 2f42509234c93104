import { useRef, useState } from 'react'
import type { BuyerBalance } from '#features/buyer-space/contract.ts'
import { withdrawAnswer } from '#features/earnings/contract.ts'
import { NO_RIB } from '#features/earnings/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { freshKey } from '#web/api/idempotency-key.ts'
import { AddRib } from '#web/rib/add-rib.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './buyer.module.css'
import { Pending } from './pending.tsx'

const SUCCESS_MS = 8000

interface RequestWithdrawalProps {
  /** Null until it is known. */
  balance: BuyerBalance | null
  /** It could not be had. */
  isUnknown: boolean
  /** Something was asked for, or may have been. */
  onSettled: () => Promise<void>
}

/** All that was sold and not asked for yet: one button, no sum to type. */
export function RequestWithdrawal({ balance, isUnknown, onSettled }: RequestWithdrawalProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // A request that may or may not have arrived is sent again under the same key.
  const key = useRef<string>(null)

  const ask = async () => {
    setBusy(true)
    setFailure(null)
    key.current ??= freshKey()
    try {
      const { withdrawal } = await callApi('/api/buyer/request-withdrawal', {
        method: 'POST',
        idempotencyKey: key.current,
        answer: withdrawAnswer,
      })
      key.current = null
      toast({
        title: 'Demande de retrait',
        text: `${formatDirhams(withdrawal.amount)}, en attente d’approbation`,
        duration: SUCCESS_MS,
      })
    } catch (error) {
      setFailure(error)
    }
    await onSettled()
    setBusy(false)
  }

  const isNothingDue = failure instanceof ApiError && failure.code === 'nothing_to_withdraw'
  const isRibMissing = failure instanceof ApiError && failure.code === NO_RIB
  return (
    <section className={style.panel} aria-labelledby="retrait">
      <h2 id="retrait">Retirer l’argent de vos ventes</h2>
      <dl className={style.due}>
        <dt>Disponible au retrait</dt>
        <dd>
          {balance ? <Price amount={balance.due} /> : isUnknown ? '–' : <Skeleton className={style.amountToCome} />}
        </dd>
      </dl>
      <Pending amount={balance?.pendingWithdrawals} />
      {balance?.due === 0 && failure === null && <p>{whyNothing(balance)}</p>}
      {failure !== null && (
        <Notice tone="danger" role="alert" title="Erreur">
          <p>Une erreur s'est produite lors de la demande de retrait.</p>
          <p>{isNothingDue && balance ? `Rien à retirer. ${whyNothing(balance)}` : errorSentence(failure)}</p>
          {isRibMissing && <AddRib />}
        </Notice>
      )}
      <Button look="secondary" icon="coins" className={style.action} busy={isBusy} onClick={ask}>
        Demander un retrait
      </Button>
    </section>
  )
}

const whyNothing = ({ sold }: BuyerBalance): string =>
  sold === 0
    ? 'La boutique n’a encore enregistré aucune vente de votre stock.'
    : 'Tout ce qui a été vendu a déjà été demandé. La prochaine vente enregistrée pourra l’être.'
