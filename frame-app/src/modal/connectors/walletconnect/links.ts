/**
 * The address that brings a pairing code to one wallet: `<its link>/wc?uri=<code>` (HTTP facts §13). The link has been judged when the
 * listing was read and the code when it was made; what is put together of them is judged once more by the page that opens it.
 */
import type { ListedWallet } from '../../api/listed-wallet.ts'

export interface PairingLink {
  readonly href: string
  /** `self` starts an app and leaves the page where it is. An address of the web never takes the page's place. */
  readonly target: 'self' | 'blank'
}

export type LinkedPlatform = 'mobile' | 'web' | 'desktop'

/** The app's address of the web comes first: no other app can claim it. */
export const mobileLinkOf = ({ universalLink, mobileLink }: ListedWallet): string | undefined =>
  universalLink ?? mobileLink

/** `undefined` where the wallet has no link for the platform. */
export function pairingLink(wallet: ListedWallet, platform: LinkedPlatform, uri: string): PairingLink | undefined {
  const link = { mobile: mobileLinkOf(wallet), web: wallet.webappLink, desktop: wallet.desktopLink }[platform]
  if (link === undefined) return undefined
  const href = `${link.endsWith('/') ? link : `${link}/`}wc?uri=${encodeURIComponent(uri)}`
  return { href, target: platform === 'mobile' && !isWeb(link) ? 'self' : 'blank' }
}

const isWeb = (link: string) => link.startsWith('https:')
