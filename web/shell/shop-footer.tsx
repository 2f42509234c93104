import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#web/root.tsx'
import { Footer } from './footer.tsx'

/** The footer; nothing when not even the shop's own facts could be had. */
export function ShopFooter() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  if (!root) return null
  return <Footer settings={root.settings} />
}
