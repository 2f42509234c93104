import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { ApiError, callApi, isAccountDeleted, NetworkError } from '#web/api/api.ts'
import { browserKey } from '#web/api/browser-key.ts'
import { fieldSentences, waitSentence } from '#web/api/french-errors.ts'
import { REFUSED, refusalNamed, SESSION_ENDED, safeReturnPath } from '#web/session/return-path.ts'
import { forgetEverything, logOut, type Session, useSession } from '#web/session/session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import { arrivalOf, logIn } from './log-in.ts'
import style from './login.module.css'
import { LogInStep } from './second-factor/log-in-step.tsx'

export const meta = () =>
  pageMeta({
    title: 'Se connecter',
    description: 'Connectez-vous à votre espace fournisseur ou acheteur avec votre identifiant ou votre e-mail.',
  })

export default function Login() {
  const [search] = useSearchParams()
  const session = useSession()
  const isReady = useIsReady()
  const [isArriving, setArriving] = useState(false)
  const asked = safeReturnPath(search.get('retour'))
  const refusal = refusalNamed(search.get(REFUSED))

  return (
    <Page width="narrow" className={style.page}>
      <h1>Se connecter</h1>
      {isReady && refusal && (
        <Notice tone="danger" role="alert">
          <span lang="en">{refusal}</span>
        </Notice>
      )}
      {session && !isArriving ? (
        <LoggedIn session={session} goOn={arrivalOf(session.role, asked)} />
      ) : (
        <>
          {/* The server renders one page for all addresses: hydration must find the same. */}
          {isReady && search.has(SESSION_ENDED) && (
            <Notice>Votre session est terminée. Connectez-vous pour continuer&nbsp;: rien n’a été perdu.</Notice>
          )}
          <LoginForm returnTo={asked} onLoggedIn={() => setArriving(true)} />
        </>
      )}
    </Page>
  )
}

function LoggedIn({ session, goOn }: { session: Session; goOn: string }) {
  return (
    <div className={style.form}>
      <p>
        Vous êtes connecté en tant que <strong>{session.name}</strong>.
      </p>
      <ButtonLink to={goOn} wide>
        Continuer
      </ButtonLink>
      <Button look="secondary" icon="logout" wide onClick={() => logOut()}>
        Se déconnecter
      </Button>
    </div>
  )
}

type Name = 'identifier' | 'password'
const FIELDS: readonly Name[] = ['identifier', 'password']

/** Fetched while the form is filled in. Not having it is not having a connection. */
const contract = () =>
  import('#features/accounts/contract.ts').catch((error: unknown) => {
    throw new NetworkError(error)
  })

const WRONG = 'L identifiant ou le mot de passe est incorrect.'
const NO_ANSWER = 'Impossible de se connecter. Veuillez vérifier votre connexion.'
const REQUIRED: Readonly<Record<Name, string>> = {
  identifier: 'Saisissez votre identifiant ou votre adresse e-mail.',
  password: 'Saisissez votre mot de passe.',
}

interface LoginFormProps {
  returnTo: string | null
  onLoggedIn: () => void
}

