/**
 * The link that brings one wallet a pairing code, `<its link>/wc?uri=<code>`, or that brings the user to a request waiting there.
 * The wallet's link was validated with the listing and the code when it was created; the page validates the combined URL again
 * before it opens it.
 */

import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { startsIntents } from '../../../core/device.ts'
import type { WalletAppLink } from '../../../core/router/routes.ts'

export type LinkedPlatform = 'mobile' | 'web' | 'desktop'

/** The app's https link comes first, because no other app can claim it. */
export const mobileLinkOf = ({ universalLink, mobileLink }: ListedWallet): string | undefined =>
  universalLink ?? mobileLink

/** `undefined` if the wallet has no link for the platform. */
export function pairingLink(wallet: ListedWallet, platform: LinkedPlatform, uri: string): WalletAppLink | undefined {
  const link = { mobile: mobileLinkOf(wallet), web: wallet.webappLink, desktop: wallet.desktopLink }[platform]
  if (link === undefined) return undefined
  const href = `${link.endsWith('/') ? link : `${link}/`}wc?uri=${encodeURIComponent(uri)}`
  if (platform !== 'mobile' || isWeb(link)) return { href, target: 'blank' }
  const intent = intentOf(wallet, href)
  return { href, target: 'self', ...(intent && { intent }) }
}

/** Any app can claim a scheme, but no other app can have the package of the wallet's entry in the store. */
function intentOf({ playStore }: ListedWallet, href: string): string | undefined {
  const [, app] = /[?&]id=(\w+(?:\.\w+)+)/.exec(playStore ?? '') ?? []
  const at = href.indexOf(':')
  return app && `intent${href.slice(at)}#Intent;scheme=${href.slice(0, at)};package=${app};end`
}

/** What the page is asked to open. */
export const addressOf = ({ href, intent }: WalletAppLink): string =>
  intent !== undefined && startsIntents() ? intent : href

/** The wallet's own link, without the appended code. */
export const linkWithoutCode = ({ href }: WalletAppLink): string => href.slice(0, href.lastIndexOf('wc?uri='))

/**
 * The link of a request. The wallet receives the request over the relay; the link only brings it to the front and names
 * the request.
 */
export function requestLink(link: string, requestId: number, topic: string): WalletAppLink {
  const request = `requestId=${requestId}&sessionTopic=${topic}`
  const bare = link.endsWith('/') ? link.slice(0, -1) : link
  // An app inside Telegram is started with one value, which may contain little more than letters and digits.
  const href = link.startsWith('https://t.me/')
    ? `${bare}${bare.includes('?') ? '&' : '?'}startapp=${btoa(request).replaceAll('=', '')}`
    : `${bare}/wc?${request}`
  return { href, target: isWeb(link) ? 'blank' : 'self' }
}

const isWeb = (link: string) => link.startsWith('https:')
