import { useEffect } from 'react'
import { announcements } from '#features/announcements/contract.ts'
import { formatMinute } from '#platform/kernel/time.ts'
import { addresses } from '#web/addresses.ts'
import { isAccountDeleted } from '#web/api/api.ts'
import { DASHBOARD_SHAPES } from '#web/closed-area/icons.ts'
import { useApi } from '#web/forms/use-api.ts'
import { LoadFailed } from '#web/list-kit/load-failed.tsx'
import { leaveFor } from '#web/session/leave-for.ts'
import { forgetEverything } from '#web/session/session.ts'
import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { addShapes } from '#web/ui/icon.tsx'
import tones from '#web/ui/tones.module.css'
import style from './announcements.module.css'
import { AnnouncementsSkeleton } from './announcements-skeleton.tsx'

addShapes(DASHBOARD_SHAPES)

/** Lists all current announcements, newest first. Stands in a file of its own, which only those who are let in load. */
export default function AnnouncementList() {
  const { data, error, isLoading, reload } = useApi('/api/announcement', announcements)
  const isDeleted = isAccountDeleted(error)

  useEffect(() => {
    if (!isDeleted) return
    forgetEverything()
    leaveFor(addresses.login, { replace: true })
  }, [isDeleted])

  if (data?.length === 0)
    return (
      <EmptyState icon="bell" title="Aucune annonce disponible">
        <p>Les nouvelles de la boutique apparaîtront ici.</p>
      </EmptyState>
    )
  if (data)
    return (
      <ul className={common.stack}>
        {data.map(({ id, title, message, createdAt }) => (
          <li key={id}>
            <article className={classes(common.panel, common.gap1)}>
              <h2>{title}</h2>
              <time className={classes(common.hint, common.digits)} dateTime={createdAt.toISOString()}>
                {formatMinute(createdAt)}
              </time>
              <p className={classes(common.quiet, style.message)}>{message}</p>
            </article>
          </li>
        ))}
      </ul>
    )
  if (error === null || isDeleted) return <AnnouncementsSkeleton />
  return (
    <LoadFailed
      className={tones.accent}
      title={<span lang="en">Error fetching announcements. Please try again later.</span>}
      error={error}
      isLoading={isLoading}
      onRetry={reload}
    />
  )
}
