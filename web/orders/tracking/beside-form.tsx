import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import style from './tracking.module.css'

interface BesideFormProps {
  title: string
  lines: readonly { icon: IconName; name: string; text: string }[]
  /** Gives the picture. */
  scene: string | undefined
}

/** The words beside the form that finds an order, above a picture; below the form on a phone. */
export const BesideForm = ({ title, lines, scene }: BesideFormProps) => (
  <section className={style.shown} aria-labelledby="visible">
    <h2 id="visible">{title}</h2>
    <ul className={common.stack}>
      {lines.map(({ icon, name, text }) => (
        <li key={icon}>
          <span className={common.mark}>
            <Icon name={icon} size={24} />
          </span>
          <span>
            <strong className={common.strong}>{name}</strong>
            <span className={classes(common.note, common.block)}>{text}</span>
          </span>
        </li>
      ))}
    </ul>
    <span className={classes(style.scene, scene)} />
  </section>
)
