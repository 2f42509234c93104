import type { ReactNode } from 'react'
import {
  ACT_NAMES,
  type Act,
  CUSTOMER_REASONS,
  type CustomerPage,
  type CustomerReason,
  MAX_DIGITS,
} from '#features/calls/model.ts'
import { MAX_ADDRESS, REASON_NAMES } from '#features/orders/model.ts'
import { CITIES, OTHER_CITY } from '#platform/kernel/cities.ts'
import type { FieldProblems } from '#platform/kernel/refusal.ts'
import { fieldSentence } from '#web/api/french-errors.ts'

/** A customer's last answer by the wire's names, and what came of it. */
export interface Sent {
  typed: Readonly<Record<string, string>>
  fields: FieldProblems
  /** A sentence about the whole answer. */
  failure: string | null
  /** After too many answers: when to try again. */
  retryAfterSeconds: number | null
  /** Another total that she has not agreed to yet. */
  agree: { message: string; digest: string } | null
}

/** True for a cancellation that needs one more yes. */
export const isToBeSure = ({ typed, fields }: Sent): boolean =>
  typed.action === ACT_NAMES.cancel && typed.sure === undefined && Object.keys(fields).length === 0

/** The parcel's destination. An address stands in the direction of its own script. */
export const Place = ({ city, address }: { city: string; address: string }) => (
  <p>
    <bdi>{address}</bdi>
    {city !== OTHER_CITY && `, ${city}`}
  </p>
)

interface AnswerFormProps {
  page: CustomerPage
  act: Act
  /** Fields that are not shown. */
  hidden?: Readonly<Record<string, string>>
  children: ReactNode
}

/** Sends an answer, with the moments up to which she knows the order. */
export const AnswerForm = ({ page, act, hidden = {}, children }: AnswerFormProps) => (
  <form method="post">
    {Object.entries({
      action: ACT_NAMES[act],
      seen_updated_at: page.lastChange.toISOString(),
      seen_order_updated_at: page.orderChange.toISOString(),
      ...hidden,
    }).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
)

interface ActProps {
  page: CustomerPage
  sent: Sent | null
}

/** The answer of one action's form; null when it was another's. */
const ofAct = (sent: Sent | null, act: Act): Sent | null => (sent?.typed.action === ACT_NAMES[act] ? sent : null)

/** The French about a field that was refused. */
function problemOf(sent: Sent | null, field: string): string | undefined {
  const [problem] = sent?.fields[field] ?? []
  return problem && fieldSentence(field, problem)
}

export function CorrectAddress({ page, sent: all }: ActProps) {
  const sent = ofAct(all, 'correct')
  const typed = sent?.typed ?? {}
  return (
    <details open={sent !== null}>
      <summary>Corriger l’adresse</summary>
      <AnswerForm page={page} act="correct">
        <Labelled name="Address" label="Adresse" error={problemOf(sent, 'Address')}>
          {(control) => (
            <input
              {...control}
              defaultValue={typed.Address ?? page.address}
              maxLength={MAX_ADDRESS}
              dir="auto"
              autoComplete="street-address"
              required
            />
          )}
        </Labelled>
        <Labelled name="City" label="Ville" error={problemOf(sent, 'City')}>
          {(control) => (
            <select {...control} defaultValue={typed.City ?? page.city}>
              {CITIES.map((city) => (
                <option key={city}>{city}</option>
              ))}
            </select>
          )}
        </Labelled>
        <Labelled
          name="last4"
          label="Les 4 derniers chiffres de votre téléphone"
          hint={`De celui de la commande\u00A0: ${page.phone.replaceAll(' ', '\u00A0')}.`}
          error={problemOf(sent, 'last4')}
        >
          {(control) => (
            <input
              {...control}
              defaultValue={typed.last4}
              maxLength={MAX_DIGITS}
              inputMode="numeric"
              autoComplete="off"
              required
            />
          )}
        </Labelled>
        <button type="submit">Corriger l’adresse</button>
      </AnswerForm>
    </details>
  )
}

export function ChooseDay({ page, sent: all }: ActProps) {
  const sent = ofAct(all, 'choose_day')
  return (
    <details open={sent !== null}>
      <summary>Plutôt un autre jour</summary>
      <AnswerForm page={page} act="choose_day">
        <Labelled name="day" label="Je suis là à partir du" error={problemOf(sent, 'day')}>
          {(control) => (
            <select {...control} defaultValue={sent?.typed.day}>
              {page.days.map(({ day, words }) => (
                <option key={day} value={day}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <button type="submit">Confirmer pour ce jour</button>
      </AnswerForm>
    </details>
  )
}

const REASONS = Object.entries(CUSTOMER_REASONS) as [CustomerReason, string][]

export function Cancel({ page, sent: all }: ActProps) {
  const sent = ofAct(all, 'cancel')
  return (
    <details open={sent !== null}>
      <summary>Annuler ma commande</summary>
      <AnswerForm page={page} act="cancel">
        <fieldset>
          <legend>Pourquoi&nbsp;?</legend>
          {REASONS.map(([reason, words]) => (
            <label key={reason} className="choice">
              <input
                type="radio"
                name="Reason"
                value={REASON_NAMES[reason]}
                defaultChecked={sent?.typed.Reason === REASON_NAMES[reason]}
                required
              />
              {words}
            </label>
          ))}
        </fieldset>
        {problemOf(sent, 'Reason') && <span className="error">{problemOf(sent, 'Reason')}</span>}
        <button type="submit">Annuler ma commande</button>
      </AnswerForm>
    </details>
  )
}

export function NewTotal({ page, sent, agree }: ActProps & { sent: Sent; agree: NonNullable<Sent['agree']> }) {
  const { Address = '', City = '', last4 = '' } = sent.typed
  return (
    <section aria-labelledby="total">
      <h2 id="total">Le total change</h2>
      <p>{agree.message}</p>
      <div className="quiet">
        <Place city={City} address={Address} />
      </div>
      <AnswerForm page={page} act="correct" hidden={{ Address, City, last4, digest: agree.digest }}>
        <button type="submit" className="main">
          Oui, livrer à cette adresse
        </button>
      </AnswerForm>
      <Back>Non, garder l’ancienne adresse</Back>
    </section>
  )
}

export const SureToCancel = ({ page, typed }: { page: CustomerPage; typed: Sent['typed'] }) => (
  <section aria-labelledby="sure">
    <h2 id="sure">Annuler la commande n°&nbsp;{page.id}&nbsp;?</h2>
    <p>Une commande annulée ne se reprend pas.</p>
    <AnswerForm page={page} act="cancel" hidden={{ Reason: typed.Reason ?? '', sure: 'oui' }}>
      <button type="submit" className="grave">
        Oui, annuler
      </button>
    </AnswerForm>
    <Back>Non, garder ma commande</Back>
  </section>
)

/** Loads the page anew, by its own address. */
const Back = ({ children }: { children: ReactNode }) => (
  <a className="button" href="?">
    {children}
  </a>
)

interface LabelledProps {
  name: string
  label: string
  hint?: string
  error: string | undefined
  children: (control: {
    id: string
    name: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

function Labelled({ name, label, hint, error, children }: LabelledProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {hint && <small id={`${name}-hint`}>{hint}</small>}
      </label>
      {children({
        id: name,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <span className="error" id={`${name}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}
