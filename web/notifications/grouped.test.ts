import { expect, test } from 'vitest'
import type { Notification } from '#features/notifications/contract.ts'
import type { NotificationKind } from '#features/notifications/model.ts'
import type { NotificationId } from '#platform/kernel/ids.ts'
import { grouped, isGroup } from './grouped.ts'

const NOW = new Date('2026-11-20T20:00:00Z')

let id = 1000
const line = (at: string, kind: NotificationKind = 'order'): Notification => ({
  id: id-- as NotificationId,
  kind,
  message: `Nouvelle commande ${id}`,
  link: '/order-admin',
  createdAt: new Date(at),
  isRead: false,
})

/** The titles of groups with the number of their lines, and the ids of what stands alone. */
const shown = (lines: readonly Notification[]) =>
  grouped(lines, NOW).map((each) => (isGroup(each) ? `${each.title} (${each.lines.length})` : each.id))

test('lines of one kind and one part of the day become one line, where the newest of them stood', () => {
  const [first, second, third] = [
    line('2026-11-20T09:50:00Z'),
    line('2026-11-20T09:40:00Z'),
    line('2026-11-20T07:00:00Z'),
  ]
  const between = line('2026-11-20T09:45:00Z', 'sold_out')
  expect(shown([first, between, second, third])).toEqual(['3\u00A0nouvelles commandes ce matin (3)', between.id])
})

test('noon in Casablanca parts the morning from the afternoon', () => {
  const morning = ['10:02', '10:01', '10:00'].map((time) => line(`2026-11-20T${time}:00Z`))
  const afternoon = ['12:02', '12:01', '12:00'].map((time) => line(`2026-11-20T${time}:00Z`))
  expect(shown([...afternoon, ...morning])).toEqual([
    '3\u00A0nouvelles commandes cet après-midi (3)',
    '3\u00A0nouvelles commandes ce matin (3)',
  ])
})

test('two lines stay two lines, and kinds do not mix', () => {
  const lines = [line('2026-11-20T09:00:00Z'), line('2026-11-20T08:00:00Z'), line('2026-11-20T07:00:00Z', 'supplier')]
  expect(shown(lines)).toEqual(lines.map((each) => each.id))
})

test('a warning of the books never hides in a group', () => {
  const lines = [1, 2, 3, 4].map(() => line('2026-11-20T09:00:00Z', 'audit'))
  expect(shown(lines)).toEqual(lines.map((each) => each.id))
})

test('earlier days are named as people name them', () => {
  const at = (moment: string, kind: NotificationKind) => [1, 2, 3].map(() => line(moment, kind))
  expect(
    shown([
      ...at('2026-11-20T18:30:00Z', 'withdrawal'),
      ...at('2026-11-19T22:30:00Z', 'purchase'),
      ...at('2026-11-18T15:00:00Z', 'sold_out'),
      ...at('2026-11-18T08:00:00Z', 'supplier'),
      ...at('2026-11-01T08:00:00Z', 'order'),
    ]),
  ).toEqual([
    '3\u00A0demandes de retrait ce soir (3)',
    '3\u00A0demandes de stock hier soir (3)',
    '3\u00A0produits épuisés le\u00A018\u00A0novembre dans l’après-midi (3)',
    '3\u00A0nouveaux fournisseurs le\u00A018\u00A0novembre au matin (3)',
    '3\u00A0nouvelles commandes le\u00A01er\u00A0novembre au matin (3)',
  ])
})
