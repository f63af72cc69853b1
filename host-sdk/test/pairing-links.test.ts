import { readIntent, readPairingLink, readWalletLink } from '@airlock/protocol/scalars/pairing-links.ts'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openLink } from '../src/links/open.ts'
import { encodeTwice } from '../src/links/phone.ts'
import { elsewhere, policyOf } from './support.ts'

const topic = '0f'.repeat(32)
const code = `wc%3A${topic}%402%3FexpiryTimestamp%3D1789000000%26relay-protocol%3Dirn%26symKey%3D${'ab'.repeat(32)}`
const request = `requestId=1789000000123456&sessionTopic=${topic}`
const nothingDeclared = policyOf()

test.each([
  `metamask://wc?uri=${code}`,
  `okxwallet://main/wc?uri=${code}`,
  `unstoppable.money://wc?uri=${code}`,
  `kestrel://open/wallet-connect/wc?uri=${code}`,
  `bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri=${code}`,
])('%s brings a code to an app', (link) => {
  expect(readPairingLink(link)).toBe(link)
})

test.each([`kestrel://wc?${request}`, `okxwallet://main/wc?${request}`])('%s brings the user to a request', (link) => {
  expect(readPairingLink(link)).toBe(link)
})

test.each([
  `javascript://wc?${request}`,
  `javascript://x/wc?${request}`,
  `https://evil.example/wc?${request}`,
  `intent://wc?${request}`,
  `kestrel:wc?${request}`,
  `kestrel://wc?${request}#x`,
  `kestrel://wc?${request}&then=https://evil.example`,
  `kestrel://wc?${request}&uri=${code}`,
  `kestrel://wc?uri=${code}&${request}`,
  `kestrel://wc?requestId=1`,
  `kestrel://wc?requestId=1e5&sessionTopic=${topic}`,
  `kestrel://wc?requestId=${'1'.repeat(21)}&sessionTopic=${topic}`,
  `kestrel://wc?requestId=1&sessionTopic=${topic}0`,
  `kestrel://wc?sessionTopic=${topic}&requestId=1`,
])('%o does not', (link) => {
  expect(readPairingLink(link)).toBeUndefined()
})

test.each([
  `javascript://wc?uri=${code}`,
  `JAVASCRIPT://x/wc?uri=${code}`,
  `data://wc?uri=${code}`,
  `intent://wc?uri=${code}`,
  `https://evil.example/wc?uri=${code}`,
  `http://evil.example/wc?uri=${code}`,
  `ms-msdt://wc?uri=${code}`,
  // [C65] an app may take a query for a command, and none of these apps is a wallet
  `kestrel://open/route?targetUrl=by://web3/walletconnect/wc?uri=${code}`,
  `kestrel://join?confno=123/wc?uri=${code}`,
  `bybitapp://open/route?targetUrl=by://evil/wc?uri=${code}`,
  `kestrel-bybitapp://open/route?targetUrl=by://web3/walletconnect/wc?uri=${code}`,
  `kestrel://a&b/wc?uri=${code}`,
  `zoommtg://zoom.us/wc?uri=${code}`,
  `anydesk://123456789/wc?uri=${code}`,
  `sftp://host.example/wc?uri=${code}`,
  `x-man-page://wc?uri=${code}`,
  `microsoft-edge://wc?uri=${code}`,
  `googlechromes://wc?uri=${code}`,
  `vscode://wc?uri=${code}`,
  `web+app://wc?uri=${code}`,
  `itms-services://wc?uri=${code}`,
  `search-ms://wc?uri=${code}`,
  `tel://wc?uri=${code}`,
  `view-source://wc?uri=${code}`,
  `kestrel:wc?uri=${code}`,
  `kestrel://wc?uri=wc%3A${topic}`,
  `kestrel://wc?uri=${code}#Intent;scheme=javascript;end`,
  `kestrel://wc?uri=${code}&then=https://evil.example`,
  `kestrel://a@b/wc?uri=${code}`,
  `kestrel://x#/wc?uri=${code}`,
  `kestrel://x y/wc?uri=${code}`,
  `kestrel://xwc?uri=${code}`,
  `kestrel://open`,
  `kestrel://wc?uri=${encodeURIComponent('https://evil.example')}`,
  `\njavascript:alert(1)//wc?uri=${code}`,
  `javascript:alert(1)//://wc?uri=${code}`,
])('%o does not [C65]', (link) => {
  expect(readPairingLink(link)).toBeUndefined()
})

