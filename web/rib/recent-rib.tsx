import { isRibRecent } from '#features/earnings/rules.ts'
import { ago } from '#web/ui/ago.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface RecentRibProps {
  changedAt: Date | null
}

/** Warns beside *Approuver* that the money may go elsewhere than last time; nothing when the RIB stayed. */
export function RecentRibBadge({ changedAt }: RecentRibProps) {
  const now = new Date()
  if (changedAt === null || !isRibRecent(changedAt, now)) return null
  return (
    <Badge tone="warn" icon="alert">
      RIB changé {ago(changedAt, now)}
    </Badge>
  )
}

/** Warns again where the transfer is decided, with what to do about it. */
export function RecentRibNotice({ changedAt }: RecentRibProps) {
  const now = new Date()
  if (changedAt === null || !isRibRecent(changedAt, now)) return null
  return (
    <Notice tone="warn" title={`RIB changé ${ago(changedAt, now)}`}>
      Appelez la personne avant de payer&nbsp;: est-ce bien elle qui l’a changé&nbsp;?
    </Notice>
  )
}
