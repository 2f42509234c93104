import { useState } from 'react'
import { ApiError, callApi } from '#web/api/api.ts'
import { fieldSentences } from '#web/api/french-errors.ts'
import { ActDialog, InvalidForm } from '#web/forms/confirm-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PASSWORDS_DIFFER, type Problems } from '../account-fields.ts'
import style from './account-security.module.css'

const NAMES = ['current', 'password', 'confirmation'] as const
type Name = (typeof NAMES)[number]
const WIRE_NAMES = { current: 'current_password', password: 'password', confirmation: 'password_confirmation' } as const

interface ChangePasswordProps {
  /** For password managers, which keep a password with the name that goes with it. */
  email: string
  leastPassword: number
  onChanged: () => void
}

/** A new password, for who knows the present one. */
export function ChangePassword({ email, leastPassword, onChanged }: ChangePasswordProps) {
  const [isOpen, setOpen] = useState(false)
  const [problems, setProblems] = useState<Problems<Name>>({})

  const act = async (form: HTMLFormElement) => {
    const typed = fieldValues(form)
    const refuse = (found: Problems<Name>): never => {
      setProblems(found)
      const first = NAMES.find((name) => found[name])
      if (first) (form.elements.namedItem(first) as HTMLInputElement | null)?.focus()
      throw new InvalidForm()
    }
    setProblems({})
    const found = problemsOf(typed, leastPassword)
    if (Object.keys(found).length > 0) refuse(found)
    const body = Object.fromEntries(NAMES.map((name) => [WIRE_NAMES[name], typed[name]]))
    try {
      await callApi('/api/password/change', { method: 'POST', body })
    } catch (error) {
      const refused = error instanceof ApiError ? fieldSentences(error, NAMES, WIRE_NAMES) : {}
      if (Object.keys(refused).length > 0) refuse(refused)
      throw error
    }
    setOpen(false)
    onChanged()
    toast({ title: 'Mot de passe changé', text: 'Vos autres sessions sont fermées.' })
  }

  return (
    <section className={style.panel} aria-labelledby="password-title">
      <h2 id="password-title">Mot de passe</h2>
      <p>Le changer ferme vos sessions sur les autres appareils.</p>
      <Button
        look="secondary"
        size="small"
        onClick={() => {
          setProblems({})
          setOpen(true)
        }}
      >
        Changer mon mot de passe
      </Button>
      <ActDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Changer mon mot de passe"
        confirm="Changer"
        act={act}
        failed="Votre mot de passe n’a pas été changé"
      >
        <div
          className={style.fields}
          onInput={({ target }) => {
            const { name } = target as HTMLInputElement
            setProblems(({ [name as Name]: _, ...others }) => others)
          }}
        >
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Mot de passe actuel"
            id="current"
            name="current"
            error={problems.current}
            autoComplete="current-password"
            enterKeyHint="next"
            maxLength={200}
            data-autofocus
          />
          <PasswordField
            label="Nouveau mot de passe"
            hint={`${leastPassword} caractères au moins. Une phrase que vous retenez vaut mieux qu’un mot compliqué.`}
            id="password"
            name="password"
            error={problems.password}
            autoComplete="new-password"
            enterKeyHint="next"
            maxLength={200}
          />
          <PasswordField
            label="Confirmer le nouveau mot de passe"
            id="confirmation"
            name="confirmation"
            error={problems.confirmation}
            autoComplete="new-password"
            enterKeyHint="done"
            maxLength={200}
          />
        </div>
      </ActDialog>
    </section>
  )
}

function fieldValues(form: HTMLFormElement): Record<Name, string> {
  const data = new FormData(form)
  return Object.fromEntries(NAMES.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
}

function problemsOf({ current, password, confirmation }: Record<Name, string>, least: number): Problems<Name> {
  const found: Problems<Name> = {}
  if (current === '') found.current = 'Saisissez votre mot de passe actuel.'
  if (password === '') found.password = 'Choisissez un mot de passe.'
  else if (password.length < least) found.password = `Le mot de passe doit comporter au moins ${least} caractères.`
  if (confirmation === '') found.confirmation = 'Saisissez le mot de passe une deuxième fois.'
  else if (confirmation !== password) found.confirmation = PASSWORDS_DIFFER
  return found
}
