import type { Centimes } from '#platform/kernel/money.ts'

/** Periods of a supplier's gains, in local days that end today. */
export const GAIN_PERIODS = [7, 30, 90] as const

/** Periods of a supplier's printed statement: days, or all orders. */
export const STATEMENT_PERIODS = ['30', '90', 'all'] as const

export type StatementPeriod = (typeof STATEMENT_PERIODS)[number]

export const STATEMENT_PERIOD_NAMES: Readonly<Record<StatementPeriod, string>> = {
  '30': '30 derniers jours',
  '90': '90 derniers jours',
  all: 'Toutes les commandes',
}

/** Stages of a gain on its way from the order to the bank. */
export const GAIN_STEPS = ['ordered', 'onTheWay', 'delivered', 'waiting', 'available', 'requested', 'paid'] as const

export type GainStep = (typeof GAIN_STEPS)[number]

/** Gains of an order of one piece, in centimes, for whoever thinks of signing up. */
export interface ExampleGains {
  least: Centimes
  most: Centimes
  /** The median. */
  usual: Centimes
}