test.each([
  `intent://wc?uri=${code}#Intent;scheme=rabby;package=com.debank.rabbymobile;end`,
  `intent://main/wc?${request}#Intent;scheme=okxwallet;package=com.okx.wallet;end`,
  `intent://open/route?targetUrl=by://web3/walletconnect/wc?uri=${code}#Intent;scheme=bybitapp;package=com.bybit.app;end`,
])('%s carries the link of an app [C386]', (text) => {
  const carried = readIntent(text)
  expect(readPairingLink(carried)).toBe(carried)
  expect(text).toBe(
    `intent${carried.slice(carried.indexOf(':'))}#Intent;scheme=${carried.slice(0, carried.indexOf(':'))};${text.slice(text.indexOf('package='))}`,
  )
})

test.each([
  `intent://wc?uri=${code}`,
  `intent://wc?uri=${code}#Intent;scheme=rabby;end`,
  `intent://wc?uri=${code}#Intent;package=io.rabby;scheme=rabby;end`,
  `intent://wc?uri=${code}#Intent;scheme=rabby;package=io.rabby;S.browser_fallback_url=https%3A%2F%2Fevil.example;end`,
  `intent://wc?uri=${code}#Intent;scheme=rabby;package=io.rabby;component=io.rabby/.Settings;end`,
  `intent://wc?uri=${code}#Intent;action=android.intent.action.CALL;scheme=rabby;package=io.rabby;end`,
  `intent://wc?uri=${code}#Intent;scheme=rabby;package=io.rabby;SEL;scheme=tel;end`,
  `intent://wc?uri=${code}#Intent;scheme=rabby;package=io.rabby;S.browser_fallback_url=https%3A%2F%2Fevil.example;package=x;end`,
  `intent://open#Intent;scheme=tel;end#Intent;action=x;/wc?uri=${code}#Intent;scheme=rabby;package=io.rabby;end`,
  `intent://wc?uri=${code}#Intent;action=x;end#Intent;scheme=rabby;package=io.rabby;end`,
  `intent://wc?uri=${code}#Intent;scheme=javascript;package=io.rabby;end`,
  `intent://wc?uri=${code}#Intent;scheme=https;package=io.rabby;end`,
  `intent://wc?uri=${code}#Intent;scheme=tel;package=io.rabby;end`,
  `intent://wc?uri=${code}#Intent;scheme=intent;package=io.rabby;end`,
  `intent://open?then=wc?uri=${code}#Intent;scheme=rabby;package=io.rabby;end`,
  `intent://open#Intent;scheme=rabby;package=io.rabby;end`,
  `rabby://wc?uri=${code}#Intent;scheme=rabby;package=io.rabby;end`,
])('%o carries none [C386]', (text) => {
  expect(readPairingLink(readIntent(text))).toBeUndefined()
})

test.each([`kestrel://wc?uri=${code}`, `https://kestrel.example/app/wc?uri=${code}`, `https://t.me/app?startapp=x`])(
  '%s may be followed by the browser from the frame',
  (text) => {
    expect(readWalletLink(text)).toBe(text)
  },
)

test.each([
  `javascript://wc?uri=${code}`,
  `kestrel://open?then=wc?uri=${code}`,
  `intent://wc?uri=${code}#Intent;scheme=rabby;package=io.rabby;end`,
  `http://kestrel.example/wc?uri=${code}`,
  `https://user@kestrel.example/wc?uri=${code}`,
  `https:\\\\kestrel.example/wc?uri=${code}`,
  `https://kestrel.example/\nwc?uri=${code}`,
  `https://`,
  'kestrel://open',
])('%o may not [C386]', (text) => {
  expect(readWalletLink(text)).toBeUndefined()
})

test('the frame chooses only scheme and path of a link that is opened', () => {
  const passed = { links: 0 }
  const scheme = fc.constantFrom('kestrel', 'javascript', 'data', 'https', 'intent', 'x', 'my-wallet', 'MS-Word')
  const start = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(scheme, fc.string({ unit: fc.constantFrom(...Array.from('ab/?=&:@#%\\ \n.~-')), maxLength: 12 }))
      .map(([name, path]) => `${name}://${path}/`),
    scheme.map((name) => `${name}://`),
  )
  fc.assert(
    fc.property(start, (text) => {
      const link = `${text}wc?uri=${code}`
      const href = readPairingLink(link)
      if (href === undefined) return
      passed.links++
      const url = new URL(href)
      expect(url.protocol).toMatch(/^(kestrel|my-wallet):$/)
      expect(url.username + url.password + url.hash).toBe('')
      expect(link).toMatch(/^[\w.+-]+:\/\/[\w./:~-]*wc\?uri=wc%3A/)
    }),
    { numRuns: 5000 },
  )
  expect(passed.links).toBeGreaterThan(100)
})

