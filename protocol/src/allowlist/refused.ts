/** Methods that are refused like any other that is not listed, with a word on what to do instead. Libraries try them by themselves. */
const refused: Readonly<Record<string, string>> = {
  eth_subscribe:
    'eth_subscribe is not supported: poll with eth_newFilter or eth_newBlockFilter and eth_getFilterChanges',
  eth_unsubscribe: 'eth_unsubscribe is not supported: filters end with eth_uninstallFilter',
}

/** What a page may do instead; `undefined` where nothing replaces the method. */
export const explainRefusal = (method: string): string | undefined =>
  Object.hasOwn(refused, method) ? refused[method] : undefined
