import { useState } from 'react'
import { ApiError, callApi } from '#web/api/api.ts'
import { fieldSentences } from '#web/api/french-errors.ts'
import { ActDialog, InvalidForm } from '#web/forms/confirm-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Problems } from '../account-fields.ts'
import style from './second-factor.module.css'

const NAMES = ['current_password', 'otp'] as const
type Name = (typeof NAMES)[number]

const MISSING: Readonly<Record<Name, string>> = {
  current_password: 'Saisissez votre mot de passe actuel.',
  otp: 'Saisissez le code de votre application, ou un code de secours.',
}

interface RemoveSecondFactorProps {
  /** Without one there is nothing else to do then but to set one up again. */
  isRequired: boolean
  onRemoved: () => Promise<void>
}

/** For who changes phones, or does not want it any more. */
export function RemoveSecondFactor({ isRequired, onRemoved }: RemoveSecondFactorProps) {
  const [isOpen, setOpen] = useState(false)
  const [problems, setProblems] = useState<Problems<Name>>({})

  const act = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const body = Object.fromEntries(NAMES.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
    const refuse = (found: Problems<Name>): never => {
      setProblems(found)
      const first = NAMES.find((name) => found[name])
      if (first) (form.elements.namedItem(first) as HTMLInputElement | null)?.focus()
      throw new InvalidForm()
    }
    const missing = NAMES.filter((name) => body[name].trim() === '')
    if (missing.length > 0) refuse(Object.fromEntries(missing.map((name) => [name, MISSING[name]])))
    setProblems({})
    try {
      await callApi('/api/second-factor', { method: 'DELETE', body })
    } catch (error) {
      const refused = error instanceof ApiError ? fieldSentences(error, NAMES) : {}
      if (Object.keys(refused).length > 0) refuse(refused)
      throw error
    }
    setOpen(false)
    await onRemoved()
    toast({ title: 'Double authentification désactivée' })
  }

  return (
    <>
      <Button
        look="secondary"
        size="small"
        onClick={() => {
          setProblems({})
          setOpen(true)
        }}
      >
        Désactiver
        <span className="visually-hidden"> la double authentification</span>
      </Button>
      <ActDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Désactiver la double authentification&nbsp;?"
        confirm="Désactiver"
        look="danger"
        act={act}
        failed="La double authentification reste activée"
      >
        <p>
          {isRequired
            ? 'La boutique l’exige de chaque administrateur\u00A0: vous devrez aussitôt l’activer de nouveau, par exemple sur un autre téléphone.'
            : 'Le mot de passe suffira de nouveau pour entrer dans l’administration.'}
        </p>
        <div
          className={style.form}
          onInput={({ target }) => {
            const { name } = target as HTMLInputElement
            setProblems(({ [name as Name]: _, ...others }) => others)
          }}
        >
          <PasswordField
            label="Mot de passe actuel"
            id="current_password"
            name="current_password"
            error={problems.current_password}
            autoComplete="current-password"
            enterKeyHint="next"
            maxLength={200}
            data-autofocus
          />
          <Field
            label="Code de l’application"
            hint="Ou l’un de vos codes de secours."
            id="otp"
            name="otp"
            error={problems.otp}
            autoComplete="one-time-code"
            inputMode="numeric"
            enterKeyHint="done"
            maxLength={40}
          />
        </div>
      </ActDialog>
    </>
  )
}
