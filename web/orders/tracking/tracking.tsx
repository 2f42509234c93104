import { data, isRouteErrorResponse, useRouteLoaderData } from 'react-router'
import { ORDER_STATUSES, type OrderStatus } from '#features/orders/model.ts'
import type { TrackedOrder } from '#features/tracking/model.ts'
import { addresses } from '#web/addresses.ts'
import { ErrorPage } from '#web/errors/error-page.tsx'
import { pageServices } from '#web/loader-context.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { lookOfStatus } from '#web/status-look.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { Price } from '#web/ui/price.tsx'
import tones from '#web/ui/tones.module.css'
import parcel from '../parcel.module.css'
import type { Route } from './+types/tracking'
import style from './tracking.module.css'

/**
 * Headers that protect the address, since it shows the order to anybody: no cache stores the page, and no link of it
 * sends the address along.
 */
const DISCREET = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const order = await context.get(pageServices).findTrackedOrder(params.token)
  if (order === null) throw data(null, { status: 404, headers: DISCREET })
  return data({ order }, { headers: DISCREET })
}

export const headers = () => DISCREET

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = loaderData ? `Commande n° ${loaderData.order.id}` : 'Commande introuvable'
  const description = 'Suivez votre commande, de sa préparation à sa livraison.'
  return pageMeta({ title, description })
}

export default function TrackingPage({ loaderData, params }: Route.ComponentProps) {
  const { order } = loaderData
  return (
    <Page width="narrow" className={classes(common.stack, common.gap6)}>
      <div className={classes(common.stack, common.gap2)}>
        <h1>Commande n°&nbsp;{order.id}</h1>
        <p className={common.quiet}>Passée le {order.placed}</p>
      </div>
      <Progress order={order} token={params.token} />
      <Parcel order={order} />
      <Contact words={`Bonjour, j’ai une question sur ma commande n° ${order.id}.`}>
        Une question, un changement&nbsp;? Écrivez-nous avec le numéro de la commande.
      </Contact>
    </Page>
  )
}

const MEANINGS: Readonly<Record<OrderStatus, string>> = {
  pending: 'Votre commande est enregistrée. Nous préparons votre colis.',
  assigned: 'Votre commande est confiée à un livreur.',
  in_transit: 'Votre colis est en route. Gardez votre téléphone à portée de main\u00A0: le livreur vous appelle.',
  delivered: 'Votre colis a été remis. Merci de votre confiance.',
  cancelled: 'Cette commande est annulée\u00A0: aucun colis ne sera livré et vous n’avez rien à payer.',
}

/** The steps of every parcel; a cancelled order leaves them. */
const WAY = ORDER_STATUSES.filter((status) => status !== 'cancelled')
const stepsOf = (status: OrderStatus): readonly OrderStatus[] =>
  status === 'cancelled' ? ['pending', 'cancelled'] : WAY

function Progress({ order: { status, since }, token }: { order: TrackedOrder; token: string }) {
  const steps = stepsOf(status)
  const reached = steps.indexOf(status)
  return (
    <section className={parcel.panel} aria-labelledby="avancement">
      <h2 id="avancement" className="visually-hidden">
        Avancement
      </h2>
      <p className={style.meaning}>{MEANINGS[status]}</p>
      <ol className={classes(common.stack, style.steps)}>
        {steps.map((step, index) => {
          const { name, icon, tone } = lookOfStatus(step)
          const isCurrent = index === reached
          return (
            <li key={step} data-reached={index <= reached} aria-current={isCurrent ? 'step' : undefined}>
              <span className={classes(parcel.mark, style.mark, isCurrent ? tones[tone] : index < reached && tones.ok)}>
                <Icon name={icon} />
              </span>
              <span className={style.step}>
                <span className={classes(common.medium, style.name)}>{name}</span>
                {index < reached && <span className="visually-hidden">, étape passée</span>}
                {isCurrent && <span className={common.note}>depuis le {since.replace(' ', '\u00A0')}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      <ButtonLink
        look="secondary"
        size="small"
        icon="refresh"
        className={style.reload}
        to={addresses.tracking(token)}
        reloadDocument
      >
        Actualiser
      </ButtonLink>
    </section>
  )
}

function Parcel({ order }: { order: TrackedOrder }) {
  const { lines, status, isPaid, collected, recipient } = order
  return (
    <section className={parcel.panel} aria-labelledby="colis">
      <h2 id="colis" className={common.larger}>
        Votre colis
      </h2>
      <ul className={classes(common.stack, common.gap3, style.lines)}>
        {lines.map(({ name, quantity }) => (
          <li key={name}>
            <span className={classes(common.quiet, common.strong)}>
              {quantity}
              <span aria-hidden="true">&nbsp;×</span>
            </span>
            {name}
          </li>
        ))}
      </ul>
      <dl className={classes(common.stack, parcel.facts, style.facts)}>
        {status !== 'cancelled' && (
          <div className={parcel.cash}>
            <dt>{isPaid ? 'Montant payé' : 'Espèces à préparer'}</dt>
            <dd>
              <Price amount={collected} />
            </dd>
          </div>
        )}
        {recipient && (
          <>
            <div>
              <dt>Livraison</dt>
              <dd>
                {recipient.firstName}, {recipient.city}
              </dd>
            </div>
            <div>
              <dt>Téléphone</dt>
              <dd>{recipient.phone.replaceAll(' ', '\u00A0')}</dd>
            </div>
          </>
        )}
      </dl>
      <p className={common.hint}>
        {recipient
          ? 'L’adresse et le numéro complets ne sont pas affichés\u00A0: ce lien peut être partagé sans les donner.'
          : 'Ce lien ne dit pas à qui le colis est destiné\u00A0: il peut être partagé.'}
      </p>
    </section>
  )
}

function Contact({ words, children }: { words: string; children: React.ReactNode }) {
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  return (
    <div className={classes(common.stack, common.gap3, style.contact)}>
      <p>{children}</p>
      {settings?.chatNumber ? (
        <a
          className={parcel.chat}
          href={`https://wa.me/${settings.chatNumber}?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="chat" />
          Écrire sur WhatsApp
        </a>
      ) : (
        <ButtonLink look="secondary" size="small" icon="mail" to={addresses.contact}>
          Nous contacter
        </ButtonLink>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <Page width="narrow" className={classes(common.stack, common.gap6)}>
      <div className={classes(common.stack, common.gap2)}>
        <h1>Ce lien ne correspond à aucune commande</h1>
        <p className={common.quiet}>
          Il est peut-être incomplet, ou la commande date de plus de 90&nbsp;jours. Ouvrez le lien en entier, tel qu’il
          vous a été envoyé.
        </p>
      </div>
      <Contact words="Bonjour, le lien de suivi de ma commande ne s’ouvre pas. Mon numéro de commande : ">
        Toujours rien&nbsp;? Écrivez-nous avec le numéro de votre commande, nous vous dirons où elle en est.
      </Contact>
      <div>
        <ButtonLink to={addresses.shop}>Voir la boutique</ButtonLink>
      </div>
    </Page>
  )
}
