// Limits of the back office's lists, for the queries and for the pages that explain them.

/** Rows at which a list stops counting: a total of one more stands for « plus de 10 000 ». */
export const ROWS_COUNTED = 10_000

/** Rows that a search lists, the newest that match. Exported files hold all matches. */
export const SEARCH_HITS = 100

/** Rows below the headings of a pasted table, and its bytes, at most. */
export const MAX_PASTED_ROWS = 2_000
export const MAX_PASTED_BYTES = 1024 * 1024

/** The form's names of a pasted table or file, and of the headings chosen for its fields. */
export const SHEET_FIELD = 'file'
export const SHEET_COLUMNS_FIELD = 'columns'
