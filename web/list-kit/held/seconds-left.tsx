import { useEffect, useState } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './seconds-left.module.css'
import { UNDO_SECONDS } from './use-held.ts'

/** `dans 10 s`, counted down from its first drawing on. */
export function SecondsLeft() {
  const [seconds, setSeconds] = useState(UNDO_SECONDS)
  useEffect(() => {
    const begin = performance.now()
    const clock = setInterval(() => {
      setSeconds(Math.max(0, UNDO_SECONDS - Math.floor((performance.now() - begin) / 1000)))
    }, 200)
    return () => clearInterval(clock)
  }, [])
  return (
    <span className={classes(common.digits, common.nowrap)} aria-hidden="true">
      dans {seconds}&nbsp;s
    </span>
  )
}

/** The same as a line that runs out, at the foot of what is positioned around it. */
export const RunningOut = () => <span className={style.clock} aria-hidden="true" />
