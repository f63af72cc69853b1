import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openLink } from '../src/links/open.ts'
import { readLink } from '../src/links/rule.ts'

const live = { schemes: ['wally'], isDevelopment: false }

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

  test('opens addresses in a new tab and other applications in place', () => {
    const opened = page(true)
    openLink({ url: 'https://wallet.example/', target: 'blank' }, live)
    openLink({ url: 'wally://wc', target: 'self' }, live)
    expect(opened.mock.calls).toEqual([
      ['noopener,noreferrer', 'https://wallet.example/'],
      ['in place', 'wally://wc'],
    ])
  })

  test.each(['https://evil.example/', 'http://evil.localhost/'])('is not led away to %s', (url) => {
    const opened = page(true)
    expect(() => openLink({ url, target: 'self' }, { schemes: [], isDevelopment: true })).toThrow(
      expect.objectContaining({ code: 'BAD_URL' }),
    )
    expect(opened).not.toHaveBeenCalled()
  })

  test.each(['blank', 'self'] as const)('opens nothing without a click (%s)', (target) => {
    const opened = page(false)
    expect(() => openLink({ url: 'wally://wc', target }, live)).toThrow(
      expect.objectContaining({ code: 'NEEDS_CLICK' }),
    )
    expect(opened).not.toHaveBeenCalled()
  })
})
