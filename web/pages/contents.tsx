import { useRef } from 'react'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon } from '#web/ui/icon.tsx'
import style from './prose.module.css'

/** The list of the sections in their order, beside them or, on phones, folded in a bar that stays in sight. */
export function Contents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const list = useRef<HTMLDetailsElement>(null)
  const fold = () => list.current?.removeAttribute('open')
  return (
    <nav className={style.contents} aria-label="Sommaire">
      <p className={classes(common.strong, style.title)}>Sommaire</p>
      <details ref={list}>
        <summary className={common.strong}>
          Sommaire
          <Icon name="chevron-down" />
        </summary>
        <ul className={classes(common.targets, style.list)}>
          {sections.map(({ id, title }, index) => (
            <li key={id}>
              <a href={`#${id}`} onClick={fold}>
                <span>{index + 1}.</span> {title}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
