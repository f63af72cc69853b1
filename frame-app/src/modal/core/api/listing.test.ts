import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { readAppLink, readListedWallet, readWebLink } from './listed-wallet.ts'
import { addressOf, fetchImage, fetchWallets, maxImageBytes, maxSvgBytes } from './listing.ts'

const service = { base: 'https://api.example/v1', projectId: 'shop', sdkVersion: 'html-universal-1.2.3' }
const { signal } = new AbortController()

function answer(body: BodyInit | null, { type = 'application/json', status = 200 } = {}) {
  const fetched = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(body, { status, headers: { 'content-type': type } })),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const answerList = (data: unknown, count: unknown = 1) => answer(JSON.stringify({ count, data }))
afterEach(() => vi.unstubAllGlobals())

/** An entry as the hosted listing returns it. */
const metaMask = {
  id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  name: 'MetaMask',
  badge_type: 'none',
  homepage: 'https://metamask.io/',
  image_id: '018b2d52-10e9-4158-1fde-a5d5bac5aa00',
  order: 10,
  mobile_link: 'metamask://',
  desktop_link: null,
  webapp_link: null,
  link_mode: 'https://metamask.app.link',
  app_store: 'https://apps.apple.com/us/app/metamask/id1438144202',
  play_store: 'https://play.google.com/store/apps/details?id=io.metamask',
  chrome_store: 'https://chrome.google.com/webstore/detail/metamask/nkbihfbeogaeaoehlefnkodbefgpgknn',
  rdns: 'io.metamask',
  injected: [{ namespace: 'eip155', injected_id: 'isMetaMask' }],
  chains: ['eip155:1', 'eip155:137', 'cosmos:cosmoshub-4'],
}

test('a wallet of the hosted listing is read whole; chains of other namespaces are left out', () => {
  expect(readListedWallet(metaMask)).toEqual({
    id: metaMask.id,
    name: 'MetaMask',
    imageId: metaMask.image_id,
    isCertified: false,
    chains: ['eip155:1', 'eip155:137'],
    rdns: 'io.metamask',
    homepage: 'https://metamask.io/',
    mobileLink: 'metamask://',
    universalLink: 'https://metamask.app.link/',
    desktopLink: undefined,
    webappLink: undefined,
    appStore: metaMask.app_store,
    playStore: metaMask.play_store,
    chromeStore: metaMask.chrome_store,
  })
})

test.each([
  'javascript:alert(1)',
  'javascript://wallet.example/%0aalert(1)',
  'JaVaScRiPt://x',
  'java\nscript://x',
  '\tjavascript://x',
  'data:text/html,<script>alert(1)</script>',
  'data://x',
  'vbscript://x',
  'blob:https://modal.example/1',
  'file:///etc/passwd',
  'filesystem:https://x/y',
  'about:blank',
  'view-source:https://x',
  'intent://scan/#Intent;scheme=https;end',
  'chrome-extension://abc/x',
  'http://wallet.example/',
  'https://user@wallet.example/',
  'https://metamask.io:pass@evil.example/',
  'https:\\\\evil.example',
  'wallet://a b',
  'wallet:// evil',
  '//evil.example',
  'mailto:x@y',
  'ws://evil.example',
  `wallet://${'a'.repeat(600)}`,
  'zoommtg://zoom.us/join?confno=1',
  'microsoft-edge:https://evil.example',
  'market://details?id=x',
  'itms-services://?action=download-manifest',
  'ms-msdt://x',
  'anydesk://123456789',
  'iterm2://x',
  'search-ms://x',
  'shell://x',
  'android-app://x',
  '',
])('a link %j of a hostile listing opens nothing [C65, T17]', (link) => {
  const wallet = readListedWallet({
    id: 'x',
    name: 'X',
    homepage: link,
    mobile_link: link,
    link_mode: link,
    desktop_link: link,
    webapp_link: link,
    app_store: link,
    play_store: link,
    chrome_store: link,
  })
  for (const key of [
    'homepage',
    'mobileLink',
    'universalLink',
    'desktopLink',
    'webappLink',
    'appStore',
    'playStore',
    'chromeStore',
  ] as const)
    expect(wallet?.[key], key).toBeUndefined()
})

test('a lookalike address of an app store is dropped', () => {
  const lookalike = 'https://apps.apple.com.evil.example/app/id1'
  const wallet = readListedWallet({
    id: 'x',
    name: 'X',
    app_store: lookalike,
    play_store: lookalike,
    chrome_store: lookalike,
  })
  expect([wallet?.appStore, wallet?.playStore, wallet?.chromeStore]).toEqual([undefined, undefined, undefined])
})

test('schemes of apps are kept in the ways in which listings write them', () => {
  expect(
    ['metamask', 'metamask:', 'metamask://', 'bnc://app.binance.com/cedefi/', 'https://rnbwapp.com'].map(readAppLink),
  ).toEqual(['metamask://', 'metamask://', 'metamask://', 'bnc://app.binance.com/cedefi/', 'https://rnbwapp.com/'])
})

test('no link, whatever it is, leads elsewhere than https or a scheme of an app', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        fc.webUrl().map((url) => url.replace(/^https?/, 'app')),
      ),
      (text) => {
        expect(readWebLink(text) ?? 'https://').toMatch(/^https:\/\//)
        expect(readAppLink(text) ?? 'app://').not.toMatch(/^(http|javascript|data|blob|file|about|intent):/i)
      },
    ),
  )
})

