import { useEffect, useState } from 'react'
import { Link, useBlocker } from 'react-router'
import { type SettingsAnswer, settingSchemas, settingsAnswer } from '#features/settings/contract.ts'
import { BANK_SETTINGS, SETTING_LABELS, SETTING_NAMES, type SettingName } from '#features/settings/model.ts'
import { readProblem } from '#platform/kernel/codecs.ts'
import { callApi } from '#web/api/api.ts'
import { fieldSentence } from '#web/api/french-errors.ts'
import { FormShell } from '#web/forms/form-shell.tsx'
import { useApiForm } from '#web/forms/use-api-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CityFees } from './city-fees.tsx'
import { HoursField } from './hours-field.tsx'
import { ScriptField } from './script-field.tsx'
import { SETTING_GROUPS } from './setting-groups.ts'
import { SettingTick } from './setting-tick.tsx'
import style from './settings-page.module.css'

type Texts = Readonly<Record<SettingName, string>>

const valuesOf = (known: SettingsAnswer): Texts =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, known[name].value])) as Texts

/** Form of all settings, with their defaults. Only changed ones are sent; leaving without saving asks first. */
export function SettingsForm({ known: first }: { known: SettingsAnswer }) {
  const [known, setKnown] = useState(first)
  const [typed, setTyped] = useState(() => valuesOf(first))
  const [password, setPassword] = useState('')
  const changed = SETTING_NAMES.filter((name) => typed[name] !== known[name].value)
  const isChanged = changed.length > 0
  /** Buyers pay to that account: only who knows the password moves it. */
  const movesBank = BANK_SETTINGS.some((name) => changed.includes(name))

  const form = useApiForm({
    fields: {
      ...(Object.fromEntries(
        SETTING_NAMES.map((name) => [
          name,
          (text: string) => (text === known[name].value ? null : problemOf(name, text)),
        ]),
      ) as Record<SettingName, (text: string) => string | null>),
      current_password: (text: string) => (movesBank && text === '' ? 'Saisissez votre mot de passe actuel.' : null),
    },
    read: () => ({ ...typed, current_password: password }),
    send: async () => {
      const settings = changed.map((name) => [name, typed[name] === known[name].default ? null : typed[name]])
      const body = { ...Object.fromEntries(settings), ...(movesBank ? { current_password: password } : {}) }
      const answer = await callApi('/api/admin/settings', { method: 'PUT', body, answer: settingsAnswer })
      setKnown(answer.settings)
      const stored = valuesOf(answer.settings)
      // Fields that were typed in meanwhile were not sent, and stay.
      setTyped((now) => {
        const fields = SETTING_NAMES.map((name) => [name, now[name] === typed[name] ? stored[name] : now[name]])
        return Object.fromEntries(fields) as Texts
      })
      setPassword((now) => (now === password ? '' : now))
      toast({ title: 'Réglages enregistrés', text: 'La boutique les montre déjà.' })
    },
  })

  const named = form.errors.map(({ fieldId, message }) => ({
    fieldId,
    message: fieldId === 'current_password' ? message : `${SETTING_LABELS[fieldId as SettingName]}\u00A0: ${message}`,
  }))

  const type = (name: SettingName, text: string) => {
    setTyped((before) => ({ ...before, [name]: text }))
    form.settle(name, null)
  }

  return (
    <>
      <FormShell
        form={form}
        className={classes(common.stack, common.gap5)}
        focus="summary"
        errors={named}
        failed="Les réglages n’ont pas été enregistrés"
        hasFailureInFoot
        submit={{ busyLabel: 'Envoi…', 'aria-disabled': !isChanged, children: 'Enregistrer' }}
        foot={(button, failure) => (
          <div className={classes(common.stack, common.gap3, style.bar)} data-changed={isChanged}>
            {failure}
            <div className={classes(common.wrap, style.barRow)}>
              <p role="status">{isChanged ? changesIn(changed.length) : 'Tout est enregistré.'}</p>
              {isChanged && (
                <Button
                  look="secondary"
                  onClick={() => {
                    setTyped(valuesOf(known))
                    setPassword('')
                    form.reset()
                  }}
                >
                  Annuler
                </Button>
              )}
              {button}
            </div>
          </div>
        )}
      >
        <nav className={style.groups} aria-label="Groupes de réglages">
          {SETTING_GROUPS.map(({ id, title }) => (
            <Link key={id} to={`#${id}`} defaultShouldRevalidate={false} replace>
              {title}
            </Link>
          ))}
        </nav>
        {SETTING_GROUPS.map(({ id, title, shownAt, note, fields }) => (
          <section key={id} className={common.panel} aria-labelledby={id}>
            <div className={classes(common.wrap, style.head)}>
              <h2 id={id}>{title}</h2>
              {shownAt && (
                <a className={style.shop} href={shownAt} target="_blank" rel="noopener">
                  Voir sur la boutique
                  <span className="visually-hidden">&nbsp;: {title} (nouvel onglet)</span>
                  <Icon name="external" size={16} />
                </a>
              )}
            </div>
            {note && <p className={common.note}>{note}</p>}
            <div className={classes(common.stack, style.fields)}>
              {fields.map(({ name, hint, type: kind = 'text', isWide, choice, control }) => {
                const shared = { id: name, label: SETTING_LABELS[name], hint, error: form.problems[name] }
                return (
                  <div key={name} className={style.field} data-wide={isWide}>
                    {choice ? (
                      <SettingTick
                        {...{ name, hint, choice }}
                        value={typed[name]}
                        onChange={(value) => type(name, value)}
                      />
                    ) : control === 'hours' ? (
                      <HoursField {...shared} value={typed[name]} onChange={(value) => type(name, value)} />
                    ) : control === 'script' ? (
                      <ScriptField {...shared} value={typed[name]} onChange={(value) => type(name, value)} />
                    ) : control === 'cities' ? (
                      <CityFees
                        {...shared}
                        general={typed.deliveryFee}
                        value={typed[name]}
                        onChange={(value) => type(name, value)}
                      />
                    ) : (
                      <Field
                        {...shared}
                        name={name}
                        type={kind}
                        value={typed[name]}
                        autoComplete="off"
                        autoCapitalize={kind === 'text' ? undefined : 'none'}
                        spellCheck={kind === 'text'}
                        onChange={(event) => type(name, event.currentTarget.value)}
                        onBlur={({ relatedTarget }) => {
                          // On the way to a button nothing may appear: the button would move away under the finger.
                          if (relatedTarget instanceof HTMLInputElement) form.settle(name, problemOf(name, typed[name]))
                        }}
                      />
                    )}
                    {!choice && typed[name] !== known[name].default && (
                      <Button
                        className={style.default}
                        look="link"
                        size="small"
                        onClick={() => {
                          type(name, known[name].default)
                          document.getElementById(name)?.focus()
                        }}
                      >
                        Revenir à la valeur par défaut
                        <span className="visually-hidden">&nbsp;: {SETTING_LABELS[name]}</span>
                      </Button>
                    )}
                  </div>
                )
              })}
              {id === 'banque' && movesBank && (
                <div className={style.field} data-wide="true">
                  <PasswordField
                    label="Mot de passe actuel"
                    hint="Il protège le compte où les acheteurs paient."
                    id="current_password"
                    {...form.field('current_password')}
                    value={password}
                    autoComplete="current-password"
                    maxLength={200}
                    onChange={({ currentTarget }) => {
                      setPassword(currentTarget.value)
                      form.settle('current_password', null)
                    }}
                  />
                </div>
              )}
            </div>
          </section>
        ))}
      </FormShell>
      <LeavingDialog isChanged={isChanged} />
    </>
  )
}

const changesIn = (count: number): string =>
  count > 1 ? `${count} modifications non enregistrées` : '1 modification non enregistrée'

/** Asks before changes are lost; before closing the tab, in the browser's own words. */
function LeavingDialog({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Quitter sans enregistrer&nbsp;?"
      actions={
        <>
          <Button look="secondary" data-autofocus onClick={() => blocker.reset?.()}>
            Rester
          </Button>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            Quitter sans enregistrer
          </Button>
        </>
      }
    >
      <p>Ce que vous avez changé sera perdu.</p>
    </Dialog>
  )
}

function problemOf(name: SettingName, typed: string): string | null {
  const found = settingSchemas[name].safeParse(typed).error?.issues[0]
  return found ? fieldSentence(name, readProblem(found.message) ?? { code: 'invalid', message: '' }) : null
}
