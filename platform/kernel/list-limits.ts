// Limits of the back office's lists, for the queries and for the pages that explain them.

/** Rows at which a list stops counting: a total of one more stands for « plus de 10 000 ». */
export const ROWS_COUNTED = 10_000

/** Rows that a search lists, the newest that match. Exported files hold all matches. */
export const SEARCH_HITS = 100
