import type { ComponentProps } from 'react'
import { classes } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import style from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'type'> & {
  icon: IconName
  /** Of the drawing; the button is as wide as a finger in any case. */
  iconSize?: number
  /** What it does, for those who do not see the drawing. */
  label: string
  /** `framed` stands in rows of controls, `danger` too, where it deletes; `plain` has no frame. */
  look?: 'plain' | 'framed' | 'danger'
}

/** A button that is a drawing. */
export const IconButton = ({ icon, iconSize, label, look = 'plain', className, ...rest }: IconButtonProps) => (
  <button {...rest} type="button" className={classes(style.button, style[look], className)} aria-label={label}>
    <Icon name={icon} {...(iconSize && { size: iconSize })} />
  </button>
)
