import { checkByTests } from './external-checks.ts'
import type { Trial } from './verdict.ts'

/** Claims that existing tests check, one after the other, since some of them measure. */
export const runTests: Trial = async () => [
  await checkByTests(
    'every invariant finds what breaks it, stops withdrawals, rings the bell and shows in /readyz',
    'each clause of each invariant broken by hand; rounds of checks',
    ['server/books/invariants.test.ts', 'server/books/check-invariants.test.ts'],
  ),
  await checkByTests(
    'nothing is oversold, doubled or paid twice, whoever comes at once',
    '60 buyers for 10 pieces, 40 times one key, 30 withdrawals at once, 400 histories beside a model, some through two processes',
    [
      'features/orders/orders.race.test.ts',
      'features/earnings/withdrawals.race.test.ts',
      'test/histories/histories.test.ts',
    ],
  ),
  await checkByTests(
    'nobody does or sees what is not theirs, however they ask and however often',
    'every route with every role, tampered bodies, limits through two processes',
    ['test/shop/access.test.ts', 'test/shop/tampering.test.ts', 'test/shop/limits.test.ts'],
  ),
  await checkByTests(
    'logs and metrics tell no secrets; a person can be handed its data, forgotten, and is not stored for ever',
    'canaries in calls that fail; marks of a person looked for in every table',
    ['server/http/logs.test.ts', 'server/http/metrics.test.ts', 'features/privacy'],
  ),
  await checkByTests(
    'what the shop is made of is known: exact, sealed, licensed, and runs nothing while it is installed',
    'package.json, the lockfile and what is installed',
    ['scripts/release/supply-chain.test.ts'],
  ),
]
