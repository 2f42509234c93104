import { classes } from '#web/ui/class-names.ts'
import common from '#web/ui/common.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import own from './profile.module.css'

/** Takes as much height as the profile that is being loaded. */
export function ProfileSkeleton({ isSupplier }: { isSupplier: boolean }) {
  return (
    <div className={common.stack}>
      <p className="visually-hidden" role="status">
        Chargement de vos informations…
      </p>
      <Skeleton shape="block" className={classes(own.factsSkeleton, isSupplier ? own.threeRows : own.oneRow)} />
      <FieldSkeleton hasHint />
      <FieldSkeleton />
      <FieldSkeleton hasHint />
      <FieldSkeleton />
      <FieldSkeleton hasHint />
      <Skeleton shape="block" className={own.controlSkeleton} />
    </div>
  )
}

const FieldSkeleton = ({ hasHint = false }: { hasHint?: boolean }) => (
  <div className={classes(common.stack, common.gap1)}>
    <Skeleton className={own.labelSkeleton} />
    {hasHint && <Skeleton className={own.hintSkeleton} />}
    <Skeleton shape="block" className={own.controlSkeleton} />
  </div>
)
