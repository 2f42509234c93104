import { lazy, Suspense, useEffect, useState } from 'react'
import { data, isRouteErrorResponse, useParams } from 'react-router'
import { OTHER_CITY } from '#platform/kernel/cities.ts'
import type { OrderId } from '#platform/kernel/ids.ts'
import { addresses } from '#web/addresses.ts'
import { type AdminPage, adminMeta } from '#web/closed-area/admin-layout.tsx'
import { KeyCaps } from '#web/keys/key-caps.tsx'
import { useKeys } from '#web/keys/keys.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { ProblemNotice } from '#web/list-kit/problem-notice.tsx'
import { useSession } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dueClock, dueInWords } from '../moments.ts'
import { QueueLists } from '../queue-lists.tsx'
import { CallCard } from './call-card.tsx'
import style from './confirmation.module.css'
import { Counters, DeskLines } from './desk-lines.tsx'
import { OutcomeBar } from './outcome-bar.tsx'
import { useBarKeys, useBarState } from './use-bar.ts'
import { type Card, useDesk } from './use-desk.ts'

type View = Readonly<Record<string, string | undefined>>

const FIGURES = 'chiffres'

const titleOf = ({ view }: View): string => (view === FIGURES ? 'Chiffres des appels' : 'Confirmation')

/** Answers 404 to an address of neither the desk nor the figures. */
function mustBePage({ params: { view } }: { params: View }) {
  if (view !== undefined && view !== FIGURES) throw data(null, { status: 404 })
  return null
}

export const loader = mustBePage

/** The same in the browser: no way to the desk waits for the server. */
export const clientLoader = mustBePage

export const handle: AdminPage = { title: 'Confirmation', titleOf, isForAgents: true }

export const meta = ({ params }: { params: View }) => adminMeta({ title: titleOf(params) })

/** Loaded with its own address alone: every public page carries the list of addresses, which is as short as can be. */
const CallFigures = lazy(() => import('../figures/call-figures.tsx'))

/** Loaded once somebody corrects an order. */
const CorrectCard = lazy(() => import('./correct-card.tsx'))

/** Loaded once somebody makes two orders one. */
const MergeDialog = lazy(async () => ({
  default: (await import('#web/orders/admin/detail/order-merge.tsx')).OrderMergeDialog,
}))

/** The desk, or what came of its calls. */
export default function Confirmation() {
  if (useParams().view !== FIGURES) return <Desk />
  return (
    <Suspense>
      <CallFigures />
    </Suspense>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <EmptyState
      icon="search"
      title="Cette page n’existe pas"
      action={<ButtonLink to={addresses.admin.confirmation}>Aller à la confirmation</ButtonLink>}
    >
      <title>Page introuvable</title>
      <p>L’adresse contient peut-être une faute.</p>
    </EmptyState>
  )
}

