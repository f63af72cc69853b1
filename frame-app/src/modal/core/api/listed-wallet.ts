/**
 * A validated wallet of a listing. The listing may be hostile (T17): an entry that cannot be shown is dropped, a link that
 * may not be opened is omitted, and names are cleaned. The host checks links again before it opens them.
 */

import type { CustomWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { isAppScheme } from '@airlock/protocol/scalars/app-schemes.ts'
import { type Caip2, isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import { Id, Rdns } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { toDisplayText } from '../../../shared/format/display-text.ts'

export interface ListedWallet {
  readonly id: string
  readonly name: string
  readonly imageId: string | undefined
  /** Only set for wallets that the app's developer lists (`customWallets`). */
  readonly icon?: string | undefined
  readonly isCertified: boolean
  readonly chains: readonly Caip2[]
  readonly rdns: string | undefined
  readonly homepage: string | undefined
  /** An app's own scheme, or an https address that the app takes over. */
  readonly mobileLink: string | undefined
  readonly universalLink: string | undefined
  readonly desktopLink: string | undefined
  readonly webappLink: string | undefined
  readonly appStore: string | undefined
  readonly playStore: string | undefined
  readonly chromeStore: string | undefined
}

const maxLink = 512
const maxChains = 200

/** Anything but a string counts as absent. */
const Text = z.catch(z.nullish(z.string()), undefined)

const Entry = z.object({
  id: Id,
  name: z.string().check(z.minLength(1), z.maxLength(512)),
  image_id: Text,
  badge_type: Text,
  chains: z.catch(z.nullish(z.array(z.unknown()).check(z.maxLength(2000))), undefined),
  rdns: Text,
  homepage: Text,
  mobile_link: Text,
  link_mode: Text,
  desktop_link: Text,
  webapp_link: Text,
  app_store: Text,
  play_store: Text,
  chrome_store: Text,
})

/** `undefined` if the entry cannot be shown as a wallet. */
export function readListedWallet(input: unknown): ListedWallet | undefined {
  const parsed = z.safeParse(Entry, input)
  if (!parsed.success) return undefined
  const entry = parsed.data
  const name = toDisplayText(entry.name)
  if (name === '') return undefined
  return {
    id: entry.id,
    name,
    imageId: matching(Id, entry.image_id),
    isCertified: entry.badge_type === 'certified',
    chains: (entry.chains ?? []).filter((chain) => typeof chain === 'string' && isCaip2(chain)).slice(0, maxChains),
    rdns: matching(Rdns, entry.rdns),
    homepage: readWebLink(entry.homepage),
    mobileLink: readAppLink(entry.mobile_link),
    universalLink: readWebLink(entry.link_mode),
    desktopLink: readAppLink(entry.desktop_link),
    webappLink: readWebLink(entry.webapp_link),
    appStore: readStoreLink(entry.app_store, ['apps.apple.com', 'itunes.apple.com', 'testflight.apple.com']),
    playStore: readStoreLink(entry.play_store, ['play.google.com']),
    chromeStore: readStoreLink(entry.chrome_store, ['chromewebstore.google.com', 'chrome.google.com']),
  }
}

/** Back to the listing's form, for storage. When restored, it is validated like an answer of the listing. */
export const writeListedWallet = (wallet: ListedWallet): z.input<typeof Entry> => ({
  id: wallet.id,
  name: wallet.name,
  image_id: wallet.imageId,
  badge_type: wallet.isCertified ? 'certified' : undefined,
  chains: [...wallet.chains],
  rdns: wallet.rdns,
  homepage: wallet.homepage,
  mobile_link: wallet.mobileLink,
  link_mode: wallet.universalLink,
  desktop_link: wallet.desktopLink,
  webapp_link: wallet.webappLink,
  app_store: wallet.appStore,
  play_store: wallet.playStore,
  chrome_store: wallet.chromeStore,
})

/** A wallet that the developer lists, validated like any other. Its download links are the developer's. */
export function fromCustomWallet(custom: CustomWallet): ListedWallet | undefined {
  const { id, name, icon, rdns, homepage, mobileLink, desktopLink, webappLink } = custom
  const links = { mobile_link: mobileLink, desktop_link: desktopLink, webapp_link: webappLink }
  const wallet = readListedWallet({ id, name, rdns, homepage, ...links })
  return (
    wallet && {
      ...wallet,
      icon,
      appStore: readWebLink(custom.appStore),
      playStore: readWebLink(custom.playStore),
      chromeStore: readWebLink(custom.chromeStore),
    }
  )
}

const matching = (schema: z.ZodMiniType<string>, text: string | null | undefined): string | undefined =>
  schema.safeParse(text).data

/** An https link without user info, which could be mistaken for the host. */
export function readWebLink(text: string | null | undefined): string | undefined {
  const url = readUrl(text)
  return url?.protocol === 'https:' ? url.href : undefined
}

/** An https link or the scheme of an app, but never a scheme that the browser handles itself. */
export function readAppLink(text: string | null | undefined): string | undefined {
  // The listing writes `metamask:` and `metamask` too; both mean the bare scheme.
  const written = text && /^[a-z][a-z0-9+.-]{1,40}:?$/i.test(text) ? `${text.replace(':', '')}://` : text
  const url = readUrl(written)
  if (!written || !url || url.protocol === 'https:') return url?.href
  const scheme = written.slice(0, written.indexOf(':'))
  return isAppScheme(scheme) && written.startsWith(`${scheme}://`) ? written : undefined
}

/** Only links to these hosts count as store links, whatever the listing says. */
function readStoreLink(text: string | null | undefined, hosts: readonly string[]): string | undefined {
  const link = readWebLink(text)
  return link !== undefined && hosts.includes(new URL(link).host) ? link : undefined
}

function readUrl(text: string | null | undefined): URL | undefined {
  // The URL parser drops tabs and newlines silently, and reads a backslash as a slash.
  if (!text || text.length > maxLink || /[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.username || url.password ? undefined : url
}
