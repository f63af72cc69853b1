/**
 * Opens a link of the frame from the page, within about five seconds after a click in the frame. Without such a click
 * nothing opens, and the page is not navigated: same-tab links only start another app. The only exception, on phones, is a
 * wallet that opens the page in its own browser.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { browseLink } from './browse.ts'
import { encodeTwice, isTelegram, readPairingLink } from './pairing.ts'
import { type LinkPolicy, readLink } from './rule.ts'

export function openLink({ url, target }: { url: string; target: 'blank' | 'self' }, policy: LinkPolicy) {
  const browse = target === 'self' ? browseLink(url) : undefined
  if (browse === 'present') return { opened: false }
  const href = readLink(url, policy) ?? readPairingLink(url)
  if (!href || (target === 'self' && !browse && /^https?:/.test(href))) throw new AirlockError('BAD_URL')
  // With `noopener` the result is null even on success, but user activation tells beforehand whether the browser allows it.
  if (navigator.userActivation?.isActive === false) throw new AirlockError('NEEDS_CLICK')
  const inTelegram = isTelegram()
  if (browse) location.assign(browse.href)
  else if (target === 'self' && !inTelegram) location.assign(href)
  else {
    const address = inTelegram && /android/i.test(navigator.userAgent) ? encodeTwice(href) : href
    window.open(address, '_blank', 'noopener,noreferrer')
  }
  return { opened: true }
}
