/**
 * The standard functions that our code and our libraries use and that the oldest supported browsers lack (docs/browsers.md). They are added to
 * the globals of our own documents only, before anything runs; nothing of a page sees them. `loadForOlderBrowsers` decides whether to load this.
 */

export {} // a module: loaded by name

function define(on: object, name: string, value: (...given: never[]) => unknown): void {
  if (!(name in on)) Object.defineProperty(on, name, { value, configurable: true, writable: true })
}

/** Chrome 116, Safari 17.4, Firefox 124. */
define(AbortSignal, 'any', (signals: Iterable<AbortSignal>): AbortSignal => {
  const both = new AbortController()
  for (const signal of signals) {
    const end = () => both.abort(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true, signal: both.signal })
  }
  return both.signal
})

/** Chrome 120, Safari 17, Firefox 115. */
define(URL, 'canParse', (url: string, base?: string): boolean => {
  try {
    return Boolean(new URL(url, base))
  } catch {
    return false
  }
})

/** Chrome 110, Safari 16, Firefox 115. */
define(Array.prototype, 'toSorted', function toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number) {
  return [...this].sort(compare)
})
define(Array.prototype, 'toReversed', function toReversed(this: unknown[]) {
  return [...this].reverse()
})
define(
  Array.prototype,
  'toSpliced',
  // Without a count it removes the rest, which an undefined count does not.
  function toSpliced(this: unknown[], ...given: [start: number, count: number, ...more: unknown[]]) {
    const copy = [...this]
    copy.splice(...given)
    return copy
  },
)
