import { useEffect } from 'react'
import { data, isRouteErrorResponse, Link, useRouteLoaderData } from 'react-router'
import { type CancelReason, ORDER_STATUSES, type OrderStatus } from '#features/orders/model.ts'
import type { TrackedOrder } from '#features/tracking/model.ts'
import { addresses } from '#web/addresses.ts'
import { ErrorPage } from '#web/errors/error-page.tsx'
import { pageServices } from '#web/loader-context.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { addShapes, Icon, type IconName } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import tones from '#web/ui/tones.module.css'
import { CashDrawn } from '../cash/cash-drawn.tsx'
import parcel from '../parcel.module.css'
import { ProductArches } from '../product-arches.tsx'
import { promiseToday } from '../receipt/call-promise.ts'
import type { Route } from './+types/tracking'
import { AskShop } from './ask-shop.tsx'
import { BesideForm } from './beside-form.tsx'
import { FindOrder } from './find-order.tsx'
import { TRACKING_SHAPES } from './icons.ts'
import { OrderAgain } from './order-again.tsx'
import style from './tracking.module.css'
import { useRefreshed } from './use-refreshed.ts'
import { PARCEL_MEANINGS, WithCourier } from './with-courier.tsx'

addShapes(TRACKING_SHAPES)

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
  const { findTrackedOrder, today } = context.get(pageServices)
  const order = await findTrackedOrder(params.token)
  if (order === null) throw data(null, { status: 404, headers: DISCREET })
  const { openingTimes } = await today()
  return data({ order, call: promiseToday(openingTimes, order.placedAt, new Date()) }, { headers: DISCREET })
}

export const headers = () => DISCREET

/** The order as this browser loaded it last, and the call that was promised about it. */
let lastKnown: { token: string; order: TrackedOrder; call: string | null } | undefined

/** While the shop does not answer, the order stays on the page as it was. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    const isAnswered = isRouteErrorResponse(error) && error.status < 500
    if (isAnswered || lastKnown?.token !== params.token) throw error
    return { order: lastKnown.order, call: lastKnown.call }
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = loaderData ? `Commande n° ${loaderData.order.id}` : 'Commande introuvable'
  const description = 'Suivez votre commande, de sa préparation à sa livraison.'
  return pageMeta({ title, description })
}

export default function TrackingPage({ loaderData, params }: Route.ComponentProps) {
  const { order, call } = loaderData
  const isOver = order.status === 'delivered' || order.status === 'cancelled'
  useRefreshed(isOver)
  useEffect(() => {
    lastKnown = { token: params.token, order, call }
  }, [params.token, order, call])
  return (
    <Page className={style.page}>
      <Headline order={order} call={call} isOver={isOver} token={params.token} />
      {order.mergedInto === null && (
        <>
          <Progress order={order} isOver={isOver} token={params.token} />
          {order.status !== 'cancelled' && <Cash order={order} />}
          <Parcel order={order} />
        </>
      )}
      <AskShop words={`Bonjour, j’ai une question sur ma commande n° ${order.id}.`}>
        Une question, un changement&nbsp;? Écrivez-nous avec le numéro de la commande.
      </AskShop>
    </Page>
  )
}

const MEANINGS: Readonly<Record<Exclude<OrderStatus, 'pending'>, string>> = {
  assigned: 'Votre colis est prêt\u00A0: un livreur va le prendre en charge.',
  in_transit: 'Votre colis est en route. Gardez votre téléphone à portée de main\u00A0: le livreur vous appelle.',
  delivered: 'Votre colis a été remis. Merci de votre confiance.',
  cancelled: 'Cette commande est annulée\u00A0: aucun colis ne sera livré et vous n’avez rien à payer.',
}

/** The reason that a cancelled order's customer reads; some reasons are the shop's own. */
const REASONS: Readonly<Record<CancelReason, string | null>> = {
  wrong_number: 'Le numéro de téléphone ne permettait pas de vous joindre.',
  changed_mind: 'Elle est annulée à votre demande.',
  out_of_stock: 'Un produit n’était plus en stock.',
  refused: 'Le colis a été refusé à la livraison.',
  unreachable: 'Nous n’avons pas réussi à vous joindre.',
  address: 'L’adresse ne permettait pas de vous livrer.',
  duplicate: 'Elle faisait double emploi avec une autre commande.',
  other: null,
}

