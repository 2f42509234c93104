import {
  DAYS,
  type Day,
  dayWithoutHours,
  hoursInWords,
  joinHours,
  splitHours,
} from '#platform/kernel/opening-hours/opening-hours.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Input } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import style from './hours-field.module.css'

/** Times of a day in the order of the row; without a pause its two are empty. */
type Times = readonly [from: string, pause: string, resume: string, until: string]

const USUAL: Times = ['09:00', '', '', '18:00']

const LABELS = ['ouverture', 'début de la pause', 'fin de la pause', 'fermeture'] as const

interface HoursFieldProps {
  /** The id of what a summary leads to: the day at fault, else the first. */
  id: string
  label: string
  hint: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

/** Opening hours of each day of the week, with a pause, and how pages will say them. */
export function HoursField({ id, label, hint, error, value, onChange }: HoursFieldProps) {
  const hours = splitHours(value)
  const wrong = error === undefined ? null : dayWithoutHours(value)
  const words = dayWithoutHours(value) === null ? hoursInWords(value) : ''

  const change = (day: Day, times: Times | null) => {
    const typed = new Map(hours)
    if (times === null) typed.delete(day)
    else {
      const [from, pause, resume, until] = times
      typed.set(
        day,
        pause || resume
          ? [
              [from, pause],
              [resume, until],
            ]
          : [[from, until]],
      )
    }
    onChange(joinHours(typed))
  }

  return (
    <fieldset className={style.hours} aria-describedby={`${id}-hint`}>
      <legend className={common.medium}>{label}</legend>
      <p className={common.hint} id={`${id}-hint`}>
        {hint}
      </p>
      {error && (
        <p className={common.problem} id={`${id}-error`}>
          <Icon name="danger" size={16} />
          {error}
        </p>
      )}
      <ul className={style.days}>
        {DAYS.map((day) => {
          const spans = hours.get(day)
          const times: Times | null = spans
            ? [spans[0]?.[0] ?? '', spans.length > 1 ? spans[0]![1] : '', spans[1]?.[0] ?? '', spans.at(-1)?.[1] ?? '']
            : null
          return (
            <li key={day} className={style.day}>
              <Checkbox
                id={day === (wrong ?? DAYS[0]) ? id : undefined}
                aria-describedby={day === wrong ? `${id}-error` : undefined}
                checked={times !== null}
                onChange={({ currentTarget }) =>
                  change(day, currentTarget.checked ? (before(hours, day) ?? USUAL) : null)
                }
              >
                <span className={style.name}>{day}</span>
              </Checkbox>
              {times === null ? (
                <span className={common.faint}>Fermé</span>
              ) : (
                <span className={style.times}>
                  {times.map((time, at) => (
                    <span key={LABELS[at]} className={style.time}>
                      <span aria-hidden="true" className={common.faint}>
                        {['de', 'pause', 'à', 'à'][at]}
                      </span>
                      <Input
                        type="time"
                        size="small"
                        aria-label={`${day}, ${LABELS[at]}`}
                        aria-invalid={day === wrong || undefined}
                        value={time}
                        onChange={({ currentTarget }) =>
                          change(day, times.with(at, currentTarget.value) as unknown as Times)
                        }
                      />
                    </span>
                  ))}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {words && <p className={classes(common.note, style.words)}>{words}.</p>}
    </fieldset>
  )
}

/** The times of the nearest open day before, which are often the same. */
function before(hours: ReturnType<typeof splitHours>, day: Day): Times | null {
  const former = DAYS.slice(0, DAYS.indexOf(day)).findLast((each) => hours.has(each))
  const spans = former && hours.get(former)
  if (!spans?.[0]) return null
  return spans[1] ? [...spans[0], ...spans[1]] : [spans[0][0], '', '', spans[0][1]]
}
