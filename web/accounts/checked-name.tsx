import { Icon } from '#web/ui/icon.tsx'
import style from './account-page.module.css'

/** The name of a field, with a sign once what is typed there is right. */
export const CheckedName = ({ name, isGood }: { name: string; isGood: boolean }) => (
  <>
    {name}
    {isGood && <Icon name="check" size={16} className={style.good} />}
  </>
)
