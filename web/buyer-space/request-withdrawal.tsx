import type { BuyerBalance } from '#features/buyer-space/contract.ts'
import { withdrawAnswer } from '#features/earnings/contract.ts'
import { NO_RIB } from '#features/earnings/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { AddRib } from '#web/rib/add-rib.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './buyer.module.css'
import { RequestPanel, type RequestProps, useRequest } from './request-panel.tsx'

/** Requests all that was sold and not requested yet: no sum to type, but a look at it before it leaves. */
export function RequestWithdrawal(props: RequestProps) {
  const { balance } = props
  const { open, dialog } = useRequest(props, {
    done: 'Demande de retrait',
    fields: {},
    send: async (_, idempotencyKey) => {
      const { withdrawal } = await callApi('/api/buyer/request-withdrawal', {
        method: 'POST',
        idempotencyKey,
        answer: withdrawAnswer,
      })
      return withdrawal.amount
    },
  })

  const explain = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined
    return (
      <>
        <p>Une erreur s'est produite lors de la demande de retrait.</p>
        <p>
          {code === 'nothing_to_withdraw' && balance ? `Rien à retirer. ${whyNothing(balance)}` : errorSentence(error)}
        </p>
        {code === NO_RIB && <AddRib />}
      </>
    )
  }

  return (
    <RequestPanel
      id="retrait"
      title="Retirer l’argent de vos ventes"
      text={explainBalance(balance)}
      pending={balance?.pendingWithdrawals}
    >
      {balance?.rib === null ? (
        <ButtonLink look="secondary" icon="coins" className={style.action} to={addresses.profile}>
          Ajouter mon RIB
        </ButtonLink>
      ) : (
        <Button icon="coins" className={style.action} disabled={!balance} onClick={open}>
          Demander un retrait
        </Button>
      )}
      <FormDialog
        {...dialog}
        title="Demander un retrait"
        confirm="Demander ce retrait"
        failed="Erreur"
        explain={explain}
        beginsAtConfirm
      >
        {balance && (
          <dl className={classes(common.tile, common.terms, style.review)}>
            <div>
              <dt>Montant</dt>
              <dd className={common.digits}>{formatDirhams(balance.due)}</dd>
            </div>
            <div>
              <dt>Versé sur le RIB</dt>
              <dd className={common.digits}>{balance.rib}</dd>
            </div>
          </dl>
        )}
        <p>
          {balance?.due === 0
            ? whyNothing(balance)
            : 'La boutique approuve la demande, puis fait le virement. Un e-mail vous l’annonce.'}
        </p>
      </FormDialog>
    </RequestPanel>
  )
}

function explainBalance(balance: BuyerBalance | null): string {
  if (balance?.due === 0) return whyNothing(balance)
  return balance?.rib === null
    ? 'Il manque le compte où verser l’argent.'
    : 'Tout ce qui est disponible, en une demande.'
}

const whyNothing = ({ sold }: BuyerBalance): string =>
  sold === 0
    ? 'La boutique n’a encore enregistré aucune vente de votre stock.'
    : 'Tout ce qui a été vendu a déjà été demandé. La prochaine vente enregistrée pourra l’être.'
