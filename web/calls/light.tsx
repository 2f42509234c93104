import type * as z from 'zod/mini'
import type { callCard } from '#features/calls/contract.ts'
import type { Light as LightName } from '#features/calls/model.ts'
import { classes } from '#web/ui/class-names.ts'
import tones from '#web/ui/tones.module.css'
import style from './light.module.css'

const LOOKS: Readonly<Record<LightName, { word: string; tone: 'ok' | 'warn' | 'danger'; shape: string }>> = {
  green: { word: 'Vert', tone: 'ok', shape: 'M8 1a7 7 0 0 1 0 14A7 7 0 0 1 8 1z' },
  orange: { word: 'Orange', tone: 'warn', shape: 'M8 1.5 15.5 14.5H.5z' },
  red: { word: 'Rouge', tone: 'danger', shape: 'M1.5 1.5h13v13h-13z' },
}

/** How sure an order looks, and why: a shape and a word, so that colour alone says nothing. */
export function Light({ risk: { light, points } }: { risk: z.output<typeof callCard>['risk'] }) {
  const { word, tone, shape } = LOOKS[light]
  return (
    <div className={classes(tones[tone], style.light)}>
      <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
        <path d={shape} />
      </svg>
      <p>
        <strong>{word}.</strong> {points.map(({ label }) => label).join(' ') || 'Rien à signaler.'}
      </p>
    </div>
  )
}