test('names are cleaned, and an entry without one is dropped', () => {
  expect(readListedWallet({ id: 'x', name: 'Meta\u202eMask\u200b\n' })?.name).toBe('MetaMask')
  expect(Array.from(readListedWallet({ id: 'x', name: 'W'.repeat(500) })?.name ?? '').length).toBe(48)
  for (const name of ['', '\u200b', 'W'.repeat(513), 7, null])
    expect(readListedWallet({ id: 'x', name })).toBeUndefined()
})

test('one bad entry costs itself, not the list; a second of one id is dropped', async () => {
  answerList([{ name: 'no id' }, null, 7, metaMask, { ...metaMask, name: 'Other' }, { id: '<b>', name: 'X' }], 4)
  const { wallets, count } = await fetchWallets(service, { page: 1, entries: 40 }, signal)
  expect(wallets.map(({ name }) => name)).toEqual(['MetaMask'])
  expect(count).toBe(4)
})

test('any JSON is a list or a failure, never more than was asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 100 }), async (value, entries) => {
      answer(JSON.stringify(value))
      const page = await fetchWallets(service, { page: 1, entries }, signal).catch((error: unknown) => error)
      if (page instanceof Error) expect(page).toMatchObject({ code: 'NETWORK' })
      else expect(page).toMatchObject({ wallets: expect.any(Array) as unknown })
    }),
  )
  answerList(Array.from({ length: 100 }, (_, index) => ({ ...metaMask, id: `w${index}` })))
  expect((await fetchWallets(service, { page: 1, entries: 4 }, signal)).wallets).toHaveLength(4)
  for (const [said, believed] of [
    [Number.MAX_SAFE_INTEGER, 10_000],
    [-5, 0],
    ['many', 0],
    [1.5, 0],
  ] as const) {
    answerList([metaMask], said)
    expect((await fetchWallets(service, { page: 1, entries: 4 }, signal)).count).toBe(believed)
  }
})

test.each([
  ['HTML', '<!doctype html>', 200],
  ['another shape', '[]', 200],
  ['more than 200 entries', JSON.stringify({ count: 1, data: Array.from({ length: 201 }, () => metaMask) }), 200],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 200],
  ['a refusal', 'Forbidden', 403],
  ['deep nesting', `{"count":1,"data":${'['.repeat(50)}${']'.repeat(50)}}`, 200],
])('%s is a failure', async (_what, body, status) => {
  answer(body, { status })
  await expect(fetchWallets(service, { page: 1, entries: 4 }, signal)).rejects.toMatchObject({
    code: 'NETWORK',
    data: status === 200 ? undefined : { status },
  })
})

/** A body that never ends, and counts the bytes that were read. */
function endless(type: string) {
  const taken = { bytes: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(32))
    },
    cancel() {
      taken.cancelled = true
    },
  })
  answer(body, { type })
  return taken
}

test('an answer without end is left at the cap', async () => {
  const list = endless('application/json')
  await expect(fetchWallets(service, { page: 1, entries: 4 }, signal)).rejects.toMatchObject({ code: 'NETWORK' })
  expect(list.cancelled).toBe(true)
  expect(list.bytes).toBeLessThan(3 * 1024 * 1024)
  const image = endless('image/png')
  await expect(fetchImage(service, 'wallet', 'x', signal)).rejects.toMatchObject({ code: 'NETWORK' })
  expect(image.cancelled).toBe(true)
  expect(image.bytes).toBeLessThan(maxImageBytes + 4 * 65_536)
})

test('a request follows no redirect, sends no credentials and no referrer, and ends in time', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  const fetched = answer('<svg xmlns="http://www.w3.org/2000/svg"/>', { type: 'image/svg+xml; charset=utf-8' })
  const blob = await fetchImage(service, 'asset', 'A/../B?c', signal)
  expect(blob.type).toBe('image/svg+xml')
  expect(fetched.mock.calls[0]?.[0]).toBe(
    'https://api.example/v1/public/getAssetImage/A%2F..%2FB%3Fc?projectId=shop&st=appkit&sv=html-universal-1.2.3',
  )
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  expect(limit).toHaveBeenLastCalledWith(2_000)
})

test('an aborted request rejects with ABORTED', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal: given }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => given.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const abort = new AbortController()
  const page = fetchWallets(service, { page: 1, entries: 4 }, abort.signal)
  abort.abort()
  await expect(page).rejects.toMatchObject({ code: 'ABORTED' })
})

test.each([
  ['HTML', '<script>', 'text/html'],
  ['a page that calls itself XML', '<svg/>', 'application/xml'],
  ['nothing', null, 'image/png'],
  ['no type', 'x', ''],
  ['SVG that is too much to draw', `<svg>${' '.repeat(maxSvgBytes)}</svg>`, 'image/svg+xml'],
])('%s is no picture', async (_what, body, type) => {
  answer(body, { type })
  await expect(fetchImage(service, 'wallet', 'x', signal)).rejects.toMatchObject({ code: 'NETWORK' })
})

test('an address carries the given parameters and leaves out empty ones', () => {
  const address = addressOf({ ...service, base: 'https://api.example' }, 'getWallets', {
    page: 1,
    include: [],
    exclude: ['a', 'b'],
    search: '',
    badge_type: undefined,
  })
  expect(address).toBe(
    'https://api.example/getWallets?projectId=shop&st=appkit&sv=html-universal-1.2.3&page=1&exclude=a%2Cb',
  )
})
