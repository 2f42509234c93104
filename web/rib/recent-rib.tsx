import { isRibRecent } from '#features/earnings/rules.ts'
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

const MINUTE_MS = 60_000

/** `il y a 12 min`, `il y a 2 h`, `il y a 3 j`. */
export function ago(at: Date, now: Date): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - at.getTime()) / MINUTE_MS))
  if (minutes < 60) return `il y a ${minutes}\u00A0min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `il y a ${hours}\u00A0h` : `il y a ${Math.floor(hours / 24)}\u00A0j`
}
