import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './announcements.module.css'

/** An announcement that is on its way. */
export function AnnouncementsSkeleton() {
  return (
    <div className={style.list} role="status">
      <span className="visually-hidden">Chargement des annonces…</span>
      <div className={style.card}>
        <Skeleton className={style.short} />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  )
}
