import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { ApiError, callApi, NetworkError } from '#web/api/api.ts'
import { browserKey } from '#web/api/browser-key.ts'
import { errorSentence, translated } from '#web/api/french-errors.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import { PASSWORDS_DIFFER, type Problems } from './account-fields.ts'
import style from './account-page.module.css'
import { forgetEndedSession } from './ended-session.ts'
import { type ResetLink, resetLinkFrom } from './reset-link.ts'

export const meta = () =>
  pageMeta({
    title: 'Nouveau mot de passe',
    description: 'Choisissez un nouveau mot de passe pour votre compte.',
  })

/** The address holds what changes a password: nobody that this page asks for anything is told it. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export default function ResetPassword() {
  const link = useResetLink()
  return (
    <Page width="narrow" className={style.page}>
      <div className={style.head}>
        <h1>Nouveau mot de passe</h1>
        {link !== null && (
          <p className={style.lead}>
            Pour le compte
            {/* Its line is there from the start, so that nothing moves when it is known. */}
            <strong className={style.own}>{link?.email ?? '\u00A0'}</strong>
          </p>
        )}
      </div>
      {link === null ? <NoLink /> : <ResetForm link={link} />}
    </Page>
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
    // What was read before stays: the address does not hold it any more.
    setLink((known) => found ?? known ?? null)
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return link
}

function NoLink() {
  return (
    <>
      <Notice tone="warn">
        Ce lien est incomplet ou a déjà été ouvert ici. Ouvrez de nouveau celui de votre e-mail, ou demandez-en un
        autre.
      </Notice>
      <ButtonLink to={addresses.forgotPassword} wide>
        Demander un nouveau lien
      </ButtonLink>
      <p className={style.aside}>
        <Link to={addresses.login}>Revenir à la connexion</Link>
      </p>
    </>
  )
}

type Name = 'password' | 'confirmation'
const REQUIRED: Readonly<Record<Name, string>> = {
  password: 'Choisissez un mot de passe.',
  confirmation: 'Saisissez le mot de passe une deuxième fois.',
}

interface ResetFailure {
  isDone: boolean
  message: string
  explanation?: string
  /** Another link is what helps. */
  isLinkDead?: boolean
}

function ResetForm({ link }: { link: ResetLink | undefined }) {
  const navigate = useNavigate()
  const isReady = useIsReady()
  const form = useRef<HTMLFormElement>(null)
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<Problems<Name>>({})
  const [outcome, setOutcome] = useState<ResetFailure | null>(null)

  const focusOn = (field: Name) =>
    requestAnimationFrame(() => (form.current?.elements.namedItem(field) as HTMLInputElement | null)?.focus())

  const send = async (body: object) => {
    setSending(true)
    try {
      const { message: answer } = await import('#platform/kernel/codecs.ts').catch((error: unknown) => {
        throw new NetworkError(error)
      })
      const { message } = await callApi('/api/password/reset', {
        method: 'POST',
        body: { ...body, browser_key: browserKey() },
        anonymous: true,
        answer,
      })
      // It ended every session of the account, this browser's too.
      forgetEndedSession()
      setOutcome({ isDone: true, message })
    } catch (error) {
      setOutcome(failureOf(error))
    } finally {
      setSending(false)
    }
  }

  const close = () => {
    setOutcome(null)
    if (outcome?.isDone) navigate(addresses.login)
    // The dialog gives the focus back as it closes: it is moved on after that.
    else focusOn('password')
  }

  return (
    <form
      ref={form}
      className={style.form}
      // Should it be sent before the script runs, then at least not within the address.
      method="post"
      noValidate
      onInput={() => setProblems({})}
      onSubmit={(event) => {
        event.preventDefault()
        if (!link) return
        const data = new FormData(event.currentTarget)
        const password = String(data.get('password'))
        const confirmation = String(data.get('confirmation'))
        const found = problemsOf(password, confirmation)
        setProblems(found)
        const first = found.password ? 'password' : found.confirmation ? 'confirmation' : null
        if (first) focusOn(first)
        else send({ ...link, password, password_confirmation: confirmation })
      }}
    >
      {/* For password managers, which keep a password with the name that goes with it. */}
      <input type="email" name="username" autoComplete="username" value={link?.email ?? ''} readOnly hidden />
      <PasswordField
        label={<span lang="en">New Password</span>}
        hint="Nouveau mot de passe, 8 caractères au moins"
        id="password"
        name="password"
        error={problems.password}
        autoComplete="new-password"
        enterKeyHint="next"
        maxLength={200}
      />
      <PasswordField
        label={<span lang="en">Confirm Password</span>}
        hint="Le même, une deuxième fois"
        id="confirmation"
        name="confirmation"
        error={problems.confirmation}
        autoComplete="new-password"
        enterKeyHint="go"
        maxLength={200}
      />
      <Button type={isReady ? 'submit' : 'button'} wide busy={isSending} busyLabel="Envoi…">
        Changer le mot de passe
      </Button>
      <Dialog
        isOpen={outcome !== null}
        onClose={close}
        title={outcome?.isDone ? 'C’est fait' : 'Erreur!'}
        actions={
          <>
            {outcome?.isLinkDead && (
              <ButtonLink to={addresses.forgotPassword} data-autofocus>
                Demander un nouveau lien
              </ButtonLink>
            )}
            <Button look={outcome?.isLinkDead ? 'secondary' : 'primary'} data-autofocus onClick={close}>
              {outcome?.isDone ? 'Se connecter' : 'Fermer'}
            </Button>
          </>
        }
      >
        {outcome && <p>{outcome.message}</p>}
        {outcome?.explanation && <p>{outcome.explanation}</p>}
      </Dialog>
    </form>
  )
}

/** Whether the password is long or rare enough is the server's to say: it depends on whose it is. */
function problemsOf(password: string, confirmation: string): Problems<Name> {
  if (password === '') return { password: REQUIRED.password }
  if (confirmation === '') return { confirmation: REQUIRED.confirmation }
  return password === confirmation ? {} : { confirmation: PASSWORDS_DIFFER }
}

const FAILED = 'La réinitialisation du mot de passe a échoué.'

function failureOf(error: unknown): ResetFailure {
  if (error instanceof NetworkError)
    return {
      isDone: false,
      message: FAILED,
      explanation: 'La boutique n’a pas répondu\u00A0: vérifiez votre connexion et réessayez.',
    }
  if (!(error instanceof ApiError) || error.message === '') return { isDone: false, message: FAILED }
  if (error.status !== 422) return { isDone: false, message: error.status < 500 ? errorSentence(error) : FAILED }
  const [field] = Object.keys(error.fields)
  const message = (field !== undefined && translated(field, error)) || error.message
  return { isDone: false, message, isLinkDead: field === undefined }
}