function Desk() {
  const desk = useDesk()
  const { place, card, problem } = desk
  const isAdmin = useSession()?.role === 'admin'
  return (
    <div className={classes(common.stack, common.gap3, style.page)}>
      <Counters counts={desk.desk?.counts ?? null} />
      <DeskLines desk={desk} />
      <ProblemNotice problem={problem && { ...problem, text: <Refused desk={desk} /> }} onClose={desk.forgetProblem} />
      {place === 'card' && card ? (
        <CardAtHand key={card.id} desk={desk} card={card} />
      ) : (
        <WithoutCard key={place} desk={desk} />
      )}
      <QueueLists />
      {isAdmin && (
        <div>
          <ButtonLink look="link" size="small" icon="chart" to={addresses.admin.callFigures}>
            Chiffres des appels
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

/** Why an outcome was not noted, and the way back to the order that changed meanwhile. */
function Refused({ desk: { problem, take, forgetProblem } }: { desk: ReturnType<typeof useDesk> }) {
  const again = problem?.again ?? null
  if (again === null) return problem?.text
  const show = () => {
    forgetProblem()
    take(again)
  }
  return (
    <>
      <p>{problem?.text}</p>
      <Button look="link" size="small" className={style.again} onClick={show}>
        Revoir la commande {again}
      </Button>
    </>
  )
}

/** Whoever scrolled the last card to its end begins what follows at its top. */
function useTop(): void {
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
}

/** A card with the bar of its outcomes, and the keys of both. */
function CardAtHand({ desk, card }: { desk: ReturnType<typeof useDesk>; card: Card }) {
  const [{ isOpen, number }, setCorrecting] = useState({ isOpen: false, number: 0 })
  const [merging, setMerging] = useState<OrderId | null>()
  const bar = useBarState(desk.settle)
  useTop()
  const correct = () => setCorrecting({ isOpen: true, number: number + 1 })
  const canMerge = card.others.some(({ isMergeable }) => isMergeable)
  useBarKeys({ bar, pause: desk.pause, correct, canMerge, undoLast: undoOf(desk) })
  return (
    <>
      <div className={style.card} inert={desk.isTaking} data-leaving={desk.isTaking || undefined}>
        <CallCard
          card={card}
          isInDarija={bar.isInDarija}
          onDarija={bar.turnDarija}
          onWhatsapp={() => desk.openWhatsapp(card)}
          onCorrect={correct}
          onMerge={setMerging}
          onConfirmed={() => desk.take()}
        />
      </div>
      <OutcomeBar bar={bar} card={card} onPause={desk.pause} />
      {number > 0 && (
        <Suspense>
          <CorrectCard
            key={number}
            id={card.id}
            isOpen={isOpen}
            onClose={() => setCorrecting({ isOpen: false, number })}
            onStored={() => desk.take(card.id)}
          />
        </Suspense>
      )}
      {merging !== undefined && (
        <Suspense>
          <MergeDialog
            id={card.id}
            other={merging}
            onClose={() => setMerging(null)}
            reload={(kept) => desk.take(kept ?? card.id)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Takes back the newest cancellation that waits, else takes up the last order again. */
const undoOf =
  ({ held, undo, last, reopen, canReopen }: ReturnType<typeof useDesk>) =>
  () => {
    const newest = held.at(-1)
    if (newest) undo(newest)
    else if (last && canReopen) reopen(last)
  }

/** `, à Rabat`; nothing of a city that has no name. */
const placeOf = (city: string | null): string => (city === null || city === OTHER_CITY ? '' : `, à\u00A0${city}`)

function WithoutCard({ desk }: { desk: ReturnType<typeof useDesk> }) {
  const { place, desk: work, take } = desk
  useTop()
  const now = new Date()
  useKeys('Confirmation', [
    { key: 'r', does: 'Reprendre la dernière commande', run: undoOf(desk) },
    ...(place === 'paused' ? [{ key: 'Enter', does: 'Reprendre les appels', run: () => take() }] : []),
  ])
  switch (place) {
    case 'failed':
      return (
        <LoadFailed
          title="La prochaine commande n’a pas pu être chargée"
          error={desk.error}
          isLoading={desk.isTaking}
          onRetry={() => take()}
        />
      )
    case 'paused':
      return (
        <EmptyState
          icon="clock"
          title="Vous êtes en pause."
          action={
            <Button onClick={() => take()}>
              Reprendre les appels <KeyCaps of={{ key: 'Enter' }} />
            </Button>
          }
        >
          <p>La carte est rendue&nbsp;: quelqu’un d’autre peut l’appeler.</p>
        </EmptyState>
      )
    case 'closed':
      return (
        <EmptyState
          icon="clock"
          title={`Les appels reprennent ${work?.opensAt ? dueInWords(work.opensAt, now) : 'bientôt'}.`}
          action={
            <Button look="secondary" onClick={desk.goOnAnyway}>
              Continuer quand même
            </Button>
          }
        >
          <p>Les heures d’appel sont celles de la boutique.</p>
        </EmptyState>
      )
    case 'empty':
      return (
        <EmptyState
          icon="check-circle"
          title={
            work?.nextDue
              ? `Tout est appelé. Prochain rappel\u00A0: ${dueClock(work.nextDue, now)}${placeOf(work.nextCity)}.`
              : 'Tout est appelé.'
          }
        >
          <p>Une nouvelle commande s’affiche ici d’elle-même.</p>
        </EmptyState>
      )
    default:
      return (
        <div role="status">
          <span className="visually-hidden">Chargement de la prochaine commande…</span>
          <Skeleton shape="block" className={style.waiting} />
        </div>
      )
  }
}
