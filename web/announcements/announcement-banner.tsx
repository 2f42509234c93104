import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { addresses } from '#web/addresses.ts'
import { useSession } from '#web/session/session.ts'
import { showBanner } from '#web/session/stored-session.ts'
import { SiteLink } from '#web/shell/site-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './announcement-banner.module.css'
import { close, readOpen, type StoredAnnouncement, storeLatest } from './stored-announcements.ts'

const FRESH_MS = 5 * 60_000
let loadedAt = Number.NEGATIVE_INFINITY

/** Shows one announcement at a time, with ways to the others. Only people who are logged in load this file. */
export default function AnnouncementBanner() {
  const { pathname } = useLocation()
  const isAdmin = useSession()?.role === 'admin'
  const [view, setView] = useState({ pathname, list: readOpen(), index: 0 })
  if (view.pathname !== pathname) setView(atPage(pathname, view.list[view.index]))
  const closeButton = useRef<HTMLButtonElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may ask for newer ones
  useEffect(() => {
    if (performance.now() - loadedAt < FRESH_MS) return
    loadedAt = performance.now()
    storeLatest()
  }, [pathname])

  const { list, index } = view
  const shown = list[index]
  if (!shown) return null

  const step = (by: number) => setView({ ...view, index: (index + by + list.length) % list.length })
  const closeShown = () => {
    close(shown.id)
    const left = list.filter((each) => each !== shown)
    setView({ ...view, list: left, index: Math.min(index, left.length - 1) })
    announce('Annonce fermée')
    if (left.length > 0) return closeButton.current?.focus()
    showBanner()
    document.getElementById('contenu')?.focus({ preventScroll: true })
  }

  return (
    <div className={style.banner}>
      <div className={style.text} aria-live="polite" aria-atomic="true">
        <SiteLink className={style.link!} to={isAdmin ? addresses.admin.announcements : addresses.announcements}>
          <strong className={style.title}>{shown.title}</strong> <span className={style.message}>{shown.message}</span>
        </SiteLink>
      </div>
      <div className={style.tools}>
        {list.length > 1 && (
          <>
            <IconButton icon="chevron-left" label="Annonce précédente" onClick={() => step(-1)} />
            <span className={style.count}>
              <span className="visually-hidden">Annonce </span>
              {index + 1}/{list.length}
            </span>
            <IconButton icon="chevron-right" label="Annonce suivante" onClick={() => step(1)} />
          </>
        )}
        <IconButton
          icon="close"
          label={`Fermer l’annonce «\u00A0${shown.title}\u00A0»`}
          ref={closeButton}
          onClick={closeShown}
        />
      </div>
    </div>
  )
}

/** Another page shows the announcements stored by then, and goes on with the one that was being read. */
function atPage(pathname: string, reading: StoredAnnouncement | undefined) {
  const list = readOpen()
  const index = list.findIndex(({ id }) => id === reading?.id)
  return { pathname, list, index: Math.max(0, index) }
}
