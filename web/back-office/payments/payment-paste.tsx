import { useState } from 'react'
import { Link } from 'react-router'
import { type PastedResult, pastedAnswer } from '#features/earnings/contract.ts'
import { MAX_PASTED, PASTED_VERDICTS, type PastedVerdict } from '#features/earnings/model.ts'
import { PAYMENT_NAMES } from '#features/orders/model.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { callApi } from '#web/api/api.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { StateBadge } from '#web/list-kit/state-badge.tsx'
import type { StateLook } from '#web/list-kit/states.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import { Price } from '#web/ui/price.tsx'
import style from './payment-paste.module.css'
import { sumInWords } from './payment-selection.tsx'

const LOOKS: Readonly<Record<PastedVerdict, Omit<StateLook, 'name'>>> = {
  payable: { tone: 'ok', icon: 'check' },
  paid: { tone: 'ok', icon: 'coins' },
  already: { tone: 'neutral', icon: 'coins' },
  void: { tone: 'warn', icon: 'close' },
  undelivered: { tone: 'info', icon: 'truck' },
  unknown: { tone: 'warn', icon: 'search' },
  twice: { tone: 'neutral', icon: 'copy' },
  failed: { tone: 'warn', icon: 'alert' },
}

const FORM = 'numeros-colles'

interface PaymentPasteDialogProps {
  isOpen: boolean
  onClose: () => void
  onPay: (ids: readonly OrderId[]) => void
}

/** Numbers of orders pasted from a courier's list: each is answered before anything is paid. */
export function PaymentPasteDialog({ isOpen, onClose, onPay }: PaymentPasteDialogProps) {
  const [results, setResults] = useState<readonly PastedResult[] | null>(null)
  const form = useApiForm({
    fields: { numbers: (typed: string) => (/\d/.test(typed) ? null : 'Collez au moins un numéro de commande.') },
    send: async ({ numbers }) => {
      const body = { numbers, PaymentStatus: PAYMENT_NAMES.paid }
      const path = '/api/admin/orders/payment-status?preview=1'
      setResults((await callApi(path, { method: 'PUT', body, answer: pastedAnswer })).pasted)
    },
  })
  const payable = (results ?? []).flatMap(({ verdict, id, amount }) =>
    verdict === 'payable' && id !== null && amount !== null ? [{ id, collected: amount }] : [],
  )
  const close = () => {
    setResults(null)
    form.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isTypedIn
      title="Coller une liste"
      actions={
        results === null ? (
          <>
            <Button look="secondary" onClick={close}>
              Annuler
            </Button>
            <Button type="submit" form={FORM} busy={form.isBusy}>
              Vérifier la liste
            </Button>
          </>
        ) : (
          <>
            <Button look="secondary" onClick={() => setResults(null)}>
              Corriger la liste
            </Button>
            <Button
              data-autofocus
              aria-disabled={payable.length === 0}
              onClick={() => {
                onPay(payable.map(({ id }) => id))
                close()
              }}
            >
              Marquer payées
            </Button>
          </>
        )
      }
    >
      {/* It stays: what was pasted can be corrected. */}
      <FormShell
        form={form}
        id={FORM}
        className={common.stack}
        hidden={results !== null}
        focus="field"
        failed="La liste n’a pas pu être vérifiée"
        submit={null}
      >
        <FieldFrame
          label="Numéros de commande"
          hint="Cent au plus, séparés comme vous voulez. Les dates, les téléphones et les montants en DH sont ignorés."
          error={form.problems.numbers}
        >
          {(control) => (
            <textarea {...control} name="numbers" rows={6} data-autofocus maxLength={MAX_PASTED} spellCheck={false} />
          )}
        </FieldFrame>
      </FormShell>
      {results !== null && (
        <div className={classes(common.stack, common.gap3)}>
          <p className={classes(common.strong, common.digits)} role="status">
            {payable.length === 0 ? 'Aucune commande à payer.' : `À payer\u00A0: ${sumInWords(payable)}`}
          </p>
          <Results results={results} />
        </div>
      )}
    </Dialog>
  )
}

function Results({ results }: { results: readonly PastedResult[] }) {
  return (
    <ul className={style.results} aria-label="Numéros de la liste">
      {results.map(({ number, id, verdict, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a number may stand there twice
        <li key={index}>
          <span className={classes(common.strong, common.digits)}>
            {id === null ? number : <Link to={addresses.adminOrder(id)}>{number}</Link>}
          </span>
          {amount !== null && <Price amount={amount} className={common.digits} />}
          <StateBadge look={{ ...LOOKS[verdict], name: PASTED_VERDICTS[verdict] }} />
        </li>
      ))}
    </ul>
  )
}
