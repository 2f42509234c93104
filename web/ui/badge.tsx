import type { ReactNode } from 'react'
import style from './badge.module.css'
import { classes } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import tones from './tones.module.css'

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'info' | 'ok' | 'warn' | 'danger' | 'violet' | 'dark'
  icon?: IconName
  className?: string | undefined
  children: ReactNode
}

/** A state in a word, with an icon for states, so that colour alone never tells them apart. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span className={classes(style.badge, tones[tone], className)}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  )
}
