import type { ComponentProps } from 'react'
import { classes } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import style from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'type'> & {
  icon: IconName
  /** The size of the drawing; the button is as wide as a finger in any case. */
  iconSize?: number
  /** The button's action in words, for people who do not see the drawing. */
  label: string
  /** `framed` stands in rows of controls, `danger` too, where it deletes; `plain` has no frame. */
  look?: 'plain' | 'framed' | 'danger'
}

/** A button with a drawing and no words. */
export const IconButton = ({ icon, iconSize, label, look = 'plain', className, ...rest }: IconButtonProps) => (
  <button {...rest} type="button" className={classes(style.button, style[look], className)} aria-label={label}>
    <Icon name={icon} {...(iconSize && { size: iconSize })} />
  </button>
)
