/**
 * Stands in the bundle for the pairing client's own store, which touches `localStorage` as it is loaded (a frame whose storage is
 * blocked would get no client at all) and brings IndexedDB with it. We hand it ours, so nobody makes this one.
 */
// biome-ignore lint/style/noDefaultExport: the module that it replaces is imported so
export default class NoStore {
  constructor() {
    throw new Error('The pairing client has a store already')
  }
}
