import type { ReactNode } from 'react'
import style from './empty-state.module.css'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
  icon?: IconName
  title: ReactNode
  children?: ReactNode
  /** The next thing to do, as a button or link. */
  action?: ReactNode
}

/** Stands in for a list without entries. */
export function EmptyState({ icon = 'box', title, children, action }: EmptyStateProps) {
  return (
    <div className={style.empty}>
      <span className={style.icon}>
        <Icon name={icon} size={28} />
      </span>
      <p className={style.title}>{title}</p>
      {children && <div className={style.text}>{children}</div>}
      {action}
    </div>
  )
}
