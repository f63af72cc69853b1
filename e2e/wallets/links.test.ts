/** Both ends of a wallet's link: the page opens the links that the modal builds from the listing. */
import { readPairingLink } from '@airlock/protocol/scalars/pairing-links.ts'
import { wallets } from '@airlock/service/listing/wallets.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readListedWallet } from '../../frame-app/src/modal/core/api/listed-wallet.ts'
import {
  addressOf,
  linkWithoutCode,
  pairingLink,
  requestLink,
} from '../../frame-app/src/modal/features/pairing/walletconnect/links.ts'
import { openLink } from '../../host-sdk/src/links/open.ts'
import { readLink } from '../../host-sdk/src/links/rule.ts'
import { policyOf } from '../../host-sdk/test/support.ts'

const topic = '0f'.repeat(32)
const uri = `wc:${topic}@2?expiryTimestamp=1789000000&relay-protocol=irn&symKey=${'ab'.repeat(32)}`
const nothingDeclared = { schemes: [], isDevelopment: false }

test('every link of every bundled wallet is opened, as it was built', () => {
  const links = wallets.flatMap((entry) => {
    const wallet = readListedWallet(entry)
    if (!wallet) throw new Error(`${entry.name} cannot be read`)
    // Both forms of a phone's link.
    const native = { ...wallet, universalLink: undefined }
    return [
      pairingLink(wallet, 'mobile', uri),
      pairingLink(native, 'mobile', uri),
      pairingLink(wallet, 'web', uri),
      pairingLink(wallet, 'desktop', uri),
    ].flatMap((link) => (link ? [link.href, requestLink(linkWithoutCode(link), 1789000000123456, topic).href] : []))
  })
  expect(links.length).toBeGreaterThan(280)
  const refused = links.filter(
    (href) => (readLink(href, nothingDeclared) ?? readPairingLink(href)) !== new URL(href).href,
  )
  expect(refused).toEqual([])
})

const userAgents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  Android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  // The browser inside another app, which need not know intents.
  'Android app':
    'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 390.0.0.0',
} as const

describe.each(Object.entries(userAgents))('on an %s', (device, userAgent) => {
  afterEach(() => void vi.unstubAllGlobals())

  test.each(wallets.map((entry) => [entry.name, entry] as const))(
    '%s is opened in the way that fits',
    async (_, entry) => {
      const opened: (readonly [string, string])[] = []
      vi.stubGlobal('navigator', { userActivation: { isActive: true }, userAgent, maxTouchPoints: 5 })
      vi.stubGlobal('location', { assign: (url: string) => void opened.push(['in place', url]) })
      vi.stubGlobal('window', { open: (url: string) => void opened.push(['new tab', url]) })
      const wallet = readListedWallet(entry)
      if (!wallet) throw new Error(`${entry.name} cannot be read`)
      const link = pairingLink(wallet, 'mobile', uri)
      expect(link === undefined).toBe(!entry.link_mode && !entry.mobile_link)
      if (!link) return
      await openLink({ url: addressOf(link), target: link.target }, policyOf())
      if (entry.link_mode) return expect(opened).toEqual([['new tab', new URL(link.href).href]])
      const app = entry.play_store && new URL(entry.play_store).searchParams.get('id')
      const [scheme = '', rest = ''] = link.href.split(/:(.*)/)
      const inIntent = `intent:${rest}#Intent;scheme=${scheme};package=${app};end`
      expect(opened).toEqual([['in place', device === 'Android' && app ? inIntent : link.href]])
    },
  )
})
