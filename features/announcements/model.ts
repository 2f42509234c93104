/** For whom an announcement is, with the wire's names. */
export const AUDIENCES = { everyone: 'tous', suppliers: 'fournisseurs', buyers: 'acheteurs' } as const

export type Audience = keyof typeof AUDIENCES

/** The screen's names. */
export const AUDIENCE_LABELS = {
  everyone: 'Tout le monde',
  suppliers: 'Fournisseurs',
  buyers: 'Acheteurs',
} as const satisfies Record<Audience, string>

export const MAX_TITLE = 120

export const MAX_MESSAGE = 1000

export const UNTIL_FIELD = 'until'

/** States by which the admin's list is filtered, as the wire names them. */
export const ANNOUNCEMENT_STATES = ['active', 'inactive'] as const

export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]
