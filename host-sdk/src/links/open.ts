/**
 * Opens a link of the frame from the page, within about five seconds after a press in the frame. Without such a press
 * nothing opens, and the page is not navigated: same-tab links only start another app. The only exception, on phones, is a
 * wallet that opens the page in its own browser.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { readIntent, readPairingLink } from '@airlock/protocol/scalars/pairing-links.ts'
import { quietly } from '../dom.ts'
import { expectOwnPress, expectPress, hasPress, type Pressed } from '../press.ts'
import type { Presses, PressRound } from '../press-round.ts'
import { browseLink } from './browse.ts'
import { encodeTwice, isPhone, isTelegram, isWebKit } from './phone.ts'
import { type LinkPolicy, readLink } from './rule.ts'

export interface OpenPolicy extends LinkPolicy {
  readonly pressed: Pressed
  readonly presses: Presses
  /** How long the frame has been shown. */
  readonly shownMs: () => number
  /** Links of wallets, without their code, that the user has opened by a press in the frame. */
  readonly opened: Set<string>
  /** Where this tab remembers them over a reload. */
  readonly keptAs?: string | undefined
  /** A request of the page waits for its answer. */
  readonly isAsked: () => boolean
}

/** Opens a request that waits in a wallet. Group 1 is the wallet's link. */
const request = /^(.+)wc\?requestId=\d{1,20}&sessionTopic=[0-9a-f]{64}$/
const pairing = /^(.+)wc\?uri=[^/?]+$/

export async function openLink({ url, target }: { url: string; target: 'blank' | 'self' }, policy: OpenPolicy) {
  const browse = target === 'self' ? browseLink(url) : undefined
  if (browse === 'present') return { opened: false }
  const plain = readIntent(url)
  const href = browse?.href ?? readLink(url, policy) ?? readPairingLink(plain)
  if (!href || (target === 'self' && !browse && /^https?:/.test(href))) throw new AirlockError('BAD_URL')
  const press = await expectPressFor(href, target === 'self', policy)
  const inTelegram = isTelegram()
  await press.run(() => {
    if (browse) location.assign(href)
    else if (target === 'self' && !inTelegram) location.assign(plain === url ? href : url)
    else {
      const address = inTelegram && /android/i.test(navigator.userAgent) ? encodeTwice(href) : href
      // With `noopener` the result is null even on success; the press tells beforehand whether the browser allows it.
      window.open(address, '_blank', 'noopener,noreferrer')
    }
  })
  return { opened: true }
}

/**
 * A press in the page counts for one thing: on a phone, what the page then asks of a wallet goes on in that wallet, if the user has opened
 * it from the frame before. There nobody is kept waiting on the way to a wallet, which is often chosen soon after the modal has opened.
 */
async function expectPressFor(href: string, isApp: boolean, policy: OpenPolicy): Promise<PressRound> {
  const { pressed, presses, opened, shownMs, isAsked } = policy
  const [, known] = request.exec(href) ?? []
  if (known !== undefined) for (const link of readKept(policy)) opened.add(link)
  if (isPhone() && known !== undefined && opened.has(known) && isAsked() && hasPress(!isApp))
    return expectOpen(presses.page, isApp)
  const [, wallet = known] = pairing.exec(href) ?? []
  // WebKit itself opens nothing for a press that was not in the frame, and would not if we waited.
  if ((isWebKit() && !isApp) || (isPhone() && (isApp || wallet !== undefined))) expectPress(pressed, !isApp)
  else await expectOwnPress(pressed, shownMs(), !isApp)
  const press = expectOpen(presses.frame, isApp)
  if (wallet === undefined) return press
  opened.add(wallet)
  const { keptAs } = policy
  if (keptAs) quietly(() => sessionStorage.setItem(keptAs, JSON.stringify([...opened].slice(-mostKept))))
  return press
}

/** WebKit does not say that it has opened no window. */
function expectOpen(press: PressRound, isApp: boolean): PressRound {
  if (isWebKit() && !isApp && !press.isOpen) throw new AirlockError('NEEDS_CLICK')
  return press
}

const mostKept = 8

function readKept({ keptAs }: OpenPolicy): readonly string[] {
  const kept: unknown = keptAs && quietly((): unknown => JSON.parse(sessionStorage.getItem(keptAs) ?? '[]'))
  return Array.isArray(kept) ? kept.filter((link) => typeof link === 'string').slice(-mostKept) : []
}
