/** States by which the admin's list is filtered, as the wire names them. */
export const ANNOUNCEMENT_STATES = ['active', 'inactive'] as const

export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]
