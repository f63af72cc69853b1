/** Parameter of the page's address with the result, after a social login by full-page redirect. */
export const socialReturn = 'airlock_social'
