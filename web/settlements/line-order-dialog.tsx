import type { StatementLine } from '#features/settlements/contract.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Field } from '#web/ui/field.tsx'

interface LineOrderDialogProps {
  /** Null closes the dialog. */
  line: StatementLine | null
  onClose: () => void
  onNamed: (line: StatementLine, orderId: number) => Promise<void>
}

/** Asks for the order of a line whose number nobody knows. */
export function LineOrderDialog({ line, onClose, onNamed }: LineOrderDialogProps) {
  const form = useApiForm({
    fields: { OrderID: (typed) => (/^[1-9]\d{0,9}$/.test(typed) ? null : 'Écrivez le numéro de la commande.') },
    send: async ({ OrderID }) => {
      if (line) await onNamed(line, Number(OrderID))
    },
    subject: line?.row,
  })
  return (
    <FormDialog
      form={form}
      isOpen={line !== null}
      onClose={onClose}
      title="Choisir la commande"
      confirm="Choisir"
      failed="La commande n’a pas été choisie"
    >
      <p>
        Ligne {line?.row}&nbsp;: {line?.tracking ?? line?.reference}. La ligne sera vérifiée avec cette commande.
      </p>
      <Field label="Numéro de la commande" inputMode="numeric" autoComplete="off" {...form.field('OrderID')} />
    </FormDialog>
  )
}
