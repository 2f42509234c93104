import * as z from 'zod/mini'
import { as, record } from '#platform/kernel/codecs.ts'

const figures = {
  settled: z.int(),
  confirmed: z.int(),
  /** Cards that were given back without a call. */
  skipped: z.int(),
  firstCallMinutes: as('first_call_minutes', z.nullable(z.int())),
  finished: z.int(),
  delivered: z.int(),
  /** Orders that it cancelled, by reason. */
  cancelled: z.record(z.string(), z.int()),
}

/** One person's work in calls, as a whole and day by day, newest first. */
const agentFigures = record({
  agent: record({ customId: as('custom_id', z.string()), name: z.string() }),
  ...figures,
  days: z.array(record({ day: z.string(), ...figures })),
})

/** Figures of each person whom the caller may see, in order of name; and of all together, with how many they are. */
export const callFigures = record({
  data: z.array(agentFigures),
  shop: record({ agents: z.int(), ...figures }),
})

export type AgentFigures = z.output<typeof agentFigures>
export type ShopFigures = z.output<typeof callFigures>['shop']
