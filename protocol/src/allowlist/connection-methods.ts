/**
 * The methods of an EVM wallet about the connection and its current network: the page answers them, or follows an injected wallet's answer.
 * Apart from the allowlist, because every page loads this: no schemas.
 */
export type Changing = 'chainChanged' | 'accountsChanged'

/** What is another afterwards, as its event is called. */
export const connectionMethods: ReadonlyMap<string, Changing | undefined> = new Map([
  ['wallet_getPermissions', undefined],
  ['eth_requestAccounts', undefined],
  ['wallet_requestPermissions', 'accountsChanged'],
  ['wallet_revokePermissions', 'accountsChanged'],
  ['wallet_switchEthereumChain', 'chainChanged'],
  ['wallet_addEthereumChain', 'chainChanged'],
])

/** Whether it opens the modal if there is no account. */
export const connects = (method: string): boolean => /_request[AP]/.test(method)

/** A read of the network, which needs no account. */
export const isRead = (method: string): boolean => /^(eth_(?!send[TU]|sign)|web3_)/.test(method)

/** An injected wallet gives the same answers to these on every network. */
export const isOfAllNetworks = (method: string): boolean => /^(personal_sign|wallet_get)/.test(method)
