/** A wallet on the user's own phone: its row in the connect view, and the app that it opens. */
import type { BrowserContext, Page } from '@playwright/test'
import type { HostPage } from '../setup/pages.ts'
import type { World } from '../world/world.ts'
import { opened } from './connected.ts'
import { type Leaving, watchLeaving } from './leaving.ts'
import { type Entry, kestrel, serveListing } from './listing.ts'

type Parts = { readonly host: HostPage; readonly page: Page; readonly world: World }

export const native: Entry = { ...kestrel, webapp_link: null, desktop_link: null }
export const universal: Entry = { ...native, link_mode: 'https://app.kestrel.example/link' }

/** Opens the connect view with this wallet; its row contains the code as soon as there is one. */
export async function openWith(parts: Parts, entry: Entry, options: Readonly<Record<string, unknown>> = {}) {
  await serveListing(parts.page, parts.world, [entry])
  const left = await watchLeaving(parts.page)
  const { dapp, modal } = await opened(parts, {
    ...parts.world.showcase,
    featuredWalletIds: [entry.id],
    ...options,
  })
  const row = modal.frame.getByRole('list', { name: 'Wallets', exact: true }).getByRole('link', { name: entry.name })
  return { dapp, modal, left, row }
}

/** Serves the pages of wallets, so that nothing leaves the machine. */
export const serveWeb = (context: BrowserContext) =>
  context.route(/^https:\/\/([a-z.]+\.example|phantom\.app|solflare\.com)\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A wallet</title>' }),
  )

export const codeOf = (left: Pick<Leaving, 'url'> | undefined) =>
  decodeURIComponent(/\/wc\?uri=([^#]*)/.exec(left?.url ?? '')?.[1] ?? '')
