import { useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { ApiError, callApi, isAccountDeleted, NetworkError, orNetworkError } from '#web/api/api.ts'
import { browserKey } from '#web/api/browser-key.ts'
import { fieldSentences, waitSentence } from '#web/api/french-errors.ts'
import small from '#web/assets/scenes/log-in-320.avif'
import avif from '#web/assets/scenes/log-in-640.avif'
import webp from '#web/assets/scenes/log-in-640.webp'
import { FormShell } from '#web/forms/form-shell.tsx'
import { type FieldTexts, useApiForm } from '#web/forms/use-api-form.ts'
import type { Problems } from '#web/forms/use-problems.ts'
import { REFUSAL_PARAMETER, refusalNamed, SESSION_ENDED, safeReturnPath } from '#web/session/login-address.ts'
import { forgetEverything, logOut, type Session, useSession } from '#web/session/session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useIsReady } from '#web/ui/use-is-ready.ts'
import style from './account-page.module.css'
import { AccountPage } from './account-page.tsx'
import { fromSignup } from './from-signup.ts'
import { LogInStep } from './second-factor/log-in-step.tsx'
import { arrivalOf, logIn } from './start-session.ts'

export const meta = () =>
  pageMeta({
    title: 'Se connecter',
    description: 'Connectez-vous à votre espace fournisseur ou acheteur avec votre identifiant ou votre e-mail.',
  })

const SCENE = { avif, webp, small }

export default function Login() {
  const [search] = useSearchParams()
  const session = useSession()
  const isReady = useIsReady()
  const [isArriving, setArriving] = useState(false)
  const arrived = fromSignup(useLocation().state)
  const returnTo = safeReturnPath(search.get('retour')) ?? arrived?.returnTo ?? null
  const refusal = refusalNamed(search.get(REFUSAL_PARAMETER))

  return (
    <AccountPage title="Se connecter" lead={<p>Vos commandes, vos prix et vos gains.</p>} scene={SCENE}>
      {isReady && refusal && (
        <Notice tone="danger" role="alert">
          <span lang="en">{refusal}</span>
        </Notice>
      )}
      {session && !isArriving ? (
        <LoggedIn session={session} goOn={arrivalOf(session.role, returnTo)} />
      ) : (
        <>
          {/* The server renders one page for all addresses: hydration must find the same. */}
          {isReady && search.has(SESSION_ENDED) && (
            <Notice>
              Votre session est terminée. Connectez-vous pour continuer
              {/* No other page keeps what was typed. */}
              {returnTo?.startsWith(addresses.checkout) && <>&nbsp;: rien n’a été perdu</>}.
            </Notice>
          )}
          <LoginForm returnTo={returnTo} identifier={arrived?.identifier} onLoggedIn={() => setArriving(true)} />
          <aside className={classes(common.stack, common.targets, style.buy)} aria-label="Pour acheter">
            <p>
              <strong>Vous commandez sans compte.</strong> Un compte sert à vendre avec nous ou à acheter du stock.
            </p>
            <p className={classes(common.wrap, style.ways)}>
              <Link to={addresses.shop}>Voir la boutique</Link>
              <Link to={addresses.followOrder}>Suivre ma commande</Link>
            </p>
          </aside>
        </>
      )}
    </AccountPage>
  )
}

function LoggedIn({ session, goOn }: { session: Session; goOn: string }) {
  return (
    <div className={common.stack}>
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

/** Fetched once somebody is about to fill in the form: the schemas keep a slow phone busy. Not having it is not having a connection. */
const contract = () => orNetworkError(import('#features/accounts/contract.ts'))

const REQUIRED = {
  identifier: 'Saisissez votre identifiant ou votre adresse e-mail.',
  password: 'Saisissez votre mot de passe.',
}

type Pair = FieldTexts<keyof typeof REQUIRED>

interface LoginFormProps {
  returnTo: string | null
  /** Typed at sign-up, a moment ago. */
  identifier: string | undefined
  onLoggedIn: () => void
}

function LoginForm({ returnTo, identifier, onLoggedIn }: LoginFormProps) {
  const navigate = useNavigate()
  const [isDeleted, setDeleted] = useState(false)
  /** Typed in the first step: for the second one, and its identifier for whoever comes back from there. */
  const [pair, setPair] = useState<Pair>()
  const [isCodeNeeded, setCodeNeeded] = useState(false)

  const enter = async (typed: Pair, otp?: string) => {
    const { session } = await contract()
    const body = { ...typed, otp, browser_key: browserKey() }
    const answer = await callApi('/api/login', { method: 'POST', body, anonymous: true, answer: session })
    onLoggedIn()
    await logIn(answer)
    await navigate(arrivalOf(answer.user.role, returnTo))
  }

  const form = useApiForm({
    fields: {
      identifier: (text) => (text === '' ? REQUIRED.identifier : null),
      password: (text) => (text === '' ? REQUIRED.password : null),
    },
    verbatim: ['password'],
    send: (typed) => {
      setPair(typed)
      return enter(typed)
    },
    handles: (error) => {
      if (error instanceof ApiError && error.code === 'second_factor') {
        setCodeNeeded(true)
        return true
      }
      if (!isAccountDeleted(error)) return false
      forgetEverything()
      setDeleted(true)
      return true
    },
    problemsIn,
    failsBesideFields: true,
  })

  if (isCodeNeeded && pair)
    return (
      <LogInStep
        onCancel={() => {
          setCodeNeeded(false)
          requestAnimationFrame(() => form.focus('password'))
        }}
        act={async (otp) => {
          try {
            await enter(pair, otp)
          } catch (error) {
            if (!(error instanceof ApiError && error.code === 'wrong_credentials')) throw error
            // The password was changed meanwhile.
            setCodeNeeded(false)
            form.fail(error)
          }
        }}
      />
    )
  return (
    <>
      <FormShell
        form={form}
        className={common.stack}
        focus="field"
        focusOnFailure="password"
        failed={null}
        explain={sentenceOf}
        onFocus={() => void contract().catch(() => undefined)}
        submit={{
          wide: true,
          // Its label says it, without a spinner.
          busy: false,
          disabled: form.isBusy,
          children: form.isBusy ? 'Connexion...' : 'Se connecter',
        }}
      >
        <Field
          label="Identifiant ou e-mail"
          id="identifier"
          {...form.field('identifier')}
          defaultValue={pair?.identifier ?? identifier}
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
          {...form.field('password')}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <p className={classes(common.targets, style.aside)}>
          <Link to={addresses.forgotPassword}>Mot de passe oublié ?</Link>
        </p>
      </FormShell>
      <p className={classes(common.targets, common.centred, style.aside)}>
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

/** The first problem of each field, in French; of one that is empty, in the words of this page. */
function problemsIn(error: ApiError): Problems<keyof Pair> {
  const names = ['identifier', 'password'] as const
  const problems = fieldSentences(error, names)
  for (const name of names) if (error.fields[name]?.[0]?.code === 'required') problems[name] = REQUIRED[name]
  return problems
}

function sentenceOf(error: unknown): string {
  if (error instanceof NetworkError) return 'Impossible de se connecter. Veuillez vérifier votre connexion.'
  if (error instanceof ApiError && (error.status === 429 || error.status === 503))
    return `Trop de tentatives de connexion. ${waitSentence(error.retryAfterSeconds)}`
  return 'L identifiant ou le mot de passe est incorrect.'
}
