import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { CustomerPage } from '#features/calls/model.ts'
import type { AllSettings } from '#features/settings/model.ts'
import { formatDirhams } from '#platform/kernel/money.ts'
import { readablePhone } from '#platform/kernel/readable-phone.ts'
import { addresses } from '#web/addresses.ts'
import { waitSentence } from '#web/api/french-errors.ts'
import logo from '#web/assets/logo.svg'
import { chatAddress } from '#web/ui/chat-link.tsx'
import tokens from '../../ui/tokens.css?inline'
import {
  AnswerForm,
  Cancel,
  ChooseDay,
  CorrectAddress,
  isToBeSure,
  NewTotal,
  Place,
  type Sent,
  SureToCancel,
} from './customer-forms.tsx'
import css from './customer-page.css?inline'

interface CustomerPageProps {
  shopName: string
  /** How the shop is reached; an empty text for a way that it does not have. */
  contact: Pick<AllSettings, 'phone' | 'chatNumber'>
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

function Document({ nonce, contact, ...props }: CustomerPageProps) {
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
          <a href={addresses.home}>
            <img src={logo} alt={shopName} width="128" height="26" loading="lazy" />
          </a>
        </header>
        <main>{page ? <Content {...props} page={page} /> : <Dead />}</main>
        <Contact
          contact={contact}
          words={page ? `Bonjour, à propos de ma commande n° ${page.id}\u00A0: ` : 'Bonjour, '}
        />
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

function Contact({ contact: { phone, chatNumber }, words }: { contact: CustomerPageProps['contact']; words: string }) {
  if (!phone && !chatNumber) return null
  return (
    <footer>
      <p>Une question&nbsp;?</p>
      {chatNumber && <a href={chatAddress(chatNumber, words)}>Écrire sur WhatsApp</a>}
      {phone && <a href={`tel:${phone}`}>Appeler le {readablePhone(phone)}</a>}
    </footer>
  )
}

/** The sentence about an answer that was not taken; null when its fields say what is wrong, or nothing is. */
function failureOf({ failure, retryAfterSeconds }: Sent): string | null {
  return retryAfterSeconds === null ? failure : `Trop de tentatives. ${waitSentence(retryAfterSeconds)}`
}

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
          <>
            <p>
              <strong>Cette commande est annulée.</strong>
            </p>
            <p>Aucun colis ne part, vous n’avez rien à payer.</p>
          </>
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
  const { products, collected, delivery, expected, name, phone, address, city, state } = page
  return (
    <>
      <section aria-label="Votre colis">
        <ul>
          {products.map((product) => (
            <li key={product.name}>
              <strong>{product.quantity}&nbsp;×</strong> {product.name}
            </li>
          ))}
        </ul>
        {state !== 'cancelled' && (
          <>
            <div>
              <p className="sum">{formatDirhams(collected)} à la livraison</p>
              <p className="quiet">
                {delivery > 0 ? `dont ${formatDirhams(delivery)} de livraison` : 'la livraison est offerte'}
                {', vous ouvrez le colis avant de payer'}
              </p>
            </div>
            {expected && (
              <p>
                Livraison prévue <strong>{expected}</strong>
              </p>
            )}
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
