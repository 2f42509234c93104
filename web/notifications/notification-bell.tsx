import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { UNREAD_COUNTED } from '#features/notifications/model.ts'
import { DASHBOARD_SHAPES } from '#web/closed-area/icons.ts'
import { useSession } from '#web/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { addShapes, Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import style from './notification-bell.module.css'
import { NotificationList } from './notification-list.tsx'
import { type Unread, useUnread } from './unread.ts'

addShapes(DASHBOARD_SHAPES)

/** A button with the number of unread notifications that opens their list. It has its final size from the first paint. */
export function NotificationBell() {
  const isAdmin = useSession()?.role === 'admin'
  const { unread, refresh } = useUnread(isAdmin)
  const { key } = useLocation()
  // Following the link of a notification changes the key, and closes the list.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const isOpen = isAdmin && openedAt === key
  useAnnouncement(unread)

  const count = unread?.unread ?? 0
  return (
    <>
      <button
        type="button"
        className={style.bell}
        aria-label={unread ? `Notifications, ${unreadWords(count)}` : 'Notifications'}
        aria-haspopup="dialog"
        onClick={() => {
          setOpenedAt(key)
          refresh()
        }}
      >
        <Icon name="bell" size={22} />
        {count > 0 && (
          <span className={style.count} aria-hidden="true">
            {count < UNREAD_COUNTED ? count : `${UNREAD_COUNTED - 1}+`}
          </span>
        )}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpenedAt(null)} title="Notifications">
        {isOpen && <NotificationList newest={unread?.newest ?? null} onRead={refresh} />}
      </Dialog>
    </>
  )
}

function unreadWords(count: number): string {
  if (count === 0) return 'aucune non lue'
  if (count >= UNREAD_COUNTED) return `plus de ${UNREAD_COUNTED - 1} non lues`
  return `${count} ${count > 1 ? 'non lues' : 'non lue'}`
}

/** Announces to screen readers that the number of unread notifications has grown. */
function useAnnouncement(unread: Unread | null): void {
  const before = useRef<Unread>(null)
  useEffect(() => {
    if (unread && before.current && unread.unread > before.current.unread)
      announce(`Nouvelle notification, ${unreadWords(unread.unread)}`)
    before.current = unread
  }, [unread])
}
