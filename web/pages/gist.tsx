import type { ReactNode } from 'react'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import style from './prose.module.css'

export interface GistEntry {
  /** The end of the address of the section that says it in full. */
  to: string
  icon: IconName
  words: string
  more: string
}

/** The essential of a long text, before the whole. */
export const Gist = ({ entries, children }: { entries: readonly GistEntry[]; children?: ReactNode }) => (
  <ul className={style.gist} aria-label="L’essentiel">
    {entries.map(({ to, icon, words, more }) => (
      <li key={to}>
        <a href={`#${to}`}>
          <span className={style.sign}>
            <Icon name={icon} />
          </span>
          <span>
            <strong>{words}</strong>
            <span className={common.note}>{more}</span>
          </span>
          <Icon name="chevron-right" size={16} />
        </a>
      </li>
    ))}
    {children}
  </ul>
)
