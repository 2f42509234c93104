import type { Stage } from '#features/tracking/model.ts'
import { classes } from '#web/ui/class-names.ts'
import style from './stage.module.css'
import { stageInWords } from './stage-words.ts'

const TONES: Readonly<Partial<Record<Stage, string | undefined>>> = {
  unreachable: style.warn,
  wrong_number: style.warn,
  confirmed: style.ok,
  to_chase: style.warn,
  refused: style.warn,
  paid: style.ok,
  unpaid: style.warn,
  lost: style.warn,
}

interface StageWordsProps {
  order: Parameters<typeof stageInWords>[0]
}

/** How far an order is, in small words; nothing while its status says as much. */
export function StageWords({ order }: StageWordsProps) {
  const staged = stageInWords(order, new Date())
  return staged && <span className={classes(style.stage, TONES[staged.stage])}>{staged.words}</span>
}
