import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import style from './notice.module.css'
import tones from './tones.module.css'

const ICONS = { info: 'info', ok: 'check-circle', warn: 'alert', danger: 'danger' } as const satisfies Record<
  string,
  IconName
>

interface NoticeProps {
  tone?: keyof typeof ICONS
  title?: ReactNode
  children?: ReactNode
  className?: string | undefined
  /** `alert` when it appears and must be heard at once, `status` when it may wait. Left out when it is always there. */
  role?: 'alert' | 'status' | undefined
}

/** A message that stays on the page. */
export function Notice({ tone = 'info', title, children, className, role }: NoticeProps) {
  return (
    <div className={classes(style.notice, tones[tone], className)} role={role}>
      <Icon name={ICONS[tone]} />
      <div className={style.body}>
        {title && <p className={style.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
