import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import style from './button.module.css'
import { classes } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

interface Appearance {
  /** `soft` is the sand of what puts a product in the cart; `plain` brings no colours, for a `className` that brings its own. */
  look?: 'primary' | 'secondary' | 'soft' | 'danger' | 'link' | 'plain'
  /** Small is 44 px high, normal 48 px. */
  size?: 'normal' | 'small'
  /** As wide as its container. */
  wide?: boolean
  icon?: IconName
  className?: string | undefined
  children: ReactNode
}

const classOf = ({ look = 'primary', size = 'normal', wide = false, className }: Omit<Appearance, 'children'>) =>
  classes(style.button, style[look], size === 'small' && style.small, wide && style.wide, className)

type ButtonProps = Appearance &
  Omit<ComponentProps<'button'>, keyof Appearance> & {
    /** Shows a spinner at the same width, and ignores clicks and submissions. */
    busy?: boolean
    /** The label while busy; its room is reserved from the start. */
    busyLabel?: string
  }

export function Button({
  look,
  size,
  wide,
  icon,
  className,
  busy = false,
  busyLabel,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const hasRoomForBoth = busyLabel !== undefined && typeof children === 'string'
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ look, size, wide, className } as Appearance)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy || rest['aria-disabled'] === true) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && busyLabel === undefined && <span className={classes(style.spinner, style.alone)} aria-hidden="true" />}
      {icon && !(busy && busyLabel) && <Icon name={icon} className={busy ? style.faded : undefined} />}
      <span
        className={classes(style.label, busy && busyLabel === undefined && style.faded)}
        data-label={hasRoomForBoth ? children : undefined}
        data-busy-label={busyLabel}
      >
        {busy && busyLabel !== undefined ? (
          <span className={style.busyLabel}>
            <span className={style.spinner} aria-hidden="true" />
            {busyLabel}
          </span>
        ) : (
          <span>{children}</span>
        )}
      </span>
    </button>
  )
}

type ButtonLinkProps = Appearance & Omit<ComponentProps<typeof Link>, keyof Appearance>

/** A link that looks like a button. `reloadDocument` for addresses outside the pages, such as a PDF. */
export function ButtonLink({ look, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classOf({ look, size, wide, className } as Appearance)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}
