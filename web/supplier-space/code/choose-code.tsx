import { useEffect, useState } from 'react'
import { chosenCode, codeAvailability } from '#features/accounts/promo-codes/contract.ts'
import { isPromoCode, normalisePromoCode } from '#features/accounts/promo-codes/rules.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import style from './supplier-promo.module.css'

interface ChooseCodeDialogProps {
  isOpen: boolean
  present: string
  onClose: () => void
  /** Runs once the code is changed. */
  onChosen: () => Promise<void>
}

const SHAPE = '6 à 12 lettres et chiffres, sans accent ni espace.'

/** Lets a supplier choose its code, and tells while it types whether the word is free. Loaded once it is opened. */
export default function ChooseCodeDialog({ isOpen, present, onClose, onChosen }: ChooseCodeDialogProps) {
  const [typed, setTyped] = useState('')
  const word = normalisePromoCode(typed)
  const isFree = useIsFree(isOpen && word !== present ? word : '')
  const form = useApiForm({
    fields: { code: (text) => (isPromoCode(normalisePromoCode(text)) ? null : SHAPE) },
    send: async ({ code }) => {
      const { message } = await callApi('/api/supplier/code', { method: 'PUT', body: { code }, answer: chosenCode })
      toast({ title: message })
      await onChosen()
    },
  })

  useEffect(() => {
    if (!isOpen) setTyped('')
  }, [isOpen])

  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title="Choisissez votre code"
      confirm="Choisir ce code"
      failed="Le code n’a pas pu être changé"
    >
      <p>
        Vous pourrez en changer une fois par mois. {present} restera à vous et continuera de fonctionner, sur vos QR
        codes imprimés aussi.
      </p>
      <Field
        label="Nouveau code"
        hint={
          <span role="status" className={isFree === null ? undefined : isFree ? style.free : style.taken}>
            {isFree === null ? SHAPE : isFree ? `${word} est libre.` : `${word} est déjà pris.`}
          </span>
        }
        {...form.field('code')}
        data-autofocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={12}
        style={{ textTransform: 'uppercase' }}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

const PAUSE_MS = 400

/** Asks after a pause in typing whether a code can be chosen; null while that is unknown. */
function useIsFree(code: string): boolean | null {
  const [known, setKnown] = useState<{ code: string; isFree: boolean } | null>(null)

  useEffect(() => {
    if (!isPromoCode(code)) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { isAvailable } = await callApi(`/api/supplier/code/${code}`, {
          answer: codeAvailability,
          signal: controller.signal,
        })
        setKnown({ code, isFree: isAvailable })
      } catch {
        // The choice itself says what is wrong.
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [code])

  return known?.code === code ? known.isFree : null
}
