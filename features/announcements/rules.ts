import { invalidField } from '#platform/kernel/refusal.ts'
import { localDay } from '#platform/kernel/time.ts'
import { AUDIENCES, type Audience, UNTIL_FIELD } from './model.ts'

const ALL = Object.keys(AUDIENCES) as readonly Audience[]

const AUDIENCES_OF: Readonly<Record<string, readonly Audience[]>> = {
  supplier: ['everyone', 'suppliers'],
  buyer: ['everyone', 'buyers'],
  agent: [],
  admin: ALL,
}

/** Audiences to which somebody of that role belongs: everybody, at least, but for agents, who sell and buy nothing. */
export const audiencesOf = (role: string): readonly Audience[] => AUDIENCES_OF[role] ?? ['everyone']

/** Rule: nobody announces for a day that is over. Refuses (422) such a last day. */
export function mustNotBeOver(lastDay: string | null, now: Date): void {
  if (lastDay !== null && lastDay < localDay(now))
    throw invalidField(UNTIL_FIELD, 'past_day', 'Choisissez aujourd’hui ou un jour à venir.')
}