/** The states in a customer's words. */
const NAMES: Readonly<Record<OrderStatus, string>> = {
  pending: 'Reçue',
  assigned: 'Préparée',
  in_transit: 'Chez le livreur',
  delivered: 'Livrée',
  cancelled: 'Annulée',
}

/** The same as a whole sentence, at the head of the page. */
const HEADLINES: Readonly<Partial<Record<OrderStatus, string>>> = {
  pending: 'Nous avons reçu votre commande',
  assigned: 'Votre colis est prêt',
  in_transit: 'Votre colis est chez le livreur',
}

/** The steps of every parcel; a cancelled order leaves them. */
const WAY = ORDER_STATUSES.filter((status) => status !== 'cancelled')
const stepsOf = (status: OrderStatus): readonly OrderStatus[] =>
  status === 'cancelled' ? ['pending', 'cancelled'] : WAY

/** The days of the arrival; null where nobody knows them, or while the courier holds the parcel. */
const expectedOf = ({ expected, parcel: way }: TrackedOrder): string | null =>
  way?.stage === 'to_chase' || way?.stage === 'refused' ? null : expected

/** The date that matters: of the arrival, or of the end. An order without one has its state. */
function headlineOf(order: TrackedOrder): string {
  const { status, isConfirmed, since, mergedInto } = order
  if (mergedInto !== null) return `Réunie à la commande n°\u00A0${mergedInto}`
  if (status === 'delivered' || status === 'cancelled') return `${NAMES[status]} ${since}`
  const expected = expectedOf(order)
  if (expected) return `Livraison prévue ${expected}`
  return status === 'pending' && isConfirmed ? 'Votre commande est confirmée' : HEADLINES[status]!
}

/** The next thing to happen: the call at its hour, then the parcel after the usual delay. */
function nextOf(
  { status, isConfirmed, expected, mergedInto, parcel: way }: TrackedOrder,
  call: string | null,
  delay: string,
): string {
  if (mergedInto !== null) return 'Ses produits sont dans le même colis, que vous payez une seule fois.'
  const arrival = expected || delay === '' ? '' : ` Livraison en ${delay} ensuite.`
  if (status !== 'pending') return (way && PARCEL_MEANINGS[way.stage]) ?? MEANINGS[status]
  if (isConfirmed) return `Nous préparons votre colis.${arrival}`
  return `Nous vous appelons ${call ? `${call} ` : ''}pour confirmer votre commande.${arrival}`
}

interface HeadlineProps extends ProgressProps {
  call: string | null
}

function Headline({ order, call, isOver, token }: HeadlineProps) {
  const { cancelReason, mergedInto, lines } = order
  const delay = useRouteLoaderData<typeof rootLoader>('root')?.settings.deliveryDelay ?? ''
  return (
    <div className={style.opening}>
      <div className={classes(common.stack, common.gap2)}>
        <div className={style.top}>
          <h1 className={style.number}>Commande n°&nbsp;{order.id}</h1>
          {!isOver && (
            <ButtonLink look="link" size="small" icon="refresh" to={addresses.tracking(token)} reloadDocument>
              Actualiser
            </ButtonLink>
          )}
        </div>
        <div className={classes(common.stack, common.gap2)} aria-live="polite">
          <p className={style.headline}>{headlineOf(order)}</p>
          <p className={common.quiet}>
            {nextOf(order, call, delay)}
            {cancelReason && REASONS[cancelReason] && mergedInto === null && (
              <span className={style.reason}>{REASONS[cancelReason]}</span>
            )}
          </p>
          {mergedInto && <Link to={addresses.followOrder}>Suivre la commande n°&nbsp;{mergedInto}</Link>}
        </div>
      </div>
      <ProductArches lines={lines} sizes="144px" className={style.arches} />
    </div>
  )
}

interface ProgressProps {
  order: TrackedOrder
  isOver: boolean
  token: string
}

const ICONS: Readonly<Record<OrderStatus, IconName>> = {
  pending: 'check',
  assigned: 'box',
  in_transit: 'truck',
  delivered: 'house',
  cancelled: 'close',
}

const toneOf = (step: OrderStatus) => (step === 'cancelled' ? 'neutral' : 'ok')

