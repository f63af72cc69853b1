/**
 * Replaces the pairing client's own store in the bundle: that store accesses `localStorage` while loading, which fails in a
 * frame with blocked storage, and adds IndexedDB. The client gets our store, so this one is never created.
 */
// biome-ignore lint/style/noDefaultExport: the module that it replaces is imported so
export default class NoStore {
  constructor() {
    throw new Error('The pairing client has a store already')
  }
}
