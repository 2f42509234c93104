import { Badge } from '#web/ui/badge.tsx'

export const BannedBadge = () => (
  <Badge tone="danger" icon="lock">
    Banni
  </Badge>
)
