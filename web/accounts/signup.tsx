import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { MIN_PASSWORD } from '#features/accounts/model.ts'
import { addresses } from '#web/addresses.ts'
import { ApiError, callApi, NetworkError, orNetworkError } from '#web/api/api.ts'
import { browserKey } from '#web/api/browser-key.ts'
import { translated, waitSentence } from '#web/api/french-errors.ts'
import small from '#web/assets/scenes/sign-up-320.avif'
import avif from '#web/assets/scenes/sign-up-640.avif'
import webp from '#web/assets/scenes/sign-up-640.webp'
import { FormShell } from '#web/forms/form-shell.tsx'
import { type FieldRule, type FieldTexts, useApiForm } from '#web/forms/use-api-form.ts'
import type { Problems } from '#web/forms/use-problems.ts'
import { pageServices, unlessAway } from '#web/loader-context.ts'
import { logOut, type Session, useSession } from '#web/session/session.ts'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { MessageDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PrivacyNotice } from '#web/ui/privacy-notice.tsx'
import type { Route } from './+types/signup'
import {
  dropPhoneMarks,
  INPUTS,
  isUnusualPhone,
  PASSWORDS_DIFFER,
  problemOf,
  SIGNUP_FIELDS,
  type SignupField,
  withoutPhoneMarks,
} from './account-fields.ts'
import style from './account-page.module.css'
import { ArchPicture } from './arch-picture.tsx'
import { CheckedName } from './checked-name.tsx'
import type { FromSignup } from './from-signup.ts'
import own from './signup.module.css'
import { SignupGains, SignupPromise, SignupSteps } from './signup-offer.tsx'
import { UnusualPhone } from './unusual-phone.tsx'

export const meta = () =>
  pageMeta({
    title: 'Créer un compte',
    description: 'Ouvrez un compte fournisseur\u00A0: vos prix, votre code promo à partager, vos gains.',
    isIndexed: true,
  })

export const loader = ({ context }: Route.LoaderArgs) => unlessAway(context.get(pageServices).exampleGains())

const SCENE = { avif, webp, small }

export default function Signup({ loaderData: gains }: Route.ComponentProps) {
  const session = useSession()
  return (
    <Page className={style.around}>
      <div className={classes(style.stage, own.stage)}>
        <div className={style.title}>
          <h1>Créer un compte</h1>
          <SignupPromise gains={gains} />
          <p className={own.buy}>
            Vous partagez votre code, nous livrons. Pour <Link to={addresses.shop}>acheter</Link>, aucun compte n’est
            nécessaire.
          </p>
        </div>
        <div className={own.aside}>
          {gains && <SignupGains gains={gains} />}
          <SignupSteps />
          <ArchPicture {...SCENE} />
        </div>
        <div className={classes(common.stack, common.gap5, style.sheet)}>
          {session ? <LoggedIn session={session} /> : <SignupForm />}
        </div>
      </div>
    </Page>
  )
}

function LoggedIn({ session }: { session: Session }) {
  return (
    <div className={classes(common.stack, style.form)}>
      <p>
        Vous êtes connecté en tant que <strong>{session.name}</strong>. Pour ouvrir un autre compte, déconnectez-vous
        d’abord.
      </p>
      <Button look="secondary" icon="logout" wide onClick={() => logOut()}>
        Se déconnecter
      </Button>
    </div>
  )
}

const REFUSED = 'Vérifiez vos informations et réessayez.'

/** Fetched once somebody is about to fill in the form: the schemas keep a slow phone busy. Not having it is not having a connection. */
const contract = () => orNetworkError(import('#features/accounts/contract.ts'))

type Typed = FieldTexts<SignupField>

