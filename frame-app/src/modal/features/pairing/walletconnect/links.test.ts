import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readListedWallet } from '../../../core/api/listed-wallet.ts'
import { linkWithoutCode, pairingLink, requestLink } from './links.ts'

const uri = `wc:${'0f'.repeat(32)}@2?expiryTimestamp=1789000000&relay-protocol=irn&symKey=${'ab'.repeat(32)}`
const code = encodeURIComponent(uri)

function wallet(links: Readonly<Record<string, string>>) {
  const read = readListedWallet({ id: 'kestrel', name: 'Kestrel', ...links })
  if (!read) throw new Error('no wallet')
  return read
}

describe('the link of each platform', () => {
  test.each([
    ['metamask://', 'metamask://wc?uri='],
    ['metamask:', 'metamask://wc?uri='],
    ['metamask', 'metamask://wc?uri='],
    ['okxwallet://main', 'okxwallet://main/wc?uri='],
    ['app://wc', 'app://wc/wc?uri='],
    ['robinhood-wallet://', 'robinhood-wallet://wc?uri='],
    ['by://open/route?targetUrl=by://web3/walletconnect/', 'by://open/route?targetUrl=by://web3/walletconnect/wc?uri='],
  ])('%s starts the app in place', (mobile_link, start) => {
    expect(pairingLink(wallet({ mobile_link }), 'mobile', uri)).toEqual({ href: start + code, target: 'self' })
  })

  test.each([
    [{ mobile_link: 'https://kestrel.example' }, 'https://kestrel.example/wc?uri='],
    [{ mobile_link: 'kestrel://', link_mode: 'https://kestrel.example/app' }, 'https://kestrel.example/app/wc?uri='],
    [{ link_mode: 'https://kestrel.example/wc/' }, 'https://kestrel.example/wc/wc?uri='],
  ])('%o is an address of the web, in a new tab', (links, start) => {
    expect(pairingLink(wallet(links), 'mobile', uri)).toEqual({ href: start + code, target: 'blank' })
  })

  test('a page and a desktop app have a tab of their own', () => {
    const links = { webapp_link: 'https://kestrel.example/', desktop_link: 'kestrel://' }
    expect(pairingLink(wallet(links), 'web', uri)).toEqual({
      href: `https://kestrel.example/wc?uri=${code}`,
      target: 'blank',
    })
    expect(pairingLink(wallet(links), 'desktop', uri)).toEqual({ href: `kestrel://wc?uri=${code}`, target: 'blank' })
    expect(pairingLink(wallet(links), 'mobile', uri)).toBeUndefined()
  })
})

describe('the link of a request', () => {
  const topic = 'a0'.repeat(32)
  const asked = `requestId=1789000000123456&sessionTopic=${topic}`

  test.each([
    ['metamask://', 'metamask://wc?'],
    ['okxwallet://main', 'okxwallet://main/wc?'],
    ['app://wc', 'app://wc/wc?'],
  ])('%s comes forward in place', (mobile_link, start) => {
    const taken = pairingLink(wallet({ mobile_link }), 'mobile', uri)
    expect(taken && requestLink(linkWithoutCode(taken), 1789000000123456, topic)).toEqual({
      href: start + asked,
      target: 'self',
    })
  })

  test('is of the web where that was the way, in a new tab', () => {
    const taken = pairingLink(
      wallet({ mobile_link: 'kestrel://', link_mode: 'https://kestrel.example/app' }),
      'mobile',
      uri,
    )
    expect(taken && requestLink(linkWithoutCode(taken), 1789000000123456, topic)).toEqual({
      href: `https://kestrel.example/app/wc?${asked}`,
      target: 'blank',
    })
  })

  test.each([
    ['https://t.me/kestrel_bot', 'https://t.me/kestrel_bot?startapp='],
    ['https://t.me/kestrel_bot/app?x=1', 'https://t.me/kestrel_bot/app?x=1&startapp='],
  ])('%s, an app inside Telegram, is started with one value', (webapp_link, start) => {
    const taken = pairingLink(wallet({ webapp_link }), 'web', uri)
    const link = taken && requestLink(linkWithoutCode(taken), 1789000000123456, topic)
    expect(link?.target).toBe('blank')
    expect(link?.href.slice(0, start.length)).toBe(start)
    const value = link?.href.slice(start.length) ?? ''
    expect(value).toMatch(/^[\w-]+$/)
    expect(atob(value)).toBe(asked)
  })
})

const schemes =
  'javascript data blob file vbscript about view-source intent http https ftp tel sms mailto ws kestrel metamask'
const nasty = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string(),
  fc.constantFrom(
    'javascript:alert(1)',
    'javascript://kestrel.example/%0aalert(1)',
    'JaVaScRiPt:alert(1)//',
    'java\nscript:alert(1)',
    'javascript',
    'data:text/html,<script>alert(1)</script>',
    'data',
    'intent://x#Intent;scheme=javascript;end',
    'https://kestrel.example@evil.example',
    'https://kestrel.example\\@evil.example/',
    'https://user:secret@kestrel.example/',
    'https:evil.example',
    'https://evil.example?',
    'https://evil.example#',
    'https://evil.example/?next=',
    '//evil.example',
    'kestrel://user@evil/',
    'kestrel:////evil',
    'kestrel://javascript:alert(1)/',
    'kestrel://x#',
    'view-source:https://kestrel.example',
  ),
  fc
    .tuple(fc.constantFrom(...schemes.split(' ')), fc.constantFrom('', ':', ':/', '://', ':///'), fc.string())
    .map((parts) => parts.join('')),
)

test('no link of a listing, however hostile, leads anywhere but to its own place, and each that is built holds the whole code', () => {
  const built = { web: 0, app: 0 }
  fc.assert(
    fc.property(nasty, nasty, nasty, nasty, (mobile_link, link_mode, desktop_link, webapp_link) => {
      const one = wallet({ mobile_link, link_mode, desktop_link, webapp_link })
      for (const platform of ['mobile', 'web', 'desktop'] as const) {
        const link = pairingLink(one, platform, uri)
        if (!link) continue
        const source = { mobile: one.universalLink ?? one.mobileLink, web: one.webappLink, desktop: one.desktopLink }
        const [from, to] = [new URL(source[platform] ?? ''), new URL(link.href)]
        expect(link.href.endsWith(`/wc?uri=${code}`)).toBe(true)
        expect(to.protocol).toBe(from.protocol)
        expect(to.username + to.password).toBe('')
        if (to.protocol === 'https:') {
          built.web++
          expect(to.origin).toBe(from.origin)
          // A web URL never replaces the page.
          expect(link.target).toBe('blank')
        } else {
          built.app++
          expect(schemes.split(' ').slice(0, -2)).not.toContain(to.protocol.slice(0, -1))
        }
      }
    }),
    { numRuns: 3000 },
  )
  expect(built.web).toBeGreaterThan(100)
  expect(built.app).toBeGreaterThan(20)
})
