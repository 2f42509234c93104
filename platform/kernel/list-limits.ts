// How far lists of the back office are counted and searched, for the server and for what its pages say of it.

/** Totals are counted so far; one more stands for « plus de 10 000 ». */
export const ROWS_COUNTED = 10_000

/** A search lists so many rows, the newest that match. Files hold all of them. */
export const SEARCH_HITS = 100
