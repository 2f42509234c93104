/** By which the admin's list is filtered. */
export const ANNOUNCEMENT_STATES = ['active', 'inactive'] as const

export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]
