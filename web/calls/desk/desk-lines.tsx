import { REASON_NAMES } from '#features/orders/model.ts'
import { KeyCaps } from '#web/keys/key-caps.tsx'
import { RunningOut, SecondsLeft } from '#web/list-kit/held/seconds-left.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { dueInWords } from '../moments.ts'
import { doneInWords } from '../outcomes.ts'
import style from './desk-lines.module.css'
import type { DeskCounts, Settled, useDesk } from './use-desk.ts'
import type { Pressed } from './use-outbox.ts'

/** The work of the desk in a line. */
export function Counters({ counts }: { counts: DeskCounts | null }) {
  const shown: readonly (readonly [string, number | undefined, string?])[] = [
    ['À appeler', counts?.toCall],
    ['Rappels promis', counts?.promised, counts?.promisedSoon ? `dont ${counts.promisedSoon} dans 10\u00A0min` : ''],
    ['Reportées', counts?.later, counts?.tomorrow ? `dont ${counts.tomorrow} demain` : ''],
    ['À réessayer', counts?.retries],
    ['Injoignables', counts?.unreachable],
    ['Faites aujourd’hui', counts?.settledToday],
  ]
  return (
    <dl className={style.counters}>
      {shown.map(([name, count, more]) => (
        <div key={name} className={style.counter}>
          <dt>{name}</dt>
          <dd>
            {count ?? '–'}
            {more && <span className={style.extra}> ({more})</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The lines above the card: outcomes that wait, those that find no connection, and the order that was settled last. */
export function DeskLines({ desk }: { desk: ReturnType<typeof useDesk> }) {
  const { place, held, sent, last, canReopen, undo, reopen } = desk
  const stuck = sent.filter(({ isStuck }) => isStuck)
  return (
    <div className={style.lines}>
      {stuck.length > 0 && (
        <Notice tone="warn" role="alert" title={`Pas de connexion\u00A0: ${stuckInWords(stuck.length)}`}>
          Rien n’est perdu, l’envoi recommence tout seul. Gardez cette page ouverte.
        </Notice>
      )}
      {held.map((pressed) => (
        <HeldLine key={pressed.key} pressed={pressed} onUndo={() => undo(pressed)} />
      ))}
      {held.length === 0 && !stuck.some(({ key }) => key === last?.key) && (
        <LastLine isBeforeCard={place === 'card' || place === 'loading'} {...{ last, canReopen }} onReopen={reopen} />
      )}
    </div>
  )
}

const stuckInWords = (count: number): string =>
  count === 1 ? '1 résultat attend d’être envoyé' : `${count} résultats attendent d’être envoyés`

interface LastLineProps {
  isBeforeCard: boolean
  last: Settled | null
  canReopen: boolean
  onReopen: (last: Settled) => void
}

/** The order that was settled last. Its room is there before the first one, so that no card jumps. */
function LastLine({ isBeforeCard, last, canReopen, onReopen }: LastLineProps) {
  if (last === null)
    return (
      isBeforeCard && <p className={classes(style.line, style.none, common.note)}>Le dernier résultat reste ici.</p>
    )
  return (
    <div className={style.line}>
      <Icon name="check" size={18} />
      <p>
        n°&nbsp;{last.id}&nbsp;: <strong>{doneInWords(last.outcome)}</strong>
        {afterwards(last)}
      </p>
      {canReopen && (
        <Button look="link" size="small" onClick={() => onReopen(last)}>
          Reprendre<span className="visually-hidden"> la commande {last.id}</span> <KeyCaps of={{ key: 'R' }} />
        </Button>
      )}
    </div>
  )
}

function afterwards({ contact, dueAt }: Settled): string {
  if (dueAt) return `, rappel ${dueInWords(dueAt, new Date())}`
  return contact === 'unreachable' ? ', injoignable\u00A0: plus d’appel' : ''
}

/** A cancellation that waits: until it is sent, nothing has happened. */
function HeldLine({ pressed, onUndo }: { pressed: Pressed; onUndo: () => void }) {
  return (
    <div className={classes(style.line, style.held)} role="status">
      <p>
        n°&nbsp;{pressed.id}&nbsp;: <strong>annulée</strong>
        {pressed.reason && ` (${REASON_NAMES[pressed.reason]})`} <SecondsLeft />
      </p>
      <Button look="secondary" size="small" onClick={onUndo}>
        Ne pas annuler<span className="visually-hidden"> la commande {pressed.id}</span> <KeyCaps of={{ key: 'R' }} />
      </Button>
      <RunningOut />
    </div>
  )
}
