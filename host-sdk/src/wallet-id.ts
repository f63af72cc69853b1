/**
 * How wallets are named: by reversed domain names and by ids of the page. Domain names know no case; they are written in small
 * letters wherever they enter, so that everything behind compares them as they are.
 */
export const rdnsForm = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** Any other id stays as the page wrote it. */
export const toWalletId = (id: string): string => (rdnsForm.test(id) ? id.toLowerCase() : id)
