import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { profile } from '#features/accounts/contract.ts'
import { MIN_PASSWORD } from '#features/accounts/model.ts'
import { ApiError, callApi, isAccountDeleted } from '#web/api/api.ts'
import { errorSentence, fieldSentences } from '#web/api/french-errors.ts'
import type { Session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PrivacyNotice } from '#web/ui/privacy-notice.tsx'
import { isUnusualPhone, type Problems, problemOf, ribProblem } from './account-fields.ts'
import style from './account-page.module.css'
import { PhoneHint } from './phone-hint.tsx'
import own from './profile.module.css'
import { AccountSecurity } from './security/account-security.tsx'
import { useProblems } from './use-problems.ts'

type Profile = z.output<typeof profile>

const FIELDS = ['email', 'phone', 'address', 'rib', 'current_password'] as const
type Name = (typeof FIELDS)[number]

interface ProfileFormProps {
  profile: Profile
  session: Session
  onChanged: () => void
  onDeleted: () => void
}

export function ProfileForm({ profile, session, onChanged, onDeleted }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isUnusual, setUnusual] = useState(() => isUnusualPhone(profile.phone))
  const [isRibRemoved, setRibRemoved] = useState(false)
  const [isOther, setOther] = useState(false)
  const [isSending, setSending] = useState(false)
  /** Why it did not work, when no field is at fault. */
  const [trouble, setTrouble] = useState<string | null>(null)
  const { problems, errors, attempt, refuse, settle, clear } = useProblems(FIELDS)

  /** The address or the RIB changes: only who knows the password may do that. */
  const isMoving = isOther || isRibRemoved

  const fail = (error: unknown) => {
    if (isAccountDeleted(error)) return onDeleted()
    const found = error instanceof ApiError ? fieldSentences(error, FIELDS) : {}
    if (Object.keys(found).length > 0) refuse(found)
    // A 401 has left the page already.
    else if (!(error instanceof ApiError && error.status === 401)) setTrouble(errorSentence(error))
  }

  const send = async ({ rib, current_password, ...typed }: Record<Name, string>) => {
    setSending(true)
    try {
      const newRib = isRibRemoved ? '' : rib || undefined
      const body = { name: profile.name, ...typed, rib: newRib, current_password: current_password || undefined }
      await callApi('/api/user/update', { method: 'PUT', body })
      onChanged()
    } catch (error) {
      fail(error)
    } finally {
      setSending(false)
    }
  }

  const submit = (element: HTMLFormElement) => {
    const typed = fieldValues(element)
    const found = problemsOf(typed)
    if (isMoving && typed.current_password === '') found.current_password = 'Saisissez votre mot de passe actuel.'
    setTrouble(null)
    clear()
    if (Object.keys(found).length > 0) refuse(found)
    else send(typed)
  }

  return (
    <>
      <Facts profile={profile} session={session} />
      <form
        ref={form}
        className={style.form}
        method="post"
        noValidate
        onInput={({ target, currentTarget }) => {
          if (isField(target)) settle(target.name, null)
          const { email, rib } = fieldValues(currentTarget)
          setOther(email !== profile.email || rib !== '')
        }}
        onBlur={({ target, relatedTarget, currentTarget }) => {
          // On the way to a button nothing may appear: the button would move away under the finger.
          if (!isField(target) || !isField(relatedTarget)) return
          const typed = fieldValues(currentTarget)
          setUnusual(isUnusualPhone(typed.phone))
          if (typed[target.name] !== '') settle(target.name, problemsOf(typed)[target.name] ?? null)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {attempt > 0 && <ErrorSummary errors={errors} attempt={attempt} />}
        <Field
          label="Nom complet"
          hint="Pour changer de nom, écrivez-nous."
          id="name"
          defaultValue={profile.name}
          disabled
          autoComplete="off"
        />
        <Field
          label="Adresse e-mail"
          id="email"
          name="email"
          defaultValue={profile.email}
          error={problems.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={200}
        />
        <Field
          label="Téléphone"
          hint={<PhoneHint isUnusual={isUnusual} />}
          id="phone"
          name="phone"
          defaultValue={profile.phone}
          error={problems.phone}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          enterKeyHint="next"
          maxLength={20}
        />
        <Field
          label="Adresse"
          id="address"
          name="address"
          defaultValue={profile.address}
          error={problems.address}
          autoComplete="street-address"
          enterKeyHint="next"
          maxLength={300}
        />
        <div className={own.rib}>
          <h2>RIB pour vos retraits</h2>
          {profile.rib && <StoredRib masked={profile.rib} />}
          <Field
            label={profile.rib ? 'Nouveau RIB' : 'RIB'}
            hint={
              profile.rib
                ? '24 chiffres. Laissez vide pour garder celui qui est enregistré.'
                : '24 chiffres, comme sur votre relevé d’identité bancaire'
            }
            optional
            id="rib"
            name="rib"
            error={problems.rib}
            disabled={isRibRemoved}
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={40}
          />
          {profile.rib && (
            <Checkbox
              checked={isRibRemoved}
              onChange={(event) => {
                setRibRemoved(event.currentTarget.checked)
                settle('rib', null)
              }}
            >
              Supprimer le RIB enregistré
            </Checkbox>
          )}
        </div>
        {isMoving && (
          <PasswordField
            label="Mot de passe actuel"
            hint="Il protège votre adresse e-mail et votre RIB."
            id="current_password"
            name="current_password"
            error={problems.current_password}
            autoComplete="current-password"
            enterKeyHint="done"
            maxLength={200}
          />
        )}
        {trouble && (
          <Notice tone="danger" role="alert" title="Vos modifications n’ont pas pu être enregistrées">
            {trouble}
          </Notice>
        )}
        <div className={own.save}>
          <Button type="submit" wide busy={isSending} busyLabel="Envoi…">
            Sauvegarder
          </Button>
          <p className={own.warning}>Par sécurité, vous devrez ensuite vous reconnecter.</p>
        </div>
        <PrivacyNotice purpose="tenir votre compte et à verser vos retraits" />
      </form>
      <AccountSecurity email={profile.email} leastPassword={MIN_PASSWORD} />
    </>
  )
}

/** What only the shop changes. */
function Facts({ profile, session }: { profile: Profile; session: Session }) {
  return (
    <dl className={own.facts}>
      <div>
        <dt>Identifiant</dt>
        <dd>{profile.customId}</dd>
      </div>
      {session.role === 'supplier' && (
        <>
          <div>
            <dt>Code promo</dt>
            <dd>{profile.promoCode}</dd>
          </div>
          <div>
            <dt>Grade</dt>
            <dd>
              <Icon name="star" size={18} />
              {profile.grade}
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}

function StoredRib({ masked }: { masked: string }) {
  return (
    <p className={own.stored}>
      <span>RIB enregistré</span>
      <span className={own.masked} aria-hidden="true">
        {masked}
      </span>
      <span className="visually-hidden">, qui finit par {masked.slice(-4)}</span>
    </p>
  )
}

const isField = (target: EventTarget | null): target is HTMLInputElement & { name: Name } =>
  target instanceof HTMLInputElement && (FIELDS as readonly string[]).includes(target.name)

function fieldValues(form: HTMLFormElement): Record<Name, string> {
  const data = new FormData(form)
  const of = (field: Name) => String(data.get(field) ?? '').trim()
  return {
    email: of('email'),
    phone: of('phone'),
    address: of('address'),
    rib: of('rib'),
    current_password: String(data.get('current_password') ?? ''),
  }
}

function problemsOf({ rib, current_password: _, ...person }: Record<Name, string>): Problems<Name> {
  const found: Problems<Name> = {}
  for (const field of ['email', 'phone', 'address'] as const) {
    const problem = problemOf(field, person[field])
    if (problem !== null) found[field] = problem
  }
  const problem = ribProblem(rib)
  if (problem !== null) found.rib = problem
  return found
}
