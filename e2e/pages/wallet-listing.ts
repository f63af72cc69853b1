/** A listing of many wallets in place of the world's, as large as the hosted one. */
import type { Page } from '@playwright/test'
import type { World } from '../world/world.ts'

/** @returns the numbers of the requested pages of forty, in order */
export async function serveWallets(page: Page, world: World, total: number): Promise<readonly number[]> {
  const asked: number[] = []
  const headers = { 'Access-Control-Allow-Origin': world.origins.modal }
  await page.route(`${world.origins.api}/getWallets?*`, (route) => {
    const query = new URL(route.request().url()).searchParams
    const [at, entries] = [Number(query.get('page')), Number(query.get('entries'))]
    const excluded = query.get('exclude')?.split(',') ?? []
    const search = query.get('search')?.toLowerCase() ?? ''
    const all = Array.from({ length: total }, (_, index) => ({
      id: `w${index}`,
      name: `Wallet ${index}`,
      image_id: `i${index}`,
    }))
    const fitting = all.filter(({ id, name }) => !excluded.includes(id) && name.toLowerCase().includes(search))
    if (entries === 40) asked.push(at)
    return route.fulfill({
      headers,
      json: { count: fitting.length, data: fitting.slice((at - 1) * entries, at * entries) },
    })
  })
  return asked
}
