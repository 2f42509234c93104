import type { ReactNode } from 'react'
import { AnnouncementSlot } from '#web/announcements/announcement-slot.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { ChatButton } from './chat-button.tsx'
import { CONTENT_ID } from './content-id.ts'
import style from './frame.module.css'
import { NavigationProgress } from './navigation-progress.tsx'

interface FrameProps {
  header: ReactNode
  /** What someone without JavaScript is told. */
  noScript: string
  footer?: ReactNode
  /** With an element of the id `CONTENT`. */
  children: ReactNode
}

/** What stands around every page of the shop and of its dashboards. */
export function Frame({ header, noScript, footer, children }: FrameProps) {
  return (
    <div className={style.frame}>
      <a className={style.skip} href={`#${CONTENT_ID}`}>
        Aller au contenu
      </a>
      <NavigationProgress />
      {header}
      <AnnouncementSlot />
      <noscript>
        <p className={style.noScript}>{noScript}</p>
      </noscript>
      {children}
      {footer}
      <ChatButton />
      <LiveRegion />
      <Toaster />
    </div>
  )
}
