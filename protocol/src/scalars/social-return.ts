/** The query parameter with the result in the page's URL, after a social login by full-page redirect. */
export const socialReturn = 'airlock_social'
