import type { ReactNode } from 'react'
import { AnnouncementSlot } from '#web/announcements/announcement-slot.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Toaster } from '#web/ui/toast.tsx'
import { CONTENT_ID } from './content-id.ts'
import style from './frame.module.css'
import { NavigationProgress } from './navigation-progress.tsx'

interface FrameProps {
  header: ReactNode
  /** The sentence for people without JavaScript. */
  noScript: string
  footer?: ReactNode
  /** Leaves out the announcements, which are for suppliers. */
  isWithoutBanner?: boolean
  /** The page, with an element whose id is `CONTENT_ID`. */
  children: ReactNode
}

/** The frame of every page of the shop and of its dashboards. */
export function Frame({ header, noScript, footer, isWithoutBanner = false, children }: FrameProps) {
  return (
    <div className={style.frame}>
      <a className={style.skip} href={`#${CONTENT_ID}`}>
        Aller au contenu
      </a>
      <NavigationProgress />
      {header}
      {!isWithoutBanner && <AnnouncementSlot />}
      <noscript>
        <p className={style.noScript}>{noScript}</p>
      </noscript>
      {children}
      {footer}
      <LiveRegion />
      <Toaster />
    </div>
  )
}
