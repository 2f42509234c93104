import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
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
import { formatDirhams } from '#platform/kernel/money.ts'
import type { FieldProblems } from '#platform/kernel/refusal.ts'
import { addresses } from '#web/addresses.ts'
import { fieldSentence, waitSentence } from '#web/api/french-errors.ts'
import tokens from '../../ui/tokens.css?inline'
import css from './customer-page.css?inline'

/** What a customer sent last, by the wire's names, and what came of it. */
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

interface CustomerPageProps {
  shopName: string
  /** Null for a dead link. */
  page: CustomerPage | null
  /** The sentence about what was done a moment ago. */
  done: string | null
  sent: Sent | null
  nonce: string
}

/**
 * The customer's own page, without any script and with its style in it: browsers inside of messengers open it at once. Its
 * forms are sent to its own address.
 */
export const renderCustomerPage = (props: CustomerPageProps): string =>
  `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`

function Document({ nonce, ...props }: CustomerPageProps) {
  const { page, shopName } = props
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="description" content="Confirmez votre commande, corrigez l’adresse ou choisissez un autre jour." />
        <title>{`${page ? `Votre commande n° ${page.id}` : 'Lien expiré'} · ${shopName}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: files of our own build */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: tokens + css }} />
      </head>
      <body>
        <header>
          <a href={addresses.home}>{shopName}</a>
        </header>
        <main>{page ? <Content {...props} page={page} /> : <Dead />}</main>
      </body>
    </html>
  )
}

const Dead = () => (
  <>
    <h1>Ce lien n’est plus valable</h1>
    <p>
      Votre commande est partie ou terminée, ou ce lien a plus de sept jours. Vous pouvez voir où elle en est avec son
      numéro et votre téléphone.
    </p>
    <a className="button" href={addresses.followOrder}>
      Suivre ma commande
    </a>
  </>
)

/** The sentence about an answer that was not taken; null when its fields say what is wrong, or nothing is. */
function failureOf({ failure, retryAfterSeconds }: Sent): string | null {
  return retryAfterSeconds === null ? failure : `Trop de tentatives. ${waitSentence(retryAfterSeconds)}`
}

/** True for a cancellation that needs one more yes. */
const isToBeSure = ({ typed, fields }: Sent): boolean =>
  typed.action === ACT_NAMES.cancel && typed.sure === undefined && Object.keys(fields).length === 0

function Content({ page, done, sent }: Pick<CustomerPageProps, 'done' | 'sent'> & { page: CustomerPage }) {
  const failure = sent && failureOf(sent)
  return (
    <>
      <h1>Votre commande n°&nbsp;{page.id}</h1>
      {failure !== null && <Notice tone="info">{failure}</Notice>}
      <State page={page} done={done} />
      {sent?.agree ? (
        <NewTotal page={page} sent={sent} agree={sent.agree} />
      ) : sent && isToBeSure(sent) && page.state !== 'cancelled' ? (
        <SureToCancel page={page} typed={sent.typed} />
      ) : (
        <Order page={page} sent={sent} />
      )}
    </>
  )
}

const Notice = ({ tone, children }: { tone: 'ok' | 'info'; children: ReactNode }) => (
  <div className={`notice ${tone}`} role={tone === 'ok' ? 'status' : 'alert'}>
    {children}
  </div>
)

function State({ page: { state, wishDay, tracking }, done }: { page: CustomerPage; done: string | null }) {
  if (state === 'open') return done && <Notice tone="ok">{done}</Notice>
  return (
    <>
      {state === 'confirmed' && done && <Notice tone="ok">{done}</Notice>}
      <Notice tone={state === 'cancelled' ? 'info' : 'ok'}>
        {state === 'cancelled' ? (
          <p>
            <strong>Cette commande est annulée.</strong> Aucun colis ne part, vous n’avez rien à payer.
          </p>
        ) : (
          <>
            <p>
              <strong>C’est confirmé. Nous préparons votre colis.</strong>
            </p>
            {wishDay && <p>Nous vous livrons à partir du {wishDay}.</p>}
            <a href={tracking}>Suivre ma commande</a>
          </>
        )}
      </Notice>
    </>
  )
}

function Order({ page, sent }: { page: CustomerPage; sent: Sent | null }) {
  const { products, collected, name, phone, address, city, state } = page
  return (
    <>
      <section aria-label="Votre colis">
        <ul>
          {products.map((product) => (
            <li key={product.name}>
              {product.quantity}&nbsp;× {product.name}
            </li>
          ))}
        </ul>
        {state !== 'cancelled' && (
          <>
            <p className="sum">{formatDirhams(collected)} à la livraison</p>
            <div className="quiet">
              <p>
                <bdi>{name}</bdi>, {phone.replaceAll(' ', '\u00A0')}
              </p>
              <Place city={city} address={address} />
            </div>
          </>
        )}
        {state === 'open' && (
          <AnswerForm page={page} act="confirm">
            <button type="submit" className="main">
              Je confirme
            </button>
          </AnswerForm>
        )}
      </section>
      {state !== 'cancelled' && (
        <div className="acts">
          <CorrectAddress page={page} sent={sent} />
          <ChooseDay page={page} sent={sent} />
          <Cancel page={page} sent={sent} />
        </div>
      )}
    </>
  )
}

/** Where the parcel goes. An address stands in the direction of its own script. */
const Place = ({ city, address }: { city: string; address: string }) => (
  <p>
    {city !== OTHER_CITY && `${city}, `}
    <bdi>{address}</bdi>
  </p>
)

interface AnswerFormProps {
  page: CustomerPage
  act: Act
  /** Fields that she does not see. */
  hidden?: Readonly<Record<string, string>>
  children: ReactNode
}

/** Sends an answer, with the moment up to which she knows the order. */
const AnswerForm = ({ page, act, hidden = {}, children }: AnswerFormProps) => (
  <form method="post">
    {Object.entries({ action: ACT_NAMES[act], seen_updated_at: page.lastChange.toISOString(), ...hidden }).map(
      ([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ),
    )}
    {children}
  </form>
)

interface ActProps {
  page: CustomerPage
  sent: Sent | null
}

/** What was sent by the form of one action; null when it was another's. */
const ofAct = (sent: Sent | null, act: Act): Sent | null => (sent?.typed.action === ACT_NAMES[act] ? sent : null)

/** The French about a field that was refused. */
function problemOf(sent: Sent | null, field: string): string | undefined {
  const [problem] = sent?.fields[field] ?? []
  return problem && fieldSentence(field, problem)
}

function CorrectAddress({ page, sent: all }: ActProps) {
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

function ChooseDay({ page, sent: all }: ActProps) {
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

function Cancel({ page, sent: all }: ActProps) {
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

function NewTotal({ page, sent, agree }: ActProps & { sent: Sent; agree: NonNullable<Sent['agree']> }) {
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

const SureToCancel = ({ page, typed }: { page: CustomerPage; typed: Sent['typed'] }) => (
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

/** Asks for the page anew, by its own address. */
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
