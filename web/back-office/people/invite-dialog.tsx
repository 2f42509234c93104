import { useState } from 'react'
import type { InvitedRole } from '#features/accounts/model.ts'
import { dropPhoneMarks, isUnusualPhone, problemOf } from '#web/accounts/account-fields.ts'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'

const UNUSUAL = 'Ce numéro n’a pas la forme d’un numéro marocain\u00A0: vérifiez-le.'

const INVITED = {
  buyer: { path: '/api/admin/buyers', who: 'un acheteur', of: 'de l’acheteur', subject: 'L’acheteur' },
  agent: { path: '/api/admin/agents', who: 'un agent', of: 'de l’agent', subject: 'L’agent' },
} as const satisfies Record<InvitedRole, object>

interface InviteDialogProps {
  invites: InvitedRole
  isOpen: boolean
  onClose: () => void
  onInvited: () => void
}

/** Opens an account for a buyer or an agent, who chooses a password by a link in the mail. */
export function InviteDialog({ invites, isOpen, onClose, onInvited }: InviteDialogProps) {
  const [isUnusual, setUnusual] = useState(false)
  const { path, who, of, subject } = INVITED[invites]

  const close = () => {
    setUnusual(false)
    onClose()
  }

  const form = useApiForm({
    fields: {
      name: (text) => (text === '' ? `Saisissez le nom ${of}.` : null),
      email: (text) =>
        text === '' ? 'Saisissez son adresse e-mail\u00A0: l’invitation y est envoyée.' : problemOf('email', text),
      phone: (text) => (text === '' ? 'Saisissez son numéro de téléphone.' : problemOf('phone', text)),
      address: (text) => (text === '' ? 'Saisissez son adresse.' : null),
    },
    send: async (body) => {
      await callApi(path, { method: 'POST', body })
      close()
      toast({ title: 'Invitation envoyée', text: `L’e-mail part à l’instant à ${body.email}.` })
      onInvited()
    },
  })
  const field = (name: 'name' | 'email' | 'phone' | 'address') =>
    ({ ...form.field(name), required: true, autoComplete: 'off' }) as const

  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={close}
      title={`Inviter ${who}`}
      confirm="Envoyer l’invitation"
      failed="L’invitation n’a pas été envoyée"
    >
      <p>
        {subject} reçoit un e-mail avec son identifiant et un lien pour choisir son mot de passe, valable sept jours.
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
        maxLength={40}
        onInput={({ currentTarget }) => dropPhoneMarks(currentTarget)}
        onBlur={({ currentTarget }) => setUnusual(isUnusualPhone(currentTarget.value))}
      />
      <Field {...field('address')} label="Adresse" enterKeyHint="done" maxLength={300} />
    </FormDialog>
  )
}
