import { useState } from 'react'
import { Link } from 'react-router'
import type { Claim } from '#features/settlements/contract.ts'
import { CLAIM_NAMES } from '#features/settlements/model.ts'
import { message } from '#platform/kernel/codecs.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { addresses } from '#web/addresses.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { amountIn } from '#web/forms/sale-amount.ts'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Moment } from '#web/list-kit/table/cells.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { Price } from '#web/ui/price.tsx'
import { toast } from '#web/ui/toast.tsx'
import { OrderLink } from './order-link.tsx'
import style from './settlements.module.css'

interface ClaimListProps {
  claims: readonly Claim[]
  label: string
  /** Names the courier and the statement of each. */
  hasCourier?: boolean
  onSettled: () => Promise<void>
}

/** Claims, each of which is settled by what came of it. */
export function ClaimList({ claims, label, hasCourier = false, onSettled }: ClaimListProps) {
  const [settled, setSettled] = useState<Claim | null>(null)
  if (claims.length === 0) return null
  return (
    <>
      <ul className={style.rows} aria-label={label}>
        {claims.map((claim) => (
          <li key={claim.id} className={style.claim}>
            <div>
              <p className={common.strong}>{CLAIM_NAMES[claim.kind]}</p>
              <p className={common.note}>
                {claim.orderId !== null && <OrderLink id={claim.orderId} place={`reclamation-${claim.id}`} />}
                {claim.orderId !== null && claim.tracking && ' · '}
                {claim.tracking}
              </p>
              {hasCourier && (
                <p className={common.note}>
                  {claim.courier.name}
                  {claim.statementId !== null && (
                    <>
                      {', relevé '}
                      <Link to={`${addresses.admin.settlements}/${claim.statementId}`}>{claim.statement}</Link>
                    </>
                  )}
                </p>
              )}
            </div>
            <Price amount={claim.due} className={classes(common.bold, common.digits)} />
            <ClaimState claim={claim} onAsk={() => setSettled(claim)} />
          </li>
        ))}
      </ul>
      <SettleDialog claim={settled} onClose={() => setSettled(null)} onSettled={onSettled} />
    </>
  )
}

function ClaimState({ claim, onAsk }: { claim: Claim; onAsk: () => void }) {
  if (claim.settledAt)
    return (
      <div>
        <Badge tone={claim.settledAmount === claim.due ? 'ok' : 'neutral'} icon="check">
          {claim.settledAmount === 0 ? 'perte acceptée' : `obtenu\u00A0: ${formatDirhams(claim.settledAmount!)}`}
        </Badge>
      </div>
    )
  if (!claim.isOpen)
    return (
      <div>
        <Badge icon="check">payée autrement</Badge>
      </div>
    )
  return (
    <div className={classes(common.wrap, common.middle)}>
      {claim.sentAt && (
        <span className={common.note}>
          Envoyée le <Moment at={claim.sentAt} />
        </span>
      )}
      <Button look="secondary" size="small" onClick={onAsk}>
        Régler<span className="visually-hidden"> la réclamation {claim.orderId ?? claim.statement}</span>
      </Button>
    </div>
  )
}

interface SettleDialogProps {
  /** Null closes the dialog. */
  claim: Claim | null
  onClose: () => void
  onSettled: () => Promise<void>
}

/** Asks what came of a claim: all of it unless typed otherwise, nothing when it is given up. */
function SettleDialog({ claim, onClose, onSettled }: SettleDialogProps) {
  const form = useApiForm({
    fields: {
      settled_amount: (typed) => {
        const amount = amountIn(typed)
        if (amount === null) return 'Saisissez une somme en dirhams, 0 pour accepter la perte.'
        return claim && amount > claim.due ? `Au plus ${formatDirhams(claim.due)}.` : null
      },
    },
    send: async ({ settled_amount }) => {
      if (!claim) return
      const body = { settled_amount: amountIn(settled_amount)! / 100 }
      await callApi(`/api/admin/claims/${claim.id}`, { method: 'PUT', body, answer: message })
      onClose()
      toast({ title: 'Réclamation réglée' })
    },
    subject: claim?.id,
    onSettled,
  })
  return (
    <FormDialog
      form={form}
      isOpen={claim !== null}
      onClose={onClose}
      title="Régler la réclamation"
      confirm="Régler"
      failed="La réclamation n’a pas été réglée"
    >
      <p>
        Réclamé&nbsp;: <strong>{claim && formatDirhams(claim.due)}</strong>. Si rien ne viendra, écrivez 0&nbsp;: la
        perte est acceptée.
      </p>
      <Field
        label="Somme obtenue (DH)"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={claim ? String(claim.due / 100).replace('.', ',') : ''}
        {...form.field('settled_amount')}
      />
    </FormDialog>
  )
}