function SignupForm() {
  const navigate = useNavigate()
  const terms = useRef<HTMLInputElement>(null)
  const [isAccepted, setAccepted] = useState(false)
  const [isUnusual, setUnusual] = useState(false)
  const [signs, setSigns] = useState<Signs>(NO_SIGNS)
  const [isOpened, setOpened] = useState(false)
  const [email, setEmail] = useState('')

  useEffect(() => {
    // Ticked before the script ran, or by the browser, which remembers forms.
    setAccepted(terms.current?.checked ?? false)
  }, [])

  const form = useApiForm({
    fields: FIELDS,
    read: (): Typed => fieldValues(form.element.current!),
    send: async ({ confirmation: _, ...registration }) => {
      const { personAnswer } = await contract()
      await callApi('/api/register', {
        method: 'POST',
        body: { ...registration, role: 'supplier', browser_key: browserKey() },
        anonymous: true,
        answer: personAnswer,
      })
      setEmail(registration.email)
      setOpened(true)
    },
    problemsIn: (error) => messagesOf(error).problems,
  })

  const toLogin = () => {
    setOpened(false)
    // Not within the address: it is a person's.
    const arrival: FromSignup = { identifier: email, returnTo: addresses.dashboard }
    navigate(addresses.login, { state: arrival })
  }

  const field = (name: SignupField) => ({ id: name, className: common.hintBeside, ...form.field(name) })
  // The sign of a right number needs the room, and a problem has its own example.
  const phoneHint =
    !signs.good.has('phone') && !field('phone').error && 'Par exemple 06\u00A012\u00A034\u00A056\u00A078'

  return (
    <>
      <FormShell
        form={form}
        className={classes(common.stack, style.form)}
        focus="summary"
        summary={REFUSED}
        failed={null}
        explain={(error) => (
          <>
            <p>{REFUSED}</p>
            {troubleOf(error) && <p className={style.explanation}>{troubleOf(error)}</p>}
          </>
        )}
        hasFailureInFoot
        onFocus={() => void contract().catch(() => undefined)}
        onInput={({ target }) => {
          if (!isField(target)) return
          if (target.name === 'phone') dropPhoneMarks(target)
          if (target.name === 'password') form.settle('confirmation', null)
          setSigns(signsOf(form.read()))
        }}
        onBlur={({ target, relatedTarget }) => {
          // On the way to a button nothing may appear: the button would move away under the finger.
          if (!isField(target) || !isField(relatedTarget)) return
          const typed = form.read()
          setUnusual(isUnusualPhone(typed.phone))
          const problem = leftProblem(target.name, typed)
          if (problem !== null) form.settle(target.name, problem)
        }}
        submit={{ wide: true, disabled: !isAccepted, busyLabel: 'Loading...', children: 'Créer un compte' }}
        foot={(button, failure) => (
          <>
            {failure}
            {button}
            {form.isBusy && (
              <p className={classes(common.hint, common.centred)} role="status">
                Ouverture de votre compte…
              </p>
            )}
            <PrivacyNotice purpose="ouvrir et gérer votre compte" />
          </>
        )}
      >
        <fieldset className={own.group}>
          <legend>Vos coordonnées</legend>
          <p className={classes(common.note, own.all)}>Tous les champs sont obligatoires.</p>
          <Field
            label={<CheckedName name="Nom complet" isGood={signs.good.has('name')} />}
            {...INPUTS.name}
            {...field('name')}
          />
          <Field
            label={<CheckedName name="Téléphone" isGood={signs.good.has('phone')} />}
            {...INPUTS.phone}
            hint={isUnusual ? <UnusualPhone /> : phoneHint}
            {...field('phone')}
          />
          <Field
            label={<CheckedName name="Adresse" isGood={signs.good.has('address')} />}
            {...INPUTS.address}
            hint="Rue, numéro, quartier, ville"
            {...field('address')}
          />
          <Field
            label={<CheckedName name="Adresse e-mail" isGood={signs.good.has('email')} />}
            {...INPUTS.email}
            {...field('email')}
          />
        </fieldset>
        <fieldset className={own.group}>
          <legend>Pour vous connecter</legend>
          <p className={classes(common.note, own.all)}>Avec votre e-mail ou l’identifiant reçu.</p>
          <PasswordField
            label={<CheckedName name="Mot de passe" isGood={signs.good.has('password')} />}
            hint={
              signs.missing > 0
                ? `Encore ${signs.missing} ${signs.missing > 1 ? 'caractères' : 'caractère'}`
                : '8 caractères au moins'
            }
            {...field('password')}
            autoComplete="new-password"
            enterKeyHint="next"
          />
          <PasswordField
            label={<CheckedName name="Confirmer le mot de passe" isGood={signs.good.has('confirmation')} />}
            {...field('confirmation')}
            autoComplete="new-password"
            enterKeyHint="go"
          />
        </fieldset>
        <div>
          <Checkbox
            ref={terms}
            id="terms"
            name="terms"
            aria-describedby={isAccepted ? undefined : 'tick-it'}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          >
            J’accepte les{' '}
            <Link to={addresses.terms} target="_blank">
              conditions d’utilisation<span className="visually-hidden"> (nouvel onglet)</span>
            </Link>
            .
          </Checkbox>
          <p id="tick-it" className={classes(common.note, own.tickIt)} data-done={isAccepted}>
            Acceptez les conditions pour continuer.
          </p>
        </div>
      </FormShell>
      <p className={classes(common.targets, common.centred)}>
        Déjà un compte&nbsp;? <Link to={addresses.login}>Se connecter</Link>
      </p>
      <MessageDialog isOpen={isOpened} onClose={toLogin} title="Inscription réussie!" close="D'accord">
        <p>Utilisateur créé avec succès. Veuillez vérifier votre email pour obtenir votre identifiant.</p>
      </MessageDialog>
    </>
  )
}

