import { dayInWords } from '#platform/kernel/days/day-in-words.ts'
import { classes } from '#web/ui/class-names.ts'
import style from './day-bars.module.css'
import { type DayEntry, shortDay } from './days.ts'

interface DayBarsProps<Day extends DayEntry> {
  /** The subject of the chart with its unit: `Gains par jour, en DH`. */
  label: string
  /** Oldest first. */
  days: readonly Day[]
  valueIn: (day: Day) => number
  /** Writes a value for people: `3 450,00 DH`. */
  write: (value: number) => string
  /** The steps of the scale, from the bottom to the top. */
  scale: readonly { value: number; label: string }[]
  /** The sentence for days that are all zero. */
  none: string
  /** The index of the chosen day. */
  chosen: number | null
  onChoose: (place: number | null) => void
  tone?: 'series' | 'other'
}

/**
 * A chart with a bar for each day. A pointer, a finger and the arrow keys choose a day, and the caller writes its figures
 * beside the chart.
 */
export function DayBars<Day extends DayEntry>(props: DayBarsProps<Day>) {
  const { label, days, valueIn, write, scale, none, chosen, onChoose, tone = 'series' } = props
  const top = scale.at(-1)!.value
  const best = days.reduce((most, day) => (valueIn(day) > valueIn(most) ? day : most))
  const summary = valueIn(best) > 0 ? `Le meilleur jour\u00A0: ${dayInWords(best.day)}, ${write(valueIn(best))}.` : none
  const last = days.length - 1
  const placeUnder = (event: React.PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * days.length)))
  }
  const day = days[chosen ?? last]!
  // The tip's own place in its width is that of its day in the chart, so that it stays inside at both ends.
  const at = `${(100 * ((chosen ?? 0) + 0.5)) / days.length}%`
  return (
    <div className={style.plot} data-tone={tone}>
      <div className={style.scale} aria-hidden="true">
        {[...scale].reverse().map((step) => (
          <span key={step.value}>{step.label}</span>
        ))}
      </div>
      <div className={style.area}>
        <svg
          className={style.bars}
          role="img"
          aria-label={`${label}. ${summary}`}
          viewBox={`0 0 ${days.length} 100`}
          preserveAspectRatio="none"
        >
          <path className={style.grid} d={`M0 0H${days.length}M0 50H${days.length}M0 100H${days.length}`} />
          {chosen !== null && <rect className={style.chosen} x={chosen} width="1" height="100" />}
          {days.map((each, index) => {
            const height = (100 * valueIn(each)) / top
            return (
              height > 0 && (
                <rect
                  key={each.day}
                  className={classes(style.bar, index === chosen && style.current)}
                  x={index + 0.16}
                  width="0.68"
                  y={100 - height}
                  height={height}
                />
              )
            )
          })}
        </svg>
        {chosen !== null && (
          <span className={style.tip} style={{ left: at, transform: `translate(-${at}, -100%)` }} aria-hidden="true">
            {write(valueIn(day))}
          </span>
        )}
        <input
          className={style.choice}
          type="range"
          min={0}
          max={last}
          value={chosen ?? last}
          aria-label={`${label}, jour par jour`}
          aria-valuetext={`${dayInWords(day.day)}\u00A0: ${write(valueIn(day))}`}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
          onFocus={() => onChoose(chosen ?? last)}
          onBlur={() => onChoose(null)}
          onPointerMove={(event) => onChoose(placeUnder(event))}
          onPointerDown={(event) => onChoose(placeUnder(event))}
          onPointerLeave={(event) => {
            if (document.activeElement !== event.currentTarget) onChoose(null)
          }}
        />
      </div>
      <div className={style.axis} aria-hidden="true">
        {[days[0]!, days[Math.floor(last / 2)]!, days.at(-1)!].map(({ day: at }) => (
          <span key={at}>{shortDay(at)}</span>
        ))}
      </div>
    </div>
  )
}
