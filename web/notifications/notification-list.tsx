import { Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Notification, notificationList } from '#features/notifications/contract.ts'
import type { NotificationId } from '#platform/kernel/ids.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { callApi } from '#web/api/api.ts'
import { errorSentence } from '#web/api/french-errors.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { grouped, isGroup, type NotificationGroup } from './grouped.ts'
import style from './notification-list.module.css'

interface NotificationListProps {
  /** The newest notification of the shop: the list reloads when it is a newer one. */
  newest: NotificationId | null
  /** Runs after something was marked as read, which changes the bell's count. */
  onRead: () => void
}

/** The newest notifications, each with its link. Unread ones stand out and can be marked as read. */
export function NotificationList({ newest, onRead }: NotificationListProps) {
  const { data, error, isLoading, reload } = useApi('/api/admin/notifications', notificationList)
  useReloadWhenNewer(data, newest, reload)
  const { isRead, markRead, markGroupRead, markAllRead, problem } = useReading(onRead)
  const folding = useFolding(data)
  const summary = useRef<HTMLParagraphElement>(null)

  if (data === null)
    return error === null ? (
      <Loading />
    ) : (
      <LoadFailed
        title="Les notifications n’ont pas pu être chargées"
        error={error}
        isLoading={isLoading}
        onRetry={reload}
      />
    )
  if (data.length === 0)
    return (
      <EmptyState icon="bell" title="Aucune notification">
        <p>Commandes, inscriptions, demandes de retrait et de stock, produits épuisés&nbsp;: tout s’annonce ici.</p>
      </EmptyState>
    )

  const entries = grouped(data, new Date())
  const rowOf = (notification: Notification, isInGroup = false) => (
    <NotificationRow
      key={notification.id}
      notification={notification}
      isInGroup={isInGroup}
      isRead={isRead(notification)}
      onRead={() => markRead(notification)}
    />
  )
  const unreadCount = data.filter((notification) => !isRead(notification)).length
  return (
    <div className={classes(common.stack, common.gap3)}>
      <div className={classes(common.wrap, common.note, style.head)}>
        <p ref={summary} tabIndex={-1} role="status">
          {unreadCount === 0 ? 'Tout est lu.' : `${unreadCount} ${unreadCount > 1 ? 'non lues' : 'non lue'}`}
        </p>
        {unreadCount > 0 && (
          <Button
            look="secondary"
            size="small"
            icon="check"
            onClick={() => {
              markAllRead(data)
              // The button disappears, so the focus goes to the summary.
              summary.current?.focus()
            }}
          >
            Tout marquer comme lu
          </Button>
        )}
      </div>
      {problem !== null && (
        <Notice
          tone="danger"
          role="alert"
          title={
            problem.isOne
              ? 'La notification n’a pas été marquée comme lue'
              : 'Les notifications n’ont pas été marquées comme lues'
          }
        >
          {errorSentence(problem.error)}
        </Notice>
      )}
      <ul className={classes(common.stack, style.list)}>
        {entries.map((entry) =>
          isGroup(entry) ? (
            <Fragment key={entry.key}>
              <GroupRow
                group={entry}
                unread={entry.lines.filter((each) => !isRead(each)).length}
                isOpen={!folding.isFolded(entry)}
                onToggle={() => folding.toggle(entry)}
                onRead={() => markGroupRead(entry.lines.filter((each) => !isRead(each)))}
              />
              {!folding.isFolded(entry) && entry.lines.map((each) => rowOf(each, true))}
            </Fragment>
          ) : (
            rowOf(entry)
          ),
        )}
      </ul>
    </div>
  )
}

interface GroupRowProps {
  group: NotificationGroup
  /** How many of its lines are unread. */
  unread: number
  isOpen: boolean
  onToggle: () => void
  /** Marks its lines as read. */
  onRead: () => void
}

function GroupRow({ group: { title, lines }, unread, isOpen, onToggle, onRead }: GroupRowProps) {
  const fold = useRef<HTMLButtonElement>(null)
  return (
    <li className={style.group} data-state={unread === 0 ? 'read' : 'unread'}>
      <button ref={fold} type="button" className={style.fold} aria-expanded={isOpen} onClick={onToggle}>
        <span>
          {title}
          <span className={classes(common.hint, common.digits, style.part)}>
            <span className="visually-hidden">, </span>
            {timesOf(lines)}
            {unread > 0 && unread < lines.length && ` · dont ${unread} ${unread > 1 ? 'non lues' : 'non lue'}`}
          </span>
        </span>
        <Icon name="chevron-down" />
      </button>
      {unread > 0 && (
        <Button
          className={style.mark}
          look="link"
          size="small"
          onClick={() => {
            onRead()
            fold.current?.focus()
            announce(`${title}\u00A0: tout est lu.`)
          }}
        >
          Marquer comme lues<span className="visually-hidden">&nbsp;: {title}</span>
        </Button>
      )}
    </li>
  )
}

