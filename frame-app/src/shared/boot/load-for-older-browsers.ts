/** Before anything else in a document: makes up for what the oldest supported browsers lack. `undefined` in newer ones. */
export const loadForOlderBrowsers = (): Promise<unknown> | undefined =>
  'any' in AbortSignal && 'canParse' in URL && 'toSorted' in Array.prototype ? undefined : import('./older-browsers.ts')
