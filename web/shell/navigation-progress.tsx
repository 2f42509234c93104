import { useNavigation } from 'react-router'
import { addresses } from '#web/addresses.ts'
import style from './navigation-progress.module.css'

const PRODUCT_PAGES = addresses.product(0).slice(0, -1)

/** A thin bar on top while the next page loads; a product's page also gets words. */
export function NavigationProgress() {
  const { state, location } = useNavigation()
  const isUnderWay = state !== 'idle'
  return (
    <>
      <div className={style.progress} aria-hidden="true">
        {isUnderWay && <div className={style.run} />}
      </div>
      <div role="status">
        {isUnderWay && location.pathname.startsWith(PRODUCT_PAGES) && <p className={style.loading}>Loading...</p>}
      </div>
    </>
  )
}