function Progress({ order, isOver, token }: ProgressProps) {
  const { status, isConfirmed, placed, since, lines } = order
  const expected = expectedOf(order)
  const steps = stepsOf(status)
  const reached = steps.indexOf(status)
  return (
    <section className={parcel.panel} aria-labelledby="avancement">
      <h2 id="avancement" className="visually-hidden">
        Avancement
      </h2>
      <ol className={classes(common.stack, style.steps)}>
        {steps.map((step, index) => {
          const isCurrent = index === reached
          const isPast = index < reached
          // The headline has the moment of the end.
          const moment = isCurrent
            ? !isOver && since
            : index === 0
              ? placed
              : step === 'delivered' && expected && `prévue ${expected}`
          return (
            <li key={step} data-reached={index <= reached} aria-current={isCurrent ? 'step' : undefined}>
              <span className={classes(parcel.mark, style.mark, index <= reached && tones[toneOf(step)])}>
                <Icon name={isPast ? 'check' : ICONS[step]} />
              </span>
              <span className={style.step}>
                <span className={classes(common.medium, style.name)}>
                  {isCurrent && step === 'pending' && isConfirmed ? 'Confirmée, en préparation' : NAMES[step]}
                </span>
                {isPast && <span className="visually-hidden">, étape passée</span>}
                {moment && <span className={common.note}>{moment}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      {status === 'in_transit' && order.parcel && <WithCourier parcel={order.parcel} token={token} />}
      {isOver && <OrderAgain lines={lines} />}
    </section>
  )
}

function Cash({ order: { status, isPaid, collected } }: { order: TrackedOrder }) {
  const isToCollect = !isPaid && status !== 'delivered'
  return (
    <div className={classes(common.stack, common.gap3, style.cash)}>
      <dl className={parcel.sums}>
        <div className={parcel.cash}>
          <dt>{isToCollect ? 'À payer à la livraison' : isPaid ? 'Montant payé' : 'Montant à la livraison'}</dt>
          <dd>
            <Price amount={collected} />
          </dd>
        </div>
      </dl>
      {isToCollect && <CashDrawn amount={collected} />}
    </div>
  )
}

function Parcel({ order: { lines, recipient } }: { order: TrackedOrder }) {
  return (
    <section className={parcel.panel} aria-labelledby="colis">
      <h2 id="colis" className={common.larger}>
        Votre colis
      </h2>
      <ul className={classes(common.stack, common.gap3, style.lines)}>
        {lines.map(({ productId, name, image, quantity }) => (
          <li key={productId}>
            {image === null ? (
              <span className={style.picture} />
            ) : (
              <Picture image={image} alt="" sizes="56px" className={style.picture} />
            )}
            <span>
              {name}
              <span className={classes(common.note, common.block)}>Quantité&nbsp;: {quantity}</span>
            </span>
          </li>
        ))}
      </ul>
      {recipient && (
        <dl className={classes(common.stack, parcel.facts, style.facts)}>
          <div>
            <dt>Destinataire</dt>
            <dd>
              <bdi>{recipient.firstName}</bdi>, {recipient.city}
            </dd>
          </div>
          <div>
            <dt>Téléphone</dt>
            <dd>{recipient.phone.replaceAll(' ', '\u00A0')}</dd>
          </div>
        </dl>
      )}
      <p className={common.hint}>
        {recipient
          ? 'L’adresse et le numéro sont masqués\u00A0: ce lien peut être partagé sans les donner.'
          : 'Ce lien ne dit pas à qui le colis est destiné\u00A0: il peut être partagé.'}
      </p>
    </section>
  )
}

/** The reasons why a link does not open. */
const CLOSED = [
  { icon: 'copy', name: 'Il est incomplet', text: 'Ouvrez le lien en entier, tel qu’il vous a été envoyé.' },
  { icon: 'clock', name: 'Il a expiré', text: 'La commande date de plus de 90\u00A0jours.' },
] as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <Page className={style.find}>
      <div className={style.title}>
        <h1>Ce lien ne correspond à aucune commande</h1>
        <p>Retrouvez la commande avec son numéro et votre téléphone.</p>
      </div>
      <div className={classes(common.stack, common.gap5, style.means)}>
        <FindOrder />
        <AskShop words="Bonjour, le lien de suivi de ma commande ne s’ouvre pas. Mon numéro de commande : ">
          Toujours rien&nbsp;? Écrivez-nous avec le numéro de votre commande, nous vous dirons où elle en est.
        </AskShop>
      </div>
      <BesideForm title="Pourquoi ce lien ne s’ouvre pas" lines={CLOSED} scene={style.rose} />
    </Page>
  )
}
