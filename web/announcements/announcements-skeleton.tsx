import { Skeleton } from '#web/ui/skeleton.tsx'
import style from './announcements.module.css'

/** Two announcements that are on their way. */
export function AnnouncementsSkeleton() {
  return (
    <div className={style.list} role="status">
      <span className="visually-hidden">Chargement des annonces…</span>
      {['first', 'second'].map((each) => (
        <div key={each} className={style.card}>
          <Skeleton className={style.short} />
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </div>
  )
}
