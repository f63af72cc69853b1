/**
 * Replaces the pairing client's own store in the bundle: that store accesses `localStorage` while loading, which throws
 * in a frame with blocked storage, and adds IndexedDB. The client is given our store, so this one is never created.
 */
// biome-ignore lint/style/noDefaultExport: the replaced module has a default export
export default class NoStore {
  constructor() {
    throw new Error('The pairing client has a store already')
  }
}
