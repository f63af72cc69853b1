/** Methods that are refused like any unlisted one, but with a hint about an alternative, because libraries call them automatically. */
const refused: Readonly<Record<string, string>> = {
  eth_subscribe:
    'eth_subscribe is not supported: poll with eth_newFilter or eth_newBlockFilter and eth_getFilterChanges',
  eth_unsubscribe: 'eth_unsubscribe is not supported: filters end with eth_uninstallFilter',
  eth_sendUserOperation:
    'eth_sendUserOperation is not supported: wallet_sendCalls makes the user operation in the wallet',
}

/** What a page can do instead; `undefined` if there is no alternative. */
export const explainRefusal = (method: string): string | undefined =>
  Object.hasOwn(refused, method) ? refused[method] : undefined

/** Known to wallets, but not offered to a session. */
const others: ReadonlySet<string> = new Set([
  'eth_coinbase',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'solana_getAccounts',
  'solana_requestAccounts',
  'wallet_registerOnboarding',
  'wallet_scanQRCode',
  'wallet_showCallsStatus',
])

/** Whether it is a method of wallets that is not offered here: CAIP-25 tells it apart from an unknown one. */
export const isRefused = (method: string): boolean => others.has(method) || explainRefusal(method) !== undefined
