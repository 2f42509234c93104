import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { MIN_PASSWORD } from '#features/accounts/model.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError, callApi, NetworkError } from '#web/api/api.ts'
import { browserKey } from '#web/api/browser-key.ts'
import { errorSentence, translated } from '#web/api/french-errors.ts'
import small from '#web/assets/scenes/new-password-320.avif'
import avif from '#web/assets/scenes/new-password-640.avif'
import webp from '#web/assets/scenes/new-password-640.webp'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PASSWORDS_DIFFER } from '../account-fields.ts'
import style from '../account-page.module.css'
import { AccountPage, AskForHelp, BackToLogin } from '../account-page.tsx'
import { CheckedName } from '../checked-name.tsx'
import { forgetEndedSession } from '../forget-ended-session.ts'
import { type ResetLink, resetLinkFrom } from './reset-link.ts'

export const meta = () =>
  pageMeta({
    title: 'Nouveau mot de passe',
    description: 'Choisissez un nouveau mot de passe pour votre compte.',
  })

/** The address holds what changes a password: no server that this page loads from may learn it. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

const SCENE = { avif, webp, small }

export default function ResetPassword() {
  const link = useResetLink()
  return (
    <AccountPage
      title="Nouveau mot de passe"
      lead={
        link !== null && (
          <p className={common.anywhere}>
            Pour le compte
            {/* Its line is there from the start, so that nothing moves when it is known. */}
            <strong className={common.block}>{link?.email ?? '\u00A0'}</strong>
          </p>
        )
      }
      scene={SCENE}
    >
      {link === null ? <NoLink /> : <ResetForm link={link} />}
      <BackToLogin />
      <AskForHelp />
    </AccountPage>
  )
}

/**
 * The link's values, which leave the address bar, the history and what may be shared of them at once. Undefined until
 * the script runs, null when there are none.
 */
function useResetLink(): ResetLink | null | undefined {
  const [link, setLink] = useState<ResetLink | null>()
  useEffect(() => {
    const found = resetLinkFrom(window.location.search)
    // The former reading stays: the address does not hold it any more.
    setLink((known) => found ?? known ?? null)
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return link
}

function NoLink() {
  return (
    <>
      <Notice tone="warn">
        Cette page s’ouvre par le lien reçu <span className={common.nowrap}>par e-mail</span>. Ouvrez-le de nouveau, en
        entier, ou demandez-en un autre.
      </Notice>
      <ButtonLink to={addresses.forgotPassword} wide>
        Demander un nouveau lien
      </ButtonLink>
    </>
  )
}

interface ResetFailure {
  message: string
  explanation?: string
  /** Another link is what helps. */
  isLinkDead?: boolean
}

function ResetForm({ link }: { link: ResetLink | undefined }) {
  const navigate = useNavigate()
  const [message, setMessage] = useState<string>()
  const [typed, setTyped] = useState({ password: '', confirmation: '' })
  const missing = MIN_PASSWORD - typed.password.length

  const form = useApiForm({
    // The server judges length and rarity: they depend on whose password it is.
    fields: {
      password: (text) => (text === '' ? 'Choisissez un mot de passe.' : null),
      confirmation: (text, { password }) => {
        if (password === '' || text === password) return null
        return text === '' ? 'Saisissez le mot de passe une deuxième fois.' : PASSWORDS_DIFFER
      },
    },
    verbatim: ['password', 'confirmation'],
    send: async ({ password, confirmation }) => {
      const { message: answer } = await import('#platform/kernel/codecs.ts').catch((error: unknown) => {
        throw new NetworkError(error)
      })
      const { message } = await callApi('/api/password/reset', {
        method: 'POST',
        body: { ...link, password, password_confirmation: confirmation, browser_key: browserKey() },
        anonymous: true,
        answer,
      })
      // The reset ended every session of the account, this browser's too.
      forgetEndedSession()
      setMessage(message)
    },
    // The dialog says all of it.
    problemsIn: () => ({}),
  })

  const close = () => {
    if (form.isDone) navigate(addresses.login)
    // The dialog gives the focus back as it closes: it is moved on after that.
    else requestAnimationFrame(() => form.focus('password'))
    form.reset()
  }

  return (
    <FormShell
      form={form}
      className={classes(common.stack, style.form)}
      focus="field"
      onInput={() => setTyped(form.read())}
      hasFailureInFoot
      showFailure={(failure) => (
        <ResetDialog
          done={form.isDone ? message : undefined}
          failure={failure && failureOf(failure.error)}
          onClose={close}
        />
      )}
      submit={{ wide: true, busyLabel: 'Envoi…', children: 'Changer le mot de passe' }}
      foot={(button, dialog) => (
        <>
          {button}
          {dialog}
        </>
      )}
    >
      {/* Password managers store a password with the name that goes with it. */}
      <input type="email" name="username" autoComplete="username" value={link?.email ?? ''} readOnly hidden />
      <PasswordField
        label={
          <>
            <CheckedName name="Mot de passe" isGood={missing <= 0} /> <English>New Password</English>
          </>
        }
        hint={
          missing > 0 && missing < MIN_PASSWORD
            ? `Encore ${missing} ${missing > 1 ? 'caractères' : 'caractère'}`
            : `${MIN_PASSWORD}\u00A0caractères au moins`
        }
        id="password"
        className={common.hintBeside}
        {...form.field('password')}
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordField
        label={
          <>
            <CheckedName name="Confirmation" isGood={missing <= 0 && typed.confirmation === typed.password} />{' '}
            <English>Confirm Password</English>
          </>
        }
        id="confirmation"
        {...form.field('confirmation')}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </FormShell>
  )
}

/** The label that the form has been given, after the French one. */
const English = ({ children }: { children: string }) => (
  <span lang="en" className={style.english}>
    {children}
  </span>
)

interface ResetDialogProps {
  done: string | undefined
  failure: ResetFailure | null
  onClose: () => void
}

function ResetDialog({ done, failure, onClose }: ResetDialogProps) {
  const isLinkDead = failure?.isLinkDead
  return (
    <Dialog
      isOpen={done !== undefined || failure !== null}
      onClose={onClose}
      title={failure ? 'Erreur!' : 'C’est fait'}
      actions={
        <>
          {isLinkDead && (
            <ButtonLink to={addresses.forgotPassword} data-autofocus>
              Demander un nouveau lien
            </ButtonLink>
          )}
          <Button look={isLinkDead ? 'secondary' : 'primary'} data-autofocus onClick={onClose}>
            {failure ? 'Fermer' : 'Se connecter'}
          </Button>
        </>
      }
    >
      <p>{failure?.message ?? done}</p>
      {failure?.explanation && <p>{failure.explanation}</p>}
    </Dialog>
  )
}

const FAILED = 'La réinitialisation du mot de passe a échoué.'

function failureOf(error: unknown): ResetFailure {
  if (error instanceof NetworkError)
    return {
      message: FAILED,
      explanation: 'La boutique n’a pas répondu\u00A0: vérifiez votre connexion et réessayez.',
    }
  if (!(error instanceof ApiError) || error.message === '') return { message: FAILED }
  if (error.status !== 422) return { message: error.status < 500 ? errorSentence(error) : FAILED }
  const [field] = Object.keys(error.fields)
  const message = (field !== undefined && translated(field, error)) || error.message
  return { message, isLinkDead: field === undefined }
}