describe('the page', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const page = ({ telegram = false, userAgent = 'Mozilla/5.0 (iPhone)', href = 'https://app.example/' } = {}) => {
    const opened: [string, string][] = []
    vi.stubGlobal('navigator', { userActivation: { isActive: true }, userAgent })
    const { origin, pathname, host, protocol } = new URL(href)
    vi.stubGlobal('location', {
      href,
      origin,
      pathname,
      host,
      protocol,
      assign: (url: string) => void opened.push(['self', url]),
    })
    const window = { open: (url: string, target: string) => void opened.push([target, url]) }
    vi.stubGlobal('window', telegram ? { ...window, TelegramWebviewProxy: {} } : window)
    return opened
  }
  const native = `kestrel://wc?uri=${code}`

  test('starts an app that it has not declared, with a code and nothing else', async () => {
    const opened = page()
    await openLink({ url: native, target: 'self' }, nothingDeclared)
    expect(opened).toEqual([['self', native]])
    await expect(openLink({ url: 'kestrel://open', target: 'self' }, nothingDeclared)).rejects.toMatchObject({
      code: 'BAD_URL',
    })
  })

  test('keeps its place inside Telegram', async () => {
    const opened = page({ telegram: true })
    await openLink({ url: native, target: 'self' }, nothingDeclared)
    expect(opened).toEqual([['_blank', native]])
  })

  test('writes the code twice encoded for Telegram on Android', async () => {
    const opened = page({ telegram: true, userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8)' })
    await openLink({ url: native, target: 'self' }, nothingDeclared)
    await openLink({ url: `https://kestrel.example/wc?uri=${code}`, target: 'blank' }, nothingDeclared)
    await openLink({ url: 'https://kestrel.example/wc?uri=x', target: 'blank' }, nothingDeclared)
    expect(opened).toEqual([
      ['_blank', `kestrel://wc?uri=${encodeURIComponent(code)}`],
      ['_blank', `https://kestrel.example/wc?uri=${encodeURIComponent(code)}`],
      ['_blank', 'https://kestrel.example/wc?uri=x'],
    ])
    expect(decodeURIComponent(encodeTwice(native))).toBe(native)
  })

  test('waits for nothing on the way to a wallet on a phone; on a computer, until the press that opened the modal is over [C351]', async () => {
    vi.useFakeTimers()
    const early = policyOf({ shownMs: () => 700 })
    const app = { url: native, target: 'self' } as const
    const site = { url: `https://kestrel.example/wc?uri=${code}`, target: 'blank' } as const
    const opened = page()
    await Promise.all([openLink(app, early), openLink(site, early)])
    expect(opened).toHaveLength(2)
    const later = page({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' })
    const opening = Promise.all([openLink(app, early), openLink(site, early)])
    await vi.advanceTimersByTimeAsync(4_549)
    expect(later).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await opening
    expect(later).toHaveLength(2)
    vi.useRealTimers()
  })

  test('brings the user back by a press of the page after a reload too, in the same tab, to a wallet opened from the frame [C351]', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    })
    const beside = Object.values(elsewhere)[0]
    const back = async (wallet: string, keptAs: string | undefined) => {
      const policy = policyOf({ ...(beside && { pressed: beside }), isAsked: () => true, keptAs })
      const link = { url: `${wallet}wc?${request}`, target: 'self' } as const
      return openLink(link, policy).then(
        () => 'opened',
        () => 'refused',
      )
    }
    page()
    expect(await back('metamask://', 'here')).toBe('refused')
    await openLink({ url: native, target: 'self' }, policyOf({ keptAs: 'here' }))
    const wallet = native.slice(0, native.indexOf('wc?'))
    expect([await back(wallet, 'here'), await back(wallet, 'other'), await back(wallet, undefined)]).toEqual([
      'opened',
      'refused',
      'refused',
    ])
    expect(await back('another://', 'here')).toBe('refused')
    kept.set('here', '{"0":"another://"}')
    expect(await back('another://', 'here')).toBe('refused')
  })

  test('on Android elsewhere writes it as it is', async () => {
    const opened = page({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8)' })
    await openLink({ url: native, target: 'self' }, nothingDeclared)
    expect(opened).toEqual([['self', native]])
  })

  const inIntent = `intent://wc?uri=${code}#Intent;scheme=kestrel;package=example.kestrel;end`

  test('starts the one app of an intent, and in Telegram opens the link that it carries', async () => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8)'
    const opened = page({ userAgent })
    await openLink({ url: inIntent, target: 'self' }, nothingDeclared)
    expect(opened).toEqual([['self', inIntent]])
    const inTelegram = page({ telegram: true, userAgent })
    await openLink({ url: inIntent, target: 'self' }, nothingDeclared)
    expect(inTelegram).toEqual([['_blank', `kestrel://wc?uri=${encodeURIComponent(code)}`]])
  })

  test('starts no intent that names a page to go to instead [C386]', async () => {
    const opened = page()
    const url = inIntent.replace(';end', ';S.browser_fallback_url=https%3A%2F%2Fevil.example;end')
    for (const target of ['self', 'blank'] as const)
      await expect(openLink({ url, target }, nothingDeclared)).rejects.toMatchObject({ code: 'BAD_URL' })
    expect(opened).toEqual([])
  })

  test('counts an app that was opened by an intent as opened, for the requests after it [C351]', async () => {
    const beside = Object.values(elsewhere)[0]
    const policy = policyOf()
    page()
    await openLink({ url: inIntent, target: 'self' }, policy)
    const back = { ...policy, ...(beside && { pressed: beside }), isAsked: () => true }
    expect(await openLink({ url: `kestrel://wc?${request}`, target: 'self' }, back)).toEqual({ opened: true })
  })

  const address = 'https://app.example/buy?token=secret#reset'
  const enc = encodeURIComponent('https://app.example/buy')
  test.each([
    ['phantom', 'https://phantom.app/ul/browse/', `${enc}?ref=https%3A%2F%2Fapp.example`],
    ['solflare', 'https://solflare.com/ul/v1/browse/', `${enc}?ref=${enc}`],
    ['coinbaseSolana', 'https://go.cb-w.com/dapp?cb_url=', enc],
  ])('on a phone hands its path to the browser of %s, without query and fragment [C59]', async (name, start, rest) => {
    const opened = page({ href: address })
    expect(await openLink({ url: start, target: 'self' }, nothingDeclared)).toEqual({ opened: true })
    expect(opened).toEqual([['self', start + rest]])
    vi.stubGlobal('window', { [name]: {} })
    expect(await openLink({ url: start, target: 'self' }, nothingDeclared)).toEqual({ opened: false })
    expect(opened).toHaveLength(1)
  })

  test('on a phone hands its path to the phone’s own browser, without query and fragment [C59]', async () => {
    const opened = page({ href: address })
    expect(await openLink({ url: 'intent://', target: 'self' }, nothingDeclared)).toEqual({ opened: true })
    expect(opened).toEqual([['self', 'intent://app.example/buy#Intent;scheme=https;end']])
  })

  test.each(Object.entries(elsewhere))('does not leave for a press %s [C351]', async (_, pressed) => {
    const opened = page({ href: address })
    const browse = { url: 'https://phantom.app/ul/browse/', target: 'self' } as const
    await expect(openLink(browse, { ...nothingDeclared, pressed })).rejects.toMatchObject({ code: 'NEEDS_CLICK' })
    expect(opened).toEqual([])
  })

  test.each([
    'https://phantom.app/ul/browse/',
    'https://solflare.com/ul/v1/browse/',
    'https://go.cb-w.com/dapp?cb_url=',
    'intent://',
  ])('on a computer does not leave for %s [C59]', async (url) => {
    const opened = page({ href: address, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' })
    await expect(openLink({ url, target: 'self' }, nothingDeclared)).rejects.toMatchObject({ code: 'BAD_URL' })
    expect(opened).toEqual([])
  })

  test.each([
    'https://phantom.app/ul/browse/https%3A%2F%2Fevil.example?ref=x',
    'https://phantom.app/ul/browse/..//evil',
    'https://phantom.app/',
    'intent://evil.example/#Intent;scheme=https;end',
    'constructor',
  ])('does not leave for %s', async (url) => {
    const opened = page()
    await expect(openLink({ url, target: 'self' }, nothingDeclared)).rejects.toMatchObject({ code: 'BAD_URL' })
    expect(opened).toEqual([])
  })
})
