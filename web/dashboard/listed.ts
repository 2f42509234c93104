/** The address of a list with filters set. */
export const listed = (page: string, filter: Readonly<Record<string, string>>): string =>
  `${page}?${new URLSearchParams(filter)}`
