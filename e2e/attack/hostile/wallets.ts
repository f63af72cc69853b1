/**
 * Hostile wallets, added to a page before its first script. Passed to the page as text, so these functions may use
 * nothing from this file but types.
 */

/** Announces everything that a hostile script can announce. @param leak a URL that must never be requested */
export function announceHostile(leak: string): void {
  if (window.top !== window) return
  const asked: string[] = []
  Reflect.set(window, 'askedWallets', asked)
  const provider = (name: string) => ({
    request: ({ method }: { method: string }) => {
      asked.push(`${name} ${method}`)
      return Promise.resolve(method === 'eth_chainId' ? '0x7a69' : ['0x00000000000000000000000000000000000000aa'])
    },
    on: () => undefined,
    removeListener: () => undefined,
  })
  const uuid = () => crypto.randomUUID()
  const info = (name: string, extra: object = {}) => ({
    uuid: uuid(),
    name,
    rdns: `example.${name.toLowerCase().replaceAll(/[^a-z]/g, '')}`,
    icon: 'data:image/png,',
    ...extra,
  })
  const throws = (): never => {
    throw new Error('trap')
  }
  const trapped = new Proxy(
    {},
    { get: throws, has: throws, ownKeys: throws, getOwnPropertyDescriptor: throws, getPrototypeOf: throws },
  )
  const changing = (first: unknown, then: unknown) => {
    let reads = 0
    return {
      enumerable: true,
      get: () => {
        reads++
        return reads === 1 ? first : then
      },
    }
  }
  const taken = uuid()
  const svg = (body: string) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${body}</svg>`)}`
  const details: unknown[] = [
    null,
    42,
    trapped,
    { info: trapped, provider: provider('trapped') },
    { info: info('Trapped'), provider: trapped },
    { info: null, provider: provider('none') },
    { info: info('No Function'), provider: { request: 'eval' } },
    { info: info('Bad Uuid', { uuid: '1' }), provider: provider('Bad') },
    { info: info('Bad Rdns', { rdns: 'no dots' }), provider: provider('Bad') },
    { info: info('Bad Rdns', { rdns: '__proto__' }), provider: provider('Bad') },
    { info: info('', { name: { toString: () => 'Object' } }), provider: provider('Object') },
    {
      info: Object.defineProperty(info('Evil'), 'name', changing('Evil', 'MetaMask')),
      provider: Object.defineProperty(
        provider('Evil'),
        'request',
        changing(provider('Evil').request, provider('Swapped').request),
      ),
    },
    { info: info('First', { uuid: taken }), provider: provider('First') },
    { info: info('Second', { uuid: taken }), provider: provider('Second') },
    { info: info('Script', { icon: svg(`<script>fetch("${leak}/script")</script>`) }), provider: provider('Script') },
    { info: info('Image', { icon: svg(`<image xlink:href="${leak}/image"/>`) }), provider: provider('Image') },
    { info: info('Tracker', { icon: `${leak}/tracker.png` }), provider: provider('Tracker') },
    { info: info('Html', { icon: `data:text/html,<script src="${leak}/html"></script>` }), provider: provider('Html') },
    { info: info('Big', { icon: `data:image/png,${'x'.repeat(1024 * 1024)}` }), provider: provider('Big') },
    {
      info: info('x', { name: `\u202eksaMateM\u0000\ud800${'\u0301'.repeat(40)}`, rdns: 'example.reversed' }),
      provider: provider('Reversed'),
    },
    {
      info: info('Long', { name: `Long ${'n'.repeat(1024 * 1024)}`, rdns: 'example.long' }),
      provider: provider('Long'),
    },
    ...Array.from({ length: 200 }, (_, index) => ({
      info: info(`Crowd ${index}`, { rdns: `example.crowd${index}` }),
      provider: provider('Crowd'),
    })),
  ]
  const announce = () => {
    for (const detail of details) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.dispatchEvent(new Event('eip6963:announceProvider'))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** One wallet for each way in which an answer can be wrong. */
export const misanswers = [
  'Cyclic',
  'Huge',
  'Numbers',
  'Object',
  'Text',
  'ThrowsProxy',
  'ThrowsNothing',
  'Traps',
  'Fake',
] as const

export function announceMisanswering(names: readonly string[]): void {
  if (window.top !== window) return
  const throws = (): never => {
    throw new Error('trap')
  }
  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  const answers: Readonly<Record<string, () => unknown>> = {
    Cyclic: () => cyclic,
    Huge: () => ['x'.repeat(100 * 1024 * 1024)],
    Numbers: () => [1, 2, 3],
    Object: () => ({ 0: '0x00000000000000000000000000000000000000aa', length: 1 }),
    Text: () => '0x00000000000000000000000000000000000000aa',
    ThrowsProxy: () => {
      throw new Proxy({}, { get: throws, has: throws, getPrototypeOf: throws })
    },
    ThrowsNothing: () => {
      throw undefined
    },
    Traps: () => new Proxy([], { get: throws }),
    Fake: () => ({ toJSON: () => ['0x12'] }),
    Silent: () => new Promise(() => undefined),
  }
  for (const name of names) {
    // A wallet may throw synchronously or reject; both occur.
    const provider = { request: () => answers[name]?.(), on: throws, removeListener: throws }
    const info = { uuid: crypto.randomUUID(), name, rdns: `example.${name.toLowerCase()}`, icon: 'data:image/png,' }
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
}
