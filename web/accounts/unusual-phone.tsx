import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import style from './account-page.module.css'

/** Hint below a phone's label; a number that does not look Moroccan raises a question, and may stay. */
export function PhoneHint({ isUnusual }: { isUnusual: boolean }) {
  return isUnusual ? (
    <span className={classes(common.medium, style.ask)}>
      Ce numéro est-il exact&nbsp;? Il ne ressemble pas à un numéro marocain à dix chiffres, comme 0612345678.
    </span>
  ) : (
    'Par exemple 06\u00A012\u00A034\u00A056\u00A078'
  )
}
