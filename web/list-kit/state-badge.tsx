import { Badge } from '#web/ui/badge.tsx'
import type { StateLook } from './states.ts'

export function StateBadge({ look }: { look: StateLook }) {
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {look.name}
    </Badge>
  )
}
