import { useState } from 'react'
import { FOUND_OF_EACH } from '#features/back-office/model.ts'
import type { StatementLine } from '#features/settlements/contract.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { hitOfOrder } from '#web/closed-area/go-to/hits.ts'
import { useFound } from '#web/closed-area/go-to/use-found.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Radio } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import style from './settlements.module.css'

interface LineOrderDialogProps {
  /** Null closes the dialog. */
  line: StatementLine | null
  onClose: () => void
  /** Throws what the API refuses. */
  onNamed: (line: StatementLine, orderId: OrderId) => Promise<void>
}

/**
 * Asks for the order of a line whose own number does not say it: it is sought as everything is, and chosen among what was
 * found.
 */
export function LineOrderDialog({ line, onClose, onNamed }: LineOrderDialogProps) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<OrderId | null>(null)
  const { answer, problem, isLoading } = useFound(typed.trim())
  const orders = answer?.orders ?? []
  const isNumber = ({ id }: { id: OrderId }) => String(id) === typed.trim()
  // What was found for a former text is chosen by a hand alone.
  const meant = isLoading ? undefined : (orders.find(isNumber) ?? (orders.length === 1 ? orders[0] : undefined))
  const chosen = orders.find(({ id }) => id === picked) ?? meant

  const close = () => {
    setTyped('')
    setPicked(null)
    onClose()
  }
  const form = useApiForm({
    fields: { OrderID: (id) => (id === '' ? 'Cherchez la commande, puis choisissez-la.' : null) },
    read: () => ({ OrderID: String(chosen?.id ?? '') }),
    send: async () => {
      if (!line || !chosen) return
      await onNamed(line, chosen.id)
      close()
    },
    subject: line?.row,
  })

  return (
    <FormDialog
      form={form}
      isOpen={line !== null}
      onClose={close}
      title="Choisir la commande"
      confirm="Choisir"
      failed="La commande n’a pas été choisie"
    >
      <p>
        Ligne {line?.row}&nbsp;: {line?.tracking ?? line?.reference}. La ligne sera vérifiée avec cette commande.
      </p>
      <Field
        {...form.field('OrderID')}
        label="N°, téléphone, nom ou suivi"
        icon="search"
        inputMode="search"
        autoComplete="off"
        maxLength={100}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p className={common.hint} role="status">
        {stateOf(typed.trim(), isLoading, orders.length, problem)}
      </p>
      {/* Of one height however many are found: the buttons below must not move away from under a finger. */}
      <div className={style.found}>
        {orders.length > 0 && (
          <fieldset className={classes(common.stack, common.gap2)}>
            <legend className="visually-hidden">Commandes trouvées</legend>
            {orders.map((order) => {
              const { name, detail } = hitOfOrder(order)
              return (
                <Radio
                  key={order.id}
                  name="found"
                  checked={order.id === chosen?.id}
                  onChange={() => setPicked(order.id)}
                >
                  <bdi className={common.strong}>{name}</bdi>
                  <br />
                  <span className={common.note}>{detail}</span>
                </Radio>
              )
            })}
          </fieldset>
        )}
      </div>
    </FormDialog>
  )
}

function stateOf(text: string, isLoading: boolean, count: number, problem: unknown): string {
  if (problem !== null) return errorSentence(problem)
  if (text === '') return 'Les commandes trouvées se montrent ici.'
  if (isLoading) return 'Recherche…'
  if (count === 0) return 'Aucune commande ne correspond.'
  if (count === FOUND_OF_EACH) return `Les ${count} plus récentes\u00A0: précisez s’il en manque.`
  return count > 1 ? `${count} commandes` : '1 commande'
}
