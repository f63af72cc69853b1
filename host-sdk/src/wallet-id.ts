/**
 * Ids of wallets: reversed domain names, or ids chosen by the page. Domain names are case-insensitive; they are
 * lowercased on input, so that the rest of the code can compare them directly.
 */
export const rdnsForm = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** Lowercases reversed domain names; other ids are returned unchanged. */
export const toWalletId = (id: string): string => (rdnsForm.test(id) ? id.toLowerCase() : id)
