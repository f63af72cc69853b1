/**
 * How wallets are named: by reversed domain names and by ids of the page. Domain names are case-insensitive; they are
 * lowercased on input, so that the rest of the code can compare them directly.
 */
export const rdnsForm = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** Any other id stays as the page wrote it. */
export const toWalletId = (id: string): string => (rdnsForm.test(id) ? id.toLowerCase() : id)
