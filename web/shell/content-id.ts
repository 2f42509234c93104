/** The id of a page's content, to which the skip link leads. */
export const CONTENT_ID = 'contenu'
