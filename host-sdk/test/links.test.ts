import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openLink } from '../src/links/open.ts'
import { readLink } from '../src/links/rule.ts'
import { elsewhere, inFrame, policyOf } from './support.ts'

const live = policyOf({ schemes: ['wally'] })

test.each([
  'https://wallet.example/wc?uri=wc%3Aabc%402',
  'https://WALLET.example',
  'wally://wc?uri=wc%3Aabc',
  'WALLY://wc',
])('%s opens', (url) => {
  expect(readLink(url, live)).toBe(new URL(url).href)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://wallet.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:https://wallet.example/0000',
  'file:///etc/passwd',
  'filesystem:https://wallet.example/x',
  'vbscript:msgbox(1)',
  'about:blank',
  'view-source:https://wallet.example',
  'http://wallet.example',
  'ftp://wallet.example',
  'other://wc',
  'intent://x#Intent;scheme=javascript;end',
  'https://user@wallet.example',
  'https://user:pass@wallet.example',
  'https://:pass@wallet.example',
  'wally://user@wc',
  'https:\\\\wallet.example',
  'https://wallet.example\\@evil.example',
  'https://wal\u0000let.example',
  'https://wallet.example/\r\nSet-Cookie:x',
  'https://',
  '//wallet.example',
  'wallet.example',
  '',
])('%o stays closed', (url) => {
  expect(readLink(url, live)).toBeUndefined()
})

test('http opens only beside a frame that came over http', () => {
  expect(readLink('http://wallet.localhost/', { schemes: [], isDevelopment: true })).toBe('http://wallet.localhost/')
})

test('a forbidden scheme stays closed even when it was declared', () => {
  expect(readLink('javascript:alert(1)', { schemes: ['javascript'], isDevelopment: true })).toBeUndefined()
})

test('nothing but https and declared schemes ever comes out, without credentials', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl({ withFragments: true }),
        fc.string(),
        fc
          .tuple(fc.constantFrom('https:', 'wally:', 'javascript:', 'data:'), fc.string())
          .map((parts) => parts.join('')),
      ),
      (text) => {
        const href = readLink(text, live)
        if (href === undefined) return
        const url = new URL(href)
        expect(['https:', 'wally:']).toContain(url.protocol)
        expect(url.username + url.password).toBe('')
      },
    ),
    { numRuns: 5000 },
  )
})

describe('the page', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const page = (isActive: boolean) => {
    const opened = vi.fn()
    vi.stubGlobal('navigator', { userActivation: { isActive } })
    vi.stubGlobal('location', { assign: (url: string) => void opened('in place', url) })
    vi.stubGlobal('window', { open: (url: string, _: string, how: string) => void opened(how, url) })
    return opened
  }

  test('opens addresses in a new tab and other applications in place', async () => {
    const opened = page(true)
    await openLink({ url: 'https://wallet.example/', target: 'blank' }, live)
    await openLink({ url: 'wally://wc', target: 'self' }, live)
    expect(opened.mock.calls).toEqual([
      ['noopener,noreferrer', 'https://wallet.example/'],
      ['in place', 'wally://wc'],
    ])
  })

  test.each(['https://evil.example/', 'http://evil.localhost/'])('is not led away to %s', async (url) => {
    const opened = page(true)
    await expect(openLink({ url, target: 'self' }, policyOf({ isDevelopment: true }))).rejects.toThrow(
      expect.objectContaining({ code: 'BAD_URL' }),
    )
    expect(opened).not.toHaveBeenCalled()
  })

  test.each(['blank', 'self'] as const)('opens nothing without a click (%s)', async (target) => {
    const opened = page(false)
    await expect(openLink({ url: 'wally://wc', target }, live)).rejects.toThrow(
      expect.objectContaining({ code: 'NEEDS_CLICK' }),
    )
    expect(opened).not.toHaveBeenCalled()
  })

  test.each(Object.entries(elsewhere))('opens nothing for a press %s [C351]', async (_, pressed) => {
    const opened = page(true)
    const links = [
      { url: 'https://wallet.example/', target: 'blank' },
      { url: 'wally://wc', target: 'self' },
    ] as const
    for (const link of links)
      await expect(openLink(link, { ...live, pressed })).rejects.toThrow(
        expect.objectContaining({ code: 'NEEDS_CLICK' }),
      )
    expect(opened).not.toHaveBeenCalled()
  })

  test('opens a site only when the press that opened the modal is over [C351]', async () => {
    vi.useFakeTimers()
    const opened = page(true)
    const site = { url: 'https://phishing.example/', target: 'blank' } as const
    const refused = expect(openLink(site, { ...live, shownMs: () => 700 })).rejects.toThrow(
      expect.objectContaining({ code: 'NEEDS_CLICK' }),
    )
    vi.stubGlobal('navigator', { userActivation: { isActive: false } })
    await vi.advanceTimersByTimeAsync(4_550)
    await refused
    expect(opened).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { userActivation: { isActive: true } })
    const opening = openLink(site, { ...live, shownMs: () => 700 })
    await vi.advanceTimersByTimeAsync(4_549)
    expect(opened).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await opening).toEqual({ opened: true })
    expect(opened).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  test('opens windows and nothing else in a browser that does not say whether there was a press [C351]', async () => {
    const opened = page(true)
    vi.stubGlobal('navigator', {})
    await openLink({ url: 'https://wallet.example/', target: 'blank' }, live)
    await expect(openLink({ url: 'wally://wc', target: 'self' }, live)).rejects.toMatchObject({ code: 'NEEDS_CLICK' })
    expect(opened.mock.calls).toEqual([['noopener,noreferrer', 'https://wallet.example/']])
  })

  test('opens for a press in an embed', async () => {
    const opened = page(true)
    await openLink(
      { url: 'wally://wc', target: 'self' },
      { ...live, pressed: { ...inFrame, isOpen: false, inline() {} } },
    )
    expect(opened).toHaveBeenCalledOnce()
  })
})

