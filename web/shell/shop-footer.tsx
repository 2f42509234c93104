import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#web/root.tsx'
import { ChatButton } from './chat-button.tsx'
import { Footer } from './footer.tsx'

/** The footer and the chat button of the corner; nothing when not even the shop's own facts could be had. */
export function ShopFooter() {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  if (!root) return null
  return (
    <>
      <Footer settings={root.settings} />
      <ChatButton place="corner" />
    </>
  )
}
