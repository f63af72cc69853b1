/** A test's own wallet listing in place of the world's, and one fictional wallet with a link of every kind. */
import type { Page } from '@playwright/test'
import type { World } from '../world/world.ts'

export type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string }

export const kestrel: Entry = {
  id: 'kestrel',
  name: 'Kestrel Wallet',
  homepage: 'https://kestrel.example/',
  rdns: 'example.kestrel',
  mobile_link: 'kestrel://',
  desktop_link: 'kestrel-desktop://',
  webapp_link: 'https://web.kestrel.example/',
  app_store: 'https://apps.apple.com/app/kestrel',
  play_store: 'https://play.google.com/store/apps/details?id=example.kestrel',
  chrome_store: 'https://chromewebstore.google.com/detail/kestrel',
}

/** Answers like the service: filters by inclusion, exclusion and search, and returns one page. Returns the queries received. */
export async function serveListing(page: Page, world: World, entries: readonly Entry[]): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = []
  const headers = { 'Access-Control-Allow-Origin': world.origins.modal }
  await page.route(`${world.origins.api}/getWallets?*`, (route) => {
    const query = new URL(route.request().url()).searchParams
    asked.push(query)
    const ids = (name: string) => query.get(name)?.split(',')
    const [at, size] = [Number(query.get('page')), Number(query.get('entries'))]
    const search = query.get('search')?.toLowerCase() ?? ''
    const fitting = entries.filter(
      ({ id, name }) =>
        (ids('include')?.includes(id) ?? true) && !ids('exclude')?.includes(id) && name.toLowerCase().includes(search),
    )
    return route.fulfill({ headers, json: { count: fitting.length, data: fitting.slice((at - 1) * size, at * size) } })
  })
  return asked
}
