/** Reads of an EVM network that need no account. */
export const isRead = (method: string): boolean => /^(eth_(?!send[TU]|sign)|web3_)/.test(method)
