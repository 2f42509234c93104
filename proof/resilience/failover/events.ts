import { setTimeout as sleep } from 'node:timers/promises'
import type { Pair } from './pair.ts'

/** As long as orders come before and after an event. */
export const CALM_MS = 4_000
/** As long as a server or a line is away: beyond every time-out of the shop. */
const AWAY_MS = 12_000
/** Shorter than the arbiter's patience: it notices nothing. */
const UNNOTICED_MS = 1_500

export interface Event {
  name: string
  happens: (pair: Pair) => Promise<void>
  /** Two machines of their own: a network is cut. */
  needsCables?: boolean
}

/** What an order that was said yes to by the leader alone does not survive. */
export const STANDBY_LAGS: Event = {
  name: 'the standby’s network is cut, and the leader dies before anybody notices',
  needsCables: true,
  happens: async (pair) => {
    const [old, heir] = [pair.leader, pair.standby]
    heir.machine.pull('inner')
    await sleep(UNNOTICED_MS)
    // A machine without power: a kernel that lives would still send what was written to its connections.
    old.machine.pull('outer', 'inner')
    await old.kill()
    heir.machine.plug()
    await pair.untilLeads(heir)
    old.machine.plug()
  },
}

/** Each ends with a leader that takes orders; `rejoin` comes after it. */
export const EVENTS: readonly Event[] = [
  STANDBY_LAGS,
  {
    name: 'the leader’s network is cut, another one leads, and the network is back',
    needsCables: true,
    happens: async (pair) => {
      const [old, heir] = [pair.leader, pair.standby]
      old.machine.pull('outer', 'inner')
      await pair.untilLeads(heir)
      await sleep(AWAY_MS)
      old.machine.plug()
    },
  },
  {
    name: 'the leader is cut off from standby and arbiter, while the shops still reach it, and is replaced',
    needsCables: true,
    happens: async (pair) => {
      const [old, heir] = [pair.leader, pair.standby]
      old.machine.pull('inner')
      await pair.untilLeads(heir)
      await sleep(AWAY_MS)
      old.machine.plug()
    },
  },
  {
    name: 'the leader is killed',
    happens: async (pair) => {
      const heir = pair.standby
      await pair.leader.kill()
      await pair.untilLeads(heir)
    },
  },
  {
    name: 'the leader freezes, is replaced, and thaws',
    happens: async (pair) => {
      const [old, heir] = [pair.leader, pair.standby]
      old.freeze()
      await pair.untilLeads(heir)
      await sleep(AWAY_MS)
      old.thaw()
    },
  },
  { name: 'the two are switched over', happens: (pair) => pair.switchOver() },
  {
    name: 'the standby freezes and thaws, and the leader goes on alone',
    happens: async (pair) => {
      pair.standby.freeze()
      await sleep(AWAY_MS)
      pair.standby.thaw()
    },
  },
  {
    name: 'the standby freezes, orders stand still (strict), and the leader dies when it has thawed',
    happens: async (pair) => {
      const heir = pair.standby
      pair.strict = true
      heir.freeze()
      await sleep(AWAY_MS)
      heir.thaw()
      await sleep(CALM_MS)
      await pair.leader.kill()
      await pair.untilLeads(heir)
      pair.strict = false
    },
  },
]
