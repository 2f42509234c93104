import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './announcements.module.css'

/** Takes the place of announcements that are being loaded. */
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
