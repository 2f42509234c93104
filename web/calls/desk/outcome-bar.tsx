import { type FormEvent, useEffect, useId, useRef, useState } from 'react'

import { LONGEST_PROMISE_DAYS, MAX_CALL_NOTE } from '#features/calls/model.ts'
import { dayAfter } from '#platform/kernel/days/days-ahead.ts'
import { clockOf } from '#platform/kernel/opening-hours/open-now.ts'
import { localDay } from '#platform/kernel/time.ts'
import { KeyCaps } from '#web/keys/key-caps.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { FieldFrame } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { dueClock, typedMoment } from '../moments.ts'
import { OUTCOMES, REASON_CHOICES } from '../outcomes.ts'
import style from './outcome-bar.module.css'
import { type Bar, NOTE_ID } from './use-bar.ts'
import type { Card } from './use-desk.ts'

interface OutcomeBarProps {
  bar: Bar
  card: Card
  onPause: () => void
}

/** The outcomes of a call, a button each, or the question that one of them opened. It stays in view, at the thumb of a phone. */
export function OutcomeBar({ bar, card, onPause }: OutcomeBarProps) {
  return (
    <section className={style.bar} aria-label={`Résultat de l’appel, commande ${card.id}`}>
      {(bar.hasNote || bar.note !== '') && <Note bar={bar} />}
      {bar.question === 'hour' && <Hours bar={bar} />}
      {bar.question === 'reason' && <Reasons bar={bar} />}
      {bar.question === null && <Outcomes bar={bar} />}
      {bar.question === null && (
        <div className={style.foot}>
          <Button look="link" size="small" onClick={bar.openNote}>
            <Keyed of="N">Note</Keyed>
          </Button>
          <Button look="link" size="small" onClick={onPause}>
            <Keyed of="Escape">Rendre la carte</Keyed>
          </Button>
        </div>
      )}
    </section>
  )
}

/** A key of the keyboard before the words that it presses. */
function Keyed({ of: key, children }: { of: string; children: React.ReactNode }) {
  return (
    <span className={style.keyed}>
      <KeyCaps of={{ key }} />
      <span>{children}</span>
    </span>
  )
}

/** A second tap of a double one falls on the card that follows: it counts for nothing. */
const single = (act: () => void) => (event: { detail: number }) => {
  if (event.detail < 2) act()
}

function Outcomes({ bar }: { bar: Bar }) {
  return (
    <div className={style.outcomes}>
      {OUTCOMES.map(({ key, label, outcome }) => (
        <Button
          key={key}
          look={outcome === 'confirmed' ? 'primary' : 'secondary'}
          className={classes(style.outcome, outcome === 'cancelled' && style.cancel)}
          onClick={single(() => bar.pressDigit(key))}
        >
          <Keyed of={key}>{label}</Keyed>
        </Button>
      ))}
    </div>
  )
}

interface ChoiceProps {
  title: string
  onClose: () => void
  children: React.ReactNode
}

/** A question in the place of the outcomes, with its answers. */
function Choice({ title, onClose, children }: ChoiceProps) {
  const heading = useRef<HTMLParagraphElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay its children out as this does in every browser
    <div role="group" aria-labelledby={id}>
      <div className={style.head}>
        <p id={id} className={common.strong} ref={heading} tabIndex={-1}>
          {title}
        </p>
        <IconButton icon="close" label="Fermer le choix" onClick={onClose} />
      </div>
      {children}
    </div>
  )
}

function Hours({ bar }: { bar: Bar }) {
  const now = new Date()
  return (
    <Choice title="Rappeler quand&nbsp;?" onClose={() => bar.ask(null)}>
      <p className={classes(common.problem, style.passed)} role="alert">
        {bar.hasPassed && 'Cette heure est passée\u00A0: choisissez-en une autre.'}
      </p>
      <div className={style.choices}>
        {bar.hours.map(({ label, at }, nth) => (
          <Button
            key={label}
            look="secondary"
            className={style.choice}
            onClick={single(() => bar.pressDigit(String(nth + 1)))}
          >
            <Keyed of={String(nth + 1)}>
              {label}
              {nth === 0 && <span className={style.clock}> {dueClock(at, now)}</span>}
            </Keyed>
          </Button>
        ))}
        <Button
          look="secondary"
          className={style.choice}
          aria-expanded={bar.isTyping}
          onClick={() => bar.pressDigit(String(bar.hours.length + 1))}
        >
          <Keyed of={String(bar.hours.length + 1)}>Autre…</Keyed>
        </Button>
      </div>
      {bar.isTyping && <OtherHour bar={bar} />}
    </Choice>
  )
}

const minuteOf = (at: Date): string => `${localDay(at)}T${clockOf(at)}`

function OtherHour({ bar }: { bar: Bar }) {
  const [problem, setProblem] = useState<string | null>(null)
  const now = new Date()
  const last = new Date(now.getTime() + LONGEST_PROMISE_DAYS * 24 * 60 * 60 * 1000)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const now = new Date()
    const at = typedMoment(String(new FormData(event.currentTarget).get('at')))
    if (at === null || at <= now) setProblem('Choisissez une heure à venir.')
    else if (at > last) setProblem(`Choisissez un jour dans les ${LONGEST_PROMISE_DAYS} jours.`)
    else bar.settle('postponed', { at })
  }
  return (
    <form className={style.other} onSubmit={submit} noValidate>
      <FieldFrame label="Jour et heure" size="small" error={problem}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            name="at"
            // biome-ignore lint/a11y/noAutofocus: it opens on a press that wants it
            autoFocus
            defaultValue={`${dayAfter(now, 1)}T10:00`}
            min={minuteOf(now)}
            max={minuteOf(last)}
            onKeyDown={(event) => event.key === 'Escape' && bar.ask(null)}
          />
        )}
      </FieldFrame>
      <Button size="small" type="submit">
        Promettre cette heure
      </Button>
    </form>
  )
}

function Reasons({ bar }: { bar: Bar }) {
  return (
    <Choice title="Annuler pour quel motif&nbsp;?" onClose={() => bar.ask(null)}>
      <div className={style.choices}>
        {REASON_CHOICES.map(({ key, reason, label }) => (
          <Button
            key={key}
            look="secondary"
            className={style.choice}
            onClick={single(() => bar.settle('cancelled', { reason }))}
          >
            <Keyed of={key}>{label}</Keyed>
          </Button>
        ))}
      </div>
      <p className={common.note}>C’est définitif après dix secondes.</p>
    </Choice>
  )
}

function Note({ bar }: { bar: Bar }) {
  return (
    <div>
      <FieldFrame
        id={NOTE_ID}
        label="Note sur l’appel"
        size="small"
        hint="Elle part avec le résultat. Entrée pour continuer, Échap pour l’effacer."
      >
        {(control) => (
          <textarea
            {...control}
            className={classes(control.className, style.text)}
            // biome-ignore lint/a11y/noAutofocus: it opens on a press that wants it
            autoFocus
            rows={1}
            dir="auto"
            maxLength={MAX_CALL_NOTE}
            value={bar.note}
            onChange={(event) => bar.setNote(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') bar.closeNote()
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              event.currentTarget.blur()
            }}
          />
        )}
      </FieldFrame>
    </div>
  )
}
