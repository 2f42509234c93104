import { expect, test } from 'vitest'
import { MINUTE_MS } from '#platform/kernel/durations.ts'
import { ago } from './ago.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

test.each([
  [0, 'il y a 1\u00A0min'],
  [59, 'il y a 59\u00A0min'],
  [60, 'il y a 1\u00A0h'],
  [150, 'il y a 2\u00A0h'],
  [24 * 60, 'il y a 1\u00A0j'],
  [7 * 24 * 60, 'il y a 7\u00A0j'],
])('%d minutes are « %s »', (minutes, said) =>
  expect(ago(new Date(NOW.getTime() - minutes * MINUTE_MS), NOW)).toBe(said),
)
