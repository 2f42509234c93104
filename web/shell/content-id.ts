/** The id of what a page is about: where the skip link leads. */
export const CONTENT_ID = 'contenu'
