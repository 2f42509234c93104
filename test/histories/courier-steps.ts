import fc from 'fast-check'
import { GAIN_CHOICES, type GainChoice } from '#features/settings/model.ts'

/** Lines of a courier's statement, as they differ from what they should be. */
export type LineFault = 'none' | 'short' | 'dear' | 'cost' | 'taken back'

/** What is done with parcels and couriers' statements. Numbers choose among what is there, modulo how many there are. */
export type CourierStep =
  | { do: 'prepare'; courier: number; picks: number[] }
  | { do: 'hand over'; list: number }
  | { do: 'import'; courier: number; rows: [number, string][] }
  | { do: 'statement'; courier: number; lines: [number, LineFault][]; lacks: number }
  | { do: 'decide lines'; statement: number; choices: number[] }
  | { do: 'close'; statement: number; claimsGap: boolean }
  | { do: 'remove'; statement: number }
  | { do: 'claim missing'; statement: number; order: number }
  | { do: 'settle claim'; statement: number; claim: number; share: number }
  | { do: 'gains'; when: GainChoice }

const any = fc.nat({ max: 1_000 })
const word = fc.constantFrom(
  'Livré',
  'Livré',
  'Refusé',
  'Pas de réponse',
  'RETURNED',
  'Ramassé',
  'Confirmé par livreur',
)
const fault = fc.constantFrom<LineFault>('none', 'none', 'none', 'short', 'dear', 'cost', 'taken back')

/** Most of these come to nothing before orders left and statements were entered, so they weigh as much as orders do. */
export const courierSteps = [
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('prepare' as const),
      courier: any,
      picks: fc.array(any, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('hand over' as const), list: any }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      courier: any,
      rows: fc.array(fc.tuple(any, word), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('statement' as const),
      courier: any,
      lines: fc.array(fc.tuple(any, fault), { minLength: 1, maxLength: 5 }),
      lacks: fc.constantFrom(0, 0, 41_800, -500),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('decide lines' as const),
      statement: any,
      choices: fc.array(any, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('close' as const), statement: any, claimsGap: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), statement: any }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('claim missing' as const), statement: any, order: any }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settle claim' as const),
      statement: any,
      claim: any,
      share: fc.constantFrom(0, 0.5, 1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('gains' as const), when: fc.constantFrom(...GAIN_CHOICES) }) },
] as const