/** Signs that the form gives while somebody types: fields that are right, and how far the password is. */
interface Signs {
  good: ReadonlySet<SignupField>
  /** Characters that a begun password lacks. */
  missing: number
}

const NO_SIGNS: Signs = { good: new Set(), missing: 0 }

function signsOf(typed: Typed): Signs {
  const length = typed.password.length
  return {
    good: new Set(
      SIGNUP_FIELDS.filter((field) => problemOf(field, typed[field]) === null && leftProblem(field, typed) === null),
    ),
    missing: length > 0 ? Math.max(0, MIN_PASSWORD - length) : 0,
  }
}

const isField = (target: EventTarget | null): target is HTMLInputElement & { name: SignupField } =>
  target instanceof HTMLInputElement && (SIGNUP_FIELDS as readonly string[]).includes(target.name)

function fieldValues(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  const typed = Object.fromEntries(SIGNUP_FIELDS.map((field) => [field, String(data.get(field) ?? '')])) as Typed
  return { ...typed, name: typed.name.trim(), email: typed.email.trim(), phone: withoutPhoneMarks(typed.phone) }
}

const FIELDS = Object.fromEntries(
  SIGNUP_FIELDS.map((field) => [field, (text, typed) => problemOf(field, text) ?? leftProblem(field, typed)]),
) as Record<SignupField, FieldRule<SignupField>>

/** Problem of a field that was just left; none of an empty one, which may still be filled in. */
function leftProblem(field: SignupField, typed: Typed): string | null {
  if (typed[field].trim() === '') return null
  if (field === 'confirmation') return typed.password === typed.confirmation ? null : PASSWORDS_DIFFER
  return problemOf(field, typed[field])
}

/** The server's messages: in French where we know how, as they are where we do not. */
function messagesOf({ fields }: ApiError): { problems: Problems<SignupField>; others: string[] } {
  const problems: Problems<SignupField> = {}
  const others: string[] = []
  for (const [field, found] of Object.entries(fields)) {
    const sentence = found.map((problem) => translated(field, problem) ?? problem.message).join(' ')
    if ((SIGNUP_FIELDS as readonly string[]).includes(field)) problems[field as SignupField] = sentence
    else others.push(sentence)
  }
  return { problems, others }
}

function troubleOf(error: unknown): string {
  const others = error instanceof ApiError ? messagesOf(error).others : []
  return [...others, explanationOf(error)].filter(Boolean).join(' ')
}

function explanationOf(error: unknown): string {
  if (error instanceof ApiError)
    return error.status === 429 || error.status === 503
      ? `La boutique est très sollicitée. ${waitSentence(error.retryAfterSeconds)}`
      : ''
  if (error instanceof NetworkError)
    return 'La boutique n’a pas répondu\u00A0: vérifiez votre connexion. Si vous recevez notre e-mail de bienvenue, votre compte est déjà ouvert.'
  return ''
}
