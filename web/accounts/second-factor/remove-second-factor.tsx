import { useState } from 'react'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'

interface RemoveSecondFactorProps {
  /** The shop demands one: its removal leads straight to setting up another. */
  isRequired: boolean
  onRemoved: () => Promise<void>
}

/** Takes the second factor away, from who changes phones or does not want it any more. */
export function RemoveSecondFactor({ isRequired, onRemoved }: RemoveSecondFactorProps) {
  const [isOpen, setOpen] = useState(false)

  const form = useApiForm({
    fields: {
      current_password: (text) => (text.trim() === '' ? 'Saisissez votre mot de passe actuel.' : null),
      otp: (text) => (text === '' ? 'Saisissez le code de votre application, ou un code de secours.' : null),
    },
    verbatim: ['current_password'],
    send: async (body) => {
      await callApi('/api/second-factor', { method: 'DELETE', body })
      setOpen(false)
      await onRemoved()
      toast({ title: 'Double authentification désactivée' })
    },
  })

  return (
    <>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        Désactiver
        <span className="visually-hidden"> la double authentification</span>
      </Button>
      <FormDialog
        form={form}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Désactiver la double authentification&nbsp;?"
        confirm="Désactiver"
        look="danger"
        failed="La double authentification reste activée"
      >
        <p>
          {isRequired
            ? 'La boutique l’exige de chaque administrateur\u00A0: vous devrez aussitôt l’activer de nouveau, par exemple sur un autre téléphone.'
            : 'Le mot de passe suffira de nouveau pour entrer dans l’administration.'}
        </p>
        <div className={classes(common.stack, common.whole)}>
          <PasswordField
            label="Mot de passe actuel"
            {...form.field('current_password')}
            autoComplete="current-password"
            enterKeyHint="next"
            data-autofocus
          />
          <Field
            label="Code de l’application"
            hint="Ou l’un de vos codes de secours."
            {...form.field('otp')}
            autoComplete="one-time-code"
            inputMode="numeric"
            enterKeyHint="done"
            maxLength={40}
          />
        </div>
      </FormDialog>
    </>
  )
}
