import type { Notification } from '#features/notifications/contract.ts'
import type { NotificationKind } from '#features/notifications/model.ts'
import { dateInWords } from '#platform/kernel/days/day-in-words.ts'
import { dayAfter } from '#platform/kernel/days/days-ahead.ts'
import { formatInteger } from '#platform/kernel/text.ts'
import { formatMinute, localDay } from '#platform/kernel/time.ts'

/** Several notifications of one kind and one part of a day, which the bell shows as one line that unfolds. */
export interface NotificationGroup {
  /** The same as long as the kind and the part of the day are. */
  key: string
  /** `18 nouvelles commandes ce matin`. */
  title: string
  /** Newest first. */
  lines: readonly Notification[]
}

/** Fewer lines are quicker read than unfolded. */
const FEWEST = 3

/** How several of a kind are called. Of other kinds each line matters by itself. */
const NAMES: Partial<Record<NotificationKind, string>> = {
  order: 'nouvelles commandes',
  supplier: 'nouveaux fournisseurs',
  withdrawal: 'demandes de retrait',
  purchase: 'demandes de stock',
  sale: 'ventes déclarées',
  sold_out: 'produits épuisés',
}

/** Groups notifications, newest first, by kind and part of the day; where the newest line of a group stood, the group does. */
export function grouped(lines: readonly Notification[], now: Date): (Notification | NotificationGroup)[] {
  const groups = Map.groupBy(lines, keyOf)
  const isGroup = (key: string | null) => key !== null && groups.get(key)!.length >= FEWEST
  return lines.flatMap((line): (Notification | NotificationGroup)[] => {
    const key = keyOf(line)
    if (key === null || !isGroup(key)) return [line]
    const members = groups.get(key)!
    return members[0] === line ? [{ key, title: titleOf(members, now), lines: members }] : []
  })
}

export const isGroup = (entry: Notification | NotificationGroup): entry is NotificationGroup => 'lines' in entry

const keyOf = ({ kind, createdAt }: Notification): string | null =>
  NAMES[kind] === undefined ? null : `${kind} ${localDay(createdAt)} ${partOf(createdAt)}`

type Part = 'morning' | 'afternoon' | 'evening'

function partOf(at: Date): Part {
  const hour = Number(formatMinute(at).slice(11, 13))
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

const TODAY: Record<Part, string> = { morning: 'ce matin', afternoon: 'cet après-midi', evening: 'ce soir' }
const YESTERDAY: Record<Part, string> = { morning: 'hier matin', afternoon: 'hier après-midi', evening: 'hier soir' }
const EARLIER: Record<Part, string> = { morning: 'au matin', afternoon: 'dans l’après-midi', evening: 'au soir' }

function titleOf([newest, ...others]: readonly Notification[], now: Date): string {
  const { kind, createdAt } = newest!
  return `${formatInteger(others.length + 1)}\u00A0${NAMES[kind]} ${whenOf(createdAt, now)}`
}

function whenOf(at: Date, now: Date): string {
  const [day, part] = [localDay(at), partOf(at)]
  if (day === localDay(now)) return TODAY[part]
  if (day === dayAfter(now, -1)) return YESTERDAY[part]
  return `le\u00A0${dateInWords(day)} ${EARLIER[part]}`
}