function LoginForm({ returnTo, onLoggedIn }: LoginFormProps) {
  const navigate = useNavigate()
  const isReady = useIsReady()
  const form = useRef<HTMLFormElement>(null)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [problems, setProblems] = useState<Partial<Record<Name, string>>>({})
  const [isDeleted, setDeleted] = useState(false)
  /** What was typed. It is kept for the second step, and its identifier for whoever comes back from there. */
  const [typed, setTyped] = useState<Record<Name, string> | null>(null)
  const [isCodeAsked, setCodeAsked] = useState(false)

  useEffect(() => {
    contract().catch(() => undefined)
  }, [])

  const refuse = (found: Partial<Record<Name, string>>, sentence: string | null) => {
    setProblems(found)
    setRefusal(sentence)
    const first = FIELDS.find((field) => found[field])
    const control = form.current?.elements.namedItem(first ?? 'password')
    // After the render that gives the field its message, so that both are heard.
    requestAnimationFrame(() => (control as HTMLInputElement | null)?.focus())
  }

  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'second_factor') setCodeAsked(true)
    else if (isAccountDeleted(error)) {
      forgetEverything()
      setDeleted(true)
    } else if (error instanceof NetworkError) refuse({}, NO_ANSWER)
    else if (error instanceof ApiError && (error.status === 429 || error.status === 503))
      refuse({}, `Trop de tentatives de connexion. ${waitSentence(error.retryAfterSeconds)}`)
    else refuse(error instanceof ApiError ? problemsOf(error) : {}, WRONG)
  }

  const enter = async (pair: Record<Name, string>, otp?: string) => {
    const { session } = await contract()
    const body = { ...pair, otp, browser_key: browserKey() }
    const answer = await callApi('/api/login', { method: 'POST', body, anonymous: true, answer: session })
    onLoggedIn()
    await logIn(answer)
    navigate(arrivalOf(answer.user.role, returnTo))
  }

  const send = async (pair: Record<Name, string>) => {
    setRefusal(null)
    setProblems({})
    setTyped(pair)
    setSending(true)
    try {
      await enter(pair)
    } catch (error) {
      fail(error)
      setSending(false)
    }
  }

  const leaveSecondStep = (sentence: string | null) => {
    setCodeAsked(false)
    refuse({}, sentence)
  }

  if (isCodeAsked && typed)
    return (
      <LogInStep
        onCancel={() => leaveSecondStep(null)}
        act={async (otp) => {
          try {
            await enter(typed, otp)
          } catch (error) {
            // The password was changed meanwhile.
            if (error instanceof ApiError && error.code === 'wrong_credentials') leaveSecondStep(WRONG)
            else throw error
          }
        }}
      />
    )
  return (
    <>
      <form
        ref={form}
        className={style.form}
        // Should it be sent before the script runs, then at least not within the address.
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isSending) return
          const data = new FormData(event.currentTarget)
          const pair = { identifier: String(data.get('identifier')).trim(), password: String(data.get('password')) }
          const missing = FIELDS.filter((field) => pair[field] === '')
          if (missing.length === 0) send(pair)
          else refuse(Object.fromEntries(missing.map((field) => [field, REQUIRED[field]])), null)
        }}
      >
        {refusal && (
          <Notice tone="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <Field
          label="Identifiant ou e-mail"
          id="identifier"
          name="identifier"
          error={problems.identifier}
          defaultValue={typed?.identifier}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={200}
        />
        <PasswordField
          label="Mot de passe"
          id="password"
          name="password"
          error={problems.password}
          autoComplete="current-password"
          enterKeyHint="go"
          maxLength={200}
        />
        <p className={style.forgotten}>
          <Link to={addresses.forgotPassword}>Mot de passe oublié ?</Link>
        </p>
        <Button type={isReady ? 'submit' : 'button'} wide disabled={isSending}>
          {isSending ? 'Connexion...' : 'Se connecter'}
        </Button>
      </form>
      <p className={style.signup}>
        Pas encore de compte&nbsp;? <Link to={addresses.signup}>Créer un compte</Link>
      </p>
      <Dialog
        isOpen={isDeleted}
        onClose={() => setDeleted(false)}
        title="Erreur!"
        actions={<Button onClick={() => setDeleted(false)}>Fermer</Button>}
      >
        <p>Votre compte a été supprimé.</p>
      </Dialog>
    </>
  )
}

/** The first problem of each field, in French; of one that is empty, what this page says of it. */
function problemsOf(error: ApiError): Partial<Record<Name, string>> {
  const problems = fieldSentences(error, FIELDS)
  for (const field of FIELDS) if (error.fields[field]?.[0]?.code === 'required') problems[field] = REQUIRED[field]
  return problems
}
