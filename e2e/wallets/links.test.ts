/** Both ends of a wallet's link: the page opens the links that the modal builds from the listing. */
import { wallets } from '@airlock/service/listing/wallets.ts'
import { expect, test } from 'vitest'
import { readListedWallet } from '../../frame-app/src/modal/core/api/listed-wallet.ts'
import {
  linkWithoutCode,
  pairingLink,
  requestLink,
} from '../../frame-app/src/modal/features/pairing/walletconnect/links.ts'
import { readPairingLink } from '../../host-sdk/src/links/pairing.ts'
import { readLink } from '../../host-sdk/src/links/rule.ts'

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
