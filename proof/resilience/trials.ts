import type { Trial } from './verdict.ts'

/** The trials in their order; each has shops of its own. */
export const TRIALS = {
  crashes: async () => (await import('./crashes.ts')).testCrashes,
  rolling: async () => (await import('./rolling.ts')).testRollingRestart,
  faults: async () => (await import('./faults.ts')).testDatabaseFaults,
  balancer: async () => (await import('./haproxy.ts')).testBehindHaproxy,
  failover: async () => (await import('./failover/failover.ts')).testFailover,
  upgrade: async () => (await import('./failover/upgrade.ts')).testUpgrade,
  release: async () => (await import('./release.ts')).testRelease,
  mail: async () => (await import('./mail.ts')).testMail,
  disk: async () => (await import('./full-disk.ts')).testFullDisk,
  backup: async () => (await import('./backup.ts')).testBackup,
  tests: async () => (await import('./tests.ts')).runTests,
  attacks: async () => (await import('./attacks/attacks.ts')).tryAttacks,
} satisfies Record<string, () => Promise<Trial>>

export type TrialName = keyof typeof TRIALS