describe('a request of the page that waits in a wallet', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const closed = { ...inFrame, isOpen: false }
  const wallet = 'https://kestrel.example/app/'
  const code = `uri=wc%3A${'0f'.repeat(32)}%402%3Frelay-protocol%3Dirn`
  const waiting = { url: `${wallet}wc?requestId=17&sessionTopic=${'0f'.repeat(32)}`, target: 'blank' } as const
  const page = (userAgent = 'Mozilla/5.0 (iPhone)') => {
    const opened: string[] = []
    vi.stubGlobal('navigator', { userActivation: { isActive: true }, userAgent })
    vi.stubGlobal('window', { open: (url: string) => void opened.push(url) })
    return opened
  }
  const refused = expect.objectContaining({ code: 'NEEDS_CLICK' }) as Error

  test('goes on there with the page’s own press, once the user has opened that wallet from the frame [C351]', async () => {
    const opened = page()
    let isAsked = true
    const policy = policyOf({ isAsked: () => isAsked })
    await expect(openLink(waiting, { ...policy, pressed: closed })).rejects.toThrow(refused)
    await openLink({ url: `${wallet}wc?${code}`, target: 'blank' }, policy)
    await openLink(waiting, { ...policy, pressed: closed })
    expect(opened).toHaveLength(2)
    isAsked = false
    await expect(openLink(waiting, { ...policy, pressed: closed })).rejects.toThrow(refused)
    expect(opened).toHaveLength(2)
  })

  test('on a computer needs a press in the frame, although that wallet was opened from it [C351]', async () => {
    const opened = page('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0')
    const policy = policyOf({ isAsked: () => true, opened: new Set([wallet]) })
    await expect(openLink(waiting, { ...policy, pressed: closed })).rejects.toThrow(refused)
    expect(opened).toEqual([])
  })

  test.each([
    `https://other.example/app/wc?requestId=17&sessionTopic=${'0f'.repeat(32)}`,
    `${wallet}wc?requestId=17&sessionTopic=${'0f'.repeat(32)}&to=evil`,
    `${wallet}wc?${code}`,
    `${wallet}`,
  ])('does not open %s without a press in the frame [C351]', async (url) => {
    const opened = page()
    const policy = policyOf({ isAsked: () => true, opened: new Set([wallet]) })
    await expect(openLink({ url, target: 'blank' }, { ...policy, pressed: closed })).rejects.toThrow(refused)
    expect(opened).toEqual([])
  })
})
