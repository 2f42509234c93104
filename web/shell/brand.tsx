import { SHOP_NAME } from '#platform/kernel/brand.ts'
import logo from '#web/assets/logo.svg'
import style from './brand.module.css'

export { SHOP_NAME } from '#platform/kernel/brand.ts'

/** The rose and the name beside it. A file of its own: every page shows it twice, and scripts need not carry it. */
export const Logo = () => <img className={style.logo} src={logo} alt={SHOP_NAME} width="128" height="26" />