/** `de 08:12 à 11:47`, newest line first. */
function timesOf(lines: readonly Notification[]): string {
  const [last, first] = [lines[0]!, lines.at(-1)!].map(({ createdAt }) => formatMinute(createdAt).slice(11))
  return first === last ? `à ${last}` : `de ${first} à ${last}`
}

interface NotificationRowProps {
  notification: Notification
  isInGroup: boolean
  isRead: boolean
  onRead: () => void
}

function NotificationRow({ notification, isInGroup, isRead, onRead }: NotificationRowProps) {
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <li className={classes(style.line, isInGroup && style.inGroup)} data-state={isRead ? 'read' : 'unread'}>
      <p className={style.message}>
        <Link
          ref={link}
          to={notification.link}
          onClick={() => {
            if (!isRead) onRead()
          }}
        >
          {!isRead && <span className="visually-hidden">Non lue&nbsp;: </span>}
          {notification.message}
        </Link>
      </p>
      <time className={classes(common.hint, common.digits, style.time)} dateTime={notification.createdAt.toISOString()}>
        {formatMinute(notification.createdAt)}
      </time>
      {!isRead && (
        <Button
          className={style.mark}
          look="link"
          size="small"
          onClick={() => {
            onRead()
            link.current?.focus()
          }}
        >
          <span lang="en">Mark as Read</span>
          <span className="visually-hidden">&nbsp;: {notification.message}</span>
        </Button>
      )}
    </li>
  )
}

function Loading() {
  return (
    <div className={classes(common.stack, common.gap3)} role="status">
      <span className="visually-hidden">Chargement des notifications…</span>
      {[1, 2, 3, 4].map((each) => (
        <div key={each} className={style.line}>
          <Skeleton />
          <Skeleton className={style.shortWait} />
        </div>
      ))}
    </div>
  )
}

/** Groups are folded when the list opens. One that forms while somebody reads its lines leaves them where they are. */
function useFolding(data: readonly Notification[] | null) {
  const [folded, setFolded] = useState<ReadonlySet<string> | null>(null)
  if (folded === null && data !== null)
    setFolded(new Set(grouped(data, new Date()).flatMap((each) => (isGroup(each) ? [each.key] : []))))
  return {
    isFolded: ({ key }: NotificationGroup) => folded?.has(key) === true,
    toggle: ({ key }: NotificationGroup) =>
      setFolded((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
  }
}

function useReloadWhenNewer(
  data: readonly Notification[] | null,
  newest: NotificationId | null,
  reload: () => Promise<void>,
): void {
  const shown = data?.[0]?.id ?? 0
  const requested = useRef<NotificationId>(null)
  useEffect(() => {
    // Once for each notification: a list that does not hold it yet must not be requested without end.
    if (data === null || newest === null || shown >= newest || requested.current === newest) return
    requested.current = newest
    reload()
  }, [data, shown, newest, reload])
}

/** Marks notifications as read on the page at once, and as unread again where the shop did not store it. */
function useReading(onRead: () => void) {
  const [read, setRead] = useState<ReadonlySet<NotificationId>>(new Set())
  const [problem, setProblem] = useState<{ error: unknown; isOne: boolean } | null>(null)

  const mark = async (notifications: readonly Notification[], store: () => Promise<void>) => {
    const ids = notifications.map(({ id }) => id)
    setProblem(null)
    setRead((before) => new Set([...before, ...ids]))
    try {
      await store()
    } catch (error) {
      setRead((before) => new Set([...before].filter((id) => !ids.includes(id))))
      setProblem({ error, isOne: ids.length === 1 })
    }
    onRead()
  }

  return {
    problem,
    isRead: (notification: Notification) => notification.isRead || read.has(notification.id),
    markRead: (notification: Notification) =>
      mark([notification], () => callApi(`/api/admin/notifications/${notification.id}/mark-read`, { method: 'POST' })),
    markGroupRead: (notifications: readonly Notification[]) =>
      mark(notifications, () =>
        callApi('/api/admin/notifications/read-all', {
          method: 'POST',
          body: { ids: notifications.map(({ id }) => id) },
        }),
      ),
    markAllRead: (notifications: readonly Notification[]) =>
      mark(notifications, () =>
        callApi('/api/admin/notifications/read-all', { method: 'POST', body: { up_to: notifications[0]?.id } }),
      ),
  }
}
