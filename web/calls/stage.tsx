import type { Stage } from '#features/tracking/rules.ts'
import { classes } from '#web/ui/class-names.ts'
import style from './stage.module.css'
import { stageInWords } from './stage-words.ts'

const TONES: Readonly<Record<Stage, string | undefined>> = {
  to_confirm: undefined,
  postponed: undefined,
  unreachable: style.warn,
  wrong_number: style.warn,
  confirmed: style.ok,
}

interface StageWordsProps {
  order: Parameters<typeof stageInWords>[0]
  /** For a stage that somebody has called for. */
  className?: string | undefined
}

/** How far the confirmation of a pending order is, in small words; nothing once it has moved on. */
export function StageWords({ order, className }: StageWordsProps) {
  const staged = stageInWords(order, new Date())
  return (
    staged && (
      <span className={classes(style.stage, TONES[staged.stage], staged.stage !== 'to_confirm' && className)}>
        {staged.words}
      </span>
    )
  )
}
