/**
 * The ways to reach a chosen wallet, in the order of its tabs. Pure, so that the rules can be
 * tested without a browser.
 */
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { browserOf } from '../../../session/state/browsers.ts'

/**
 * `browser`: installed in this browser; `unsupported`: could be installed. `mobile` is the app on this phone, `qrcode`
 * the app on another one; `browse`: the app opens the page in its own browser.
 */
export type Platform = 'browse' | 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

/** Alternatives share a tab: an extension that is installed or not, an app on this phone or on another one. */
export type PlatformTab = 'browser' | 'mobile' | 'web' | 'desktop'

export interface Surroundings {
  readonly isMobile: boolean
  readonly isInstalled: boolean
  /** Pairing without chain adapters: installed wallets cannot be used. */
  readonly basic: boolean
  readonly namespace: Namespace
}

export function platformsOf(
  wallet: Pick<ListedWallet, 'id' | 'mobileLink' | 'universalLink' | 'webappLink' | 'desktopLink' | 'rdns'>,
  { isMobile, isInstalled, basic, namespace }: Surroundings,
): readonly Platform[] {
  if (isMobile && !isInstalled && browserOf(wallet.id, namespace) !== undefined) return ['browse']
  const hasApp = wallet.mobileLink !== undefined || wallet.universalLink !== undefined
  const platforms: Platform[] = []
  if (isInstalled && !basic) platforms.push('browser')
  if (hasApp) platforms.push(isMobile ? 'mobile' : 'qrcode')
  if (wallet.webappLink !== undefined) platforms.push('web')
  if (wallet.desktopLink !== undefined && !isMobile) platforms.push('desktop')
  // Browsers on phones have no extensions, so there it is only listed if there is no other way.
  const couldBeInstalled = wallet.rdns !== undefined && !isInstalled && !basic
  if (couldBeInstalled && (!isMobile || platforms.length === 0)) platforms.push('unsupported')
  return platforms
}

export const tabOf = (platform: Platform): PlatformTab =>
  platform === 'qrcode' || platform === 'browse' ? 'mobile' : platform === 'unsupported' ? 'browser' : platform

/** Whether this platform needs a pairing code. */
export const isPaired = (platform: Platform): boolean =>
  platform !== 'browse' && platform !== 'browser' && platform !== 'unsupported'

/** Where to get the wallet: one page that fits this device, or the list of all pages. */
export function whereToGet(
  wallet: Pick<ListedWallet, 'appStore' | 'playStore' | 'chromeStore' | 'homepage'>,
  device: 'android' | 'apple' | 'other',
): { href: string } | 'list' | undefined {
  const store = { android: wallet.playStore, apple: wallet.appStore, other: undefined }[device]
  if (store !== undefined) return { href: store }
  const all = [wallet.chromeStore, wallet.appStore, wallet.playStore, wallet.homepage].filter(
    (link) => link !== undefined,
  )
  const [only] = all
  if (only === undefined) return undefined
  if (device !== 'other' && wallet.homepage !== undefined) return { href: wallet.homepage }
  return all.length === 1 ? { href: only } : 'list'
}
