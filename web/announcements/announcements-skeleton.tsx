import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './announcements.module.css'

/** Takes the place of announcements that are being loaded. */
export function AnnouncementsSkeleton() {
  return (
    <div className={common.stack} role="status">
      <span className="visually-hidden">Chargement des annonces…</span>
      <div className={classes(common.panel, common.gap1)}>
        <Skeleton className={style.short} />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  )
}
