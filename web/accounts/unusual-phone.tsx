import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './account-page.module.css'

/** Asks about a number that does not look Moroccan; it may stay. */
export const UnusualPhone = () => (
  <span className={classes(common.medium, style.ask)}>
    Ce numéro est-il exact&nbsp;? Il ne ressemble pas à un numéro marocain à dix chiffres, comme 0612345678.
  </span>
)
