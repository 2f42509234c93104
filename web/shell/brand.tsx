import { classes } from '#web/ui/class-names.ts'
import style from './brand.module.css'

export const SHOP_NAME = 'Rosalia'

const PETAL = 'M0 30C-22 12-24-16 0-40 24-16 22 12 0 30z'

/** The bud and the name. `dark` is for the footer. */
export function Logo({ ground = 'light' }: { ground?: 'light' | 'dark' }) {
  return (
    <span className={classes(style.logo, style[ground])}>
      <svg width="38" height="25" viewBox="-58 -42 116 76" aria-hidden="true" focusable="false">
        <path className={style.left} transform="rotate(-52 0 30)" d={PETAL} />
        <path className={style.right} transform="rotate(52 0 30)" d={PETAL} />
        <path className={style.middle} d={PETAL} />
      </svg>
      {SHOP_NAME}
    </span>
  )
}
