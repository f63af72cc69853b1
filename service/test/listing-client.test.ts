/** The modal's own client against this service: the client accepts the service's answers. */
import { afterEach, expect, test, vi } from 'vitest'
import { fetchImage, fetchWallets } from '../../frame-app/src/modal/core/api/listing.ts'
import { createTally } from '../src/analytics/tally.ts'
import { createApiApp } from '../src/api/app.ts'
import { parseProjects } from '../src/frames/projects.ts'
import { wallets } from '../src/listing/wallets.ts'
import { production } from './records.ts'

const service = { base: 'https://api.example', projectId: 'shop', sdkVersion: 'html-universal-1' }
const { signal } = new AbortController()
afterEach(() => vi.unstubAllGlobals())

function connect() {
  const app = createApiApp({
    projects: parseProjects([production]),
    origins: ['https://modal.example'],
    tally: createTally(),
    isAnalyticsEnabled: () => true,
  })
  vi.stubGlobal('fetch', (url: string) => app.request(url, { headers: { Origin: 'https://modal.example' } }))
}

test('every bundled wallet reaches the modal with all its links, and has a picture there', async () => {
  connect()
  const { wallets: read, count } = await fetchWallets(service, { page: 1, entries: 100 }, signal)
  expect(count).toBe(wallets.length)
  expect(read.map(({ id, name, rdns, imageId, chains }) => [id, name, rdns ?? null, imageId, chains])).toEqual(
    wallets.map(({ id, name, rdns, image_id, chains }) => [id, name, rdns, image_id, chains]),
  )
  for (const [index, wallet] of wallets.entries()) {
    const links = [
      [read[index]?.mobileLink, wallet.mobile_link],
      [read[index]?.universalLink, wallet.link_mode],
      [read[index]?.desktopLink, wallet.desktop_link],
      [read[index]?.webappLink, wallet.webapp_link],
      [read[index]?.appStore, wallet.app_store],
      [read[index]?.playStore, wallet.play_store],
      [read[index]?.chromeStore, wallet.chrome_store],
    ] as const
    for (const [link, written] of links) expect(link === undefined, `${wallet.name} ${written}`).toBe(written === null)
    const picture = await fetchImage(service, 'wallet', wallet.image_id, signal)
    expect(picture.type).toBe('image/svg+xml')
  }
})

test('a refusal is a failure with its status', async () => {
  connect()
  await expect(
    fetchWallets({ ...service, projectId: 'unknown' }, { page: 1, entries: 4 }, signal),
  ).rejects.toMatchObject({
    code: 'NETWORK',
    data: { status: 403 },
  })
})
