import { useState } from 'react'
import type * as z from 'zod/mini'
import type { agentProfile, profile } from '#features/accounts/contract.ts'
import { MIN_PASSWORD } from '#features/accounts/model.ts'
import { callApi, isAccountDeleted } from '#web/api/api.ts'
import { DASHBOARD_SHAPES } from '#web/closed-area/icons.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import type { Session } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Field } from '#web/ui/field.tsx'
import { addShapes, Icon } from '#web/ui/icon.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PrivacyNotice } from '#web/ui/privacy-notice.tsx'
import { dropPhoneMarks, INPUTS, isUnusualPhone, problemOf, ribProblem } from './account-fields.ts'
import style from './account-page.module.css'
import own from './profile.module.css'
import { AccountSecurity } from './security/account-security.tsx'
import { UnusualPhone } from './unusual-phone.tsx'

addShapes(DASHBOARD_SHAPES)

/** An agent's own has neither gains nor a RIB. */
type Profile = z.output<typeof profile> | z.output<typeof agentProfile>

interface ProfileFormProps {
  profile: Profile
  session: Session
  onChanged: () => void
  onDeleted: () => void
}

export function ProfileForm({ profile, session, onChanged, onDeleted }: ProfileFormProps) {
  const [isUnusual, setUnusual] = useState(() => isUnusualPhone(profile.phone))
  const [isRibRemoved, setRibRemoved] = useState(false)
  const [isOther, setOther] = useState(false)
  const isPaid = 'gains' in profile

  /** The address or the RIB changes: only who knows the password may do that. */
  const isMoving = isOther || isRibRemoved

  const fields = {
    email: (text: string) => problemOf('email', text),
    phone: (text: string) => problemOf('phone', text),
    address: (text: string) => problemOf('address', text),
    rib: ribProblem,
    current_password: (text: string) => (isMoving && text === '' ? 'Saisissez votre mot de passe actuel.' : null),
  }

  const form = useApiForm({
    fields,
    verbatim: ['current_password'],
    send: async ({ rib, current_password, ...typed }) => {
      const newRib = isRibRemoved ? '' : rib || undefined
      const body = { name: profile.name, ...typed, rib: newRib, current_password: current_password || undefined }
      await callApi('/api/user/update', { method: 'PUT', body })
      onChanged()
    },
    handles: (error) => {
      if (!isAccountDeleted(error)) return false
      onDeleted()
      return true
    },
  })

  return (
    <>
      <Facts profile={profile} session={session} />
      <FormShell
        form={form}
        className={classes(common.stack, style.form)}
        focus="summary"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'phone') dropPhoneMarks(target)
          const { email, rib } = form.read()
          setOther(email !== profile.email || rib !== '')
        }}
        onBlur={({ target: { name }, relatedTarget }) => {
          // On the way to a button nothing may appear: the button would move away under the finger.
          if (!form.has(name) || !(relatedTarget instanceof HTMLInputElement && form.has(relatedTarget.name))) return
          const typed = form.read()
          setUnusual(isUnusualPhone(typed.phone))
          if (typed[name] !== '') form.settle(name, fields[name](typed[name]))
        }}
        failed="Vos modifications n’ont pas pu être enregistrées"
        hasFailureInFoot
        submit={{ wide: true, busyLabel: 'Envoi…', children: 'Sauvegarder' }}
        foot={(button, failure) => (
          <>
            {failure}
            <div className={classes(common.stack, common.gap2)}>
              {button}
              <p className={classes(common.note, common.centred)}>
                Par sécurité, vous devrez ensuite vous reconnecter.
              </p>
            </div>
            <PrivacyNotice purpose={isPaid ? 'tenir votre compte et à verser vos retraits' : 'tenir votre compte'} />
          </>
        )}
      >
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
          {...INPUTS.email}
          id="email"
          {...form.field('email')}
          defaultValue={profile.email}
        />
        <Field
          label="Téléphone"
          {...INPUTS.phone}
          hint={isUnusual && <UnusualPhone />}
          id="phone"
          {...form.field('phone')}
          defaultValue={profile.phone}
        />
        <Field
          label="Adresse"
          {...INPUTS.address}
          id="address"
          {...form.field('address')}
          defaultValue={profile.address}
        />
        {isPaid && (
          <RibFields
            stored={profile.rib}
            {...form.field('rib')}
            isRemoved={isRibRemoved}
            onRemove={(isRemoved) => {
              setRibRemoved(isRemoved)
              form.settle('rib', null)
            }}
          />
        )}
        {isMoving && (
          <PasswordField
            label="Mot de passe actuel"
            hint={isPaid ? 'Il protège votre adresse e-mail et votre RIB.' : 'Il protège votre adresse e-mail.'}
            id="current_password"
            {...form.field('current_password')}
            autoComplete="current-password"
            enterKeyHint="done"
          />
        )}
      </FormShell>
      <AccountSecurity email={profile.email} leastPassword={MIN_PASSWORD} />
    </>
  )
}

/** Details that only the shop changes. */
function Facts({ profile, session }: { profile: Profile; session: Session }) {
  return (
    <dl className={classes(common.wrap, common.terms, own.facts, own.rows)}>
      <div>
        <dt>Identifiant</dt>
        <dd>{profile.customId}</dd>
      </div>
      {session.role === 'supplier' && 'grade' in profile && (
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

interface RibFieldsProps {
  name: string
  error: string | undefined
  /** The stored one, masked; null without one. */
  stored: string | null
  isRemoved: boolean
  onRemove: (isRemoved: boolean) => void
}

function RibFields({ stored, isRemoved, onRemove, ...field }: RibFieldsProps) {
  return (
    <div className={classes(common.stack, common.gap3, own.rib)}>
      <h2>RIB pour vos retraits</h2>
      {stored && <StoredRib masked={stored} />}
      <Field
        label={stored ? 'Nouveau RIB' : 'RIB'}
        hint={
          stored
            ? '24 chiffres. Laissez vide pour garder celui qui est enregistré.'
            : '24 chiffres, comme sur votre relevé d’identité bancaire'
        }
        optional
        id="rib"
        {...field}
        disabled={isRemoved}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={40}
      />
      {stored && (
        <Checkbox checked={isRemoved} onChange={(event) => onRemove(event.currentTarget.checked)}>
          Supprimer le RIB enregistré
        </Checkbox>
      )}
    </div>
  )
}

function StoredRib({ masked }: { masked: string }) {
  return (
    <p className={classes(common.wrap, common.tile, common.small, own.stored)}>
      <span>RIB enregistré</span>
      <span className={classes(common.strong, common.digits)} aria-hidden="true">
        {masked}
      </span>
      <span className="visually-hidden">, qui finit par {masked.slice(-4)}</span>
    </p>
  )
}
