import type { ReactNode } from 'react'
import type { Rates } from '#features/settings/model.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './delivery.module.css'

export interface DeliveryProps {
  /** Stands there until a city is chosen. */
  words: ReactNode
  rates: Rates
  /** How long delivery takes at most, in the shop's words; empty without any. */
  delay: string
}

/** The frame of the choice of a city, and of the words that follow from it. */
export function DeliveryBox({ choice, children }: { choice: ReactNode; children: ReactNode }) {
  return (
    <div className={style.box}>
      {choice && (
        <div className={style.choice}>
          <Icon name="truck" />
          {choice}
        </div>
      )}
      <p className={classes(common.quiet, style.words)} aria-live="polite">
        {children}
      </p>
    </div>
  )
}
