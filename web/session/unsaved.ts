/** How many forms of this page hold something that the shop has not stored. */
export const unsaved = { forms: 0 }
