import { useState } from 'react'
import { isUnusualPhone, type Problems, problemOf } from '#web/accounts/account-fields.ts'
import { ApiError, callApi } from '#web/api/api.ts'
import { fieldSentences } from '#web/api/french-errors.ts'
import { ActDialog, fieldValue, InvalidForm } from '#web/forms/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'

const FIELDS = ['name', 'email', 'phone', 'address'] as const
type Name = (typeof FIELDS)[number]

const MISSING: Readonly<Record<Name, string>> = {
  name: 'Saisissez le nom de l’acheteur.',
  email: 'Saisissez son adresse e-mail\u00A0: l’invitation y est envoyée.',
  phone: 'Saisissez son numéro de téléphone.',
  address: 'Saisissez son adresse.',
}

const UNUSUAL = 'Ce numéro n’a pas la forme d’un numéro marocain\u00A0: vérifiez-le.'

interface InviteDialogProps {
  isOpen: boolean
  onClose: () => void
  onInvited: () => void
}

/** Opens an account for a buyer, who chooses a password by a link in the mail. */
export function InviteDialog({ isOpen, onClose, onInvited }: InviteDialogProps) {
  const [problems, setProblems] = useState<Problems<Name>>({})
  const [isUnusual, setUnusual] = useState(false)

  const close = () => {
    setProblems({})
    setUnusual(false)
    onClose()
  }

  const refuse = (found: Problems<Name>, form: HTMLFormElement): never => {
    setProblems(found)
    const first = FIELDS.find((field) => found[field] !== undefined)
    if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus()
    throw new InvalidForm()
  }

  const act = async (element: HTMLFormElement) => {
    const typed = Object.fromEntries(FIELDS.map((field) => [field, fieldValue(element, field)])) as Record<Name, string>
    const found = problemsOf(typed)
    if (Object.keys(found).length > 0) refuse(found, element)
    setProblems({})
    try {
      await callApi('/api/admin/buyers', { method: 'POST', body: typed })
    } catch (error) {
      const said = error instanceof ApiError ? fieldSentences(error, FIELDS) : {}
      if (Object.keys(said).length > 0) refuse(said, element)
      throw error
    }
    close()
    toast({ title: 'Invitation envoyée', text: `L’e-mail part à l’instant à ${typed.email}.` })
    onInvited()
  }

  /** What is wrong with a field goes as soon as it is corrected. */
  const field = (name: Name) => ({
    name,
    error: problems[name],
    required: true,
    autoComplete: 'off',
    onChange: () => setProblems(({ [name]: _, ...others }) => others as Problems<Name>),
  })

  return (
    <ActDialog
      isOpen={isOpen}
      onClose={close}
      title="Inviter un acheteur"
      confirm="Envoyer l’invitation"
      act={act}
      failed="L’invitation n’a pas été envoyée"
    >
      <p>
        L’acheteur reçoit un e-mail avec son identifiant et un lien pour choisir son mot de passe, valable sept jours.
      </p>
      <Field {...field('name')} label="Nom complet" data-autofocus enterKeyHint="next" maxLength={120} />
      <Field
        {...field('email')}
        label="Adresse e-mail"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={200}
      />
      <Field
        {...field('phone')}
        label="Téléphone"
        hint={isUnusual ? UNUSUAL : 'Des chiffres seulement, par exemple 0612345678'}
        type="tel"
        inputMode="numeric"
        enterKeyHint="next"
        maxLength={20}
        onBlur={({ currentTarget }) => setUnusual(isUnusualPhone(currentTarget.value))}
      />
      <Field {...field('address')} label="Adresse" enterKeyHint="done" maxLength={300} />
    </ActDialog>
  )
}

const problemsOf = (typed: Record<Name, string>): Problems<Name> =>
  Object.fromEntries(
    FIELDS.flatMap((name) => {
      const problem = typed[name] === '' ? MISSING[name] : problemOf(name, typed[name])
      return problem === null ? [] : [[name, problem]]
    }),
  )
