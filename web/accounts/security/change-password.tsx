import { useState } from 'react'
import { callApi } from '#web/api/api.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PASSWORDS_DIFFER } from '../account-fields.ts'
import style from './account-security.module.css'

interface ChangePasswordProps {
  /** Password managers store a password with the name that goes with it. */
  email: string
  leastPassword: number
  onChanged: () => void
}

/** A new password, for who knows the present one. */
export function ChangePassword({ email, leastPassword, onChanged }: ChangePasswordProps) {
  const [isOpen, setOpen] = useState(false)

  const form = useApiForm({
    fields: {
      current_password: (text) => (text === '' ? 'Saisissez votre mot de passe actuel.' : null),
      password: (text) => {
        if (text === '') return 'Choisissez un mot de passe.'
        return text.length < leastPassword
          ? `Le mot de passe doit comporter au moins ${leastPassword} caractères.`
          : null
      },
      password_confirmation: (text, { password }) => {
        if (text === '') return 'Saisissez le mot de passe une deuxième fois.'
        return text === password ? null : PASSWORDS_DIFFER
      },
    },
    verbatim: ['current_password', 'password', 'password_confirmation'],
    send: async (body) => {
      await callApi('/api/password/change', { method: 'POST', body })
      setOpen(false)
      onChanged()
      toast({ title: 'Mot de passe changé', text: 'Vos autres sessions sont fermées.' })
    },
  })

  return (
    <section className={classes(common.panel, common.gap3, style.panel)} aria-labelledby="password-title">
      <h2 id="password-title">Mot de passe</h2>
      <p>Le changer ferme vos sessions sur les autres appareils.</p>
      <Button look="secondary" size="small" onClick={() => setOpen(true)}>
        Changer mon mot de passe
      </Button>
      <FormDialog
        form={form}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Changer mon mot de passe"
        confirm="Changer"
        failed="Votre mot de passe n’a pas été changé"
      >
        <div className={common.stack}>
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Mot de passe actuel"
            {...form.field('current_password')}
            autoComplete="current-password"
            enterKeyHint="next"
            data-autofocus
          />
          <PasswordField
            label="Nouveau mot de passe"
            hint={`${leastPassword} caractères au moins. Une phrase que vous retenez vaut mieux qu’un mot compliqué.`}
            {...form.field('password')}
            autoComplete="new-password"
            enterKeyHint="next"
          />
          <PasswordField
            label="Confirmer le nouveau mot de passe"
            {...form.field('password_confirmation')}
            autoComplete="new-password"
            enterKeyHint="done"
          />
        </div>
      </FormDialog>
    </section>
  )
}
