import { useEffect } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { useBrowserValue } from '#web/browser-value.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { CONTENT_ID } from '#web/shell/content-id.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import style from './promo-strip.module.css'
import { hasPromo, readPromo, readPromoGiver, removePromo, showPromo, watchPromo } from './stored-promo.ts'

/**
 * Says who gives how much, or that a code is not valid any more. It is part of every page, since pages are the same for
 * everybody: `data-promo` on `<html>` shows it, and the script in the head has written that before the first paint.
 */
export function PromoStrip() {
  const { pathname } = useLocation()
  const percent = useRouteLoaderData<typeof rootLoader>('root')?.rates.discountPercent
  const giver = useBrowserValue(watchPromo, readPromoGiver, null)
  const code = useBrowserValue(watchPromo, readPromo, null)
  // The checkout checks the code, says what it takes off, and takes it out.
  const isCheckout = pathname === addresses.checkout

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document
  useEffect(() => {
    if (hasPromo())
      import('./check-promo-code.ts').then(
        ({ saveArrivingPromo, checkStoredPromo }) => {
          saveArrivingPromo()
          return isCheckout ? undefined : checkStoredPromo()
        },
        () => undefined,
      )
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the room changes only with the page
  useEffect(() => {
    if (!hasPromo()) showPromo('')
  }, [pathname])

  if (!percent || isCheckout) return null
  return (
    <aside className={style.strip} aria-label="Votre remise">
      <p className={style.offer}>
        <bdi className={style.giver}>{giver}</bdi> vous offre {percent}&nbsp;%{' '}
        <span>
          remise déjà déduite · code <bdi className={style.code}>{code}</bdi>
        </span>
      </p>
      <p className={style.refused}>Ce code promo n’est pas valable.</p>
      <IconButton icon="close" iconSize={18} label="Retirer le code promo" className={style.close} onClick={putAway} />
    </aside>
  )
}

function putAway() {
  removePromo()
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
}
