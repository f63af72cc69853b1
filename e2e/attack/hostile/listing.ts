/** A hostile listing in place of the world's: its names, links, counts and pictures imitate something else. */
import type { Page, Route } from '@playwright/test'
import type { World } from '../../world/world.ts'

const stores = { app: 'https://apps.apple.com/app/id1', play: 'https://play.google.com/store/apps/details?id=app' }

const links = (homepage: string, app: string, play: string, chrome: string) => ({
  homepage,
  app_store: app,
  play_store: play,
  chrome_store: chrome,
  mobile_link: null,
  desktop_link: null,
  webapp_link: null,
})

/** @param leak a URL that must never be requested */
export const hostileEntries = (leak: string): readonly unknown[] => [
  {
    id: 'honest',
    name: 'Honest',
    image_id: 'script',
    ...links('https://honest.example/', stores.app, stores.play, ''),
  },
  {
    id: 'scripts',
    name: 'Scripts',
    image_id: 'page',
    ...links(
      'javascript:fetch("/stolen")//',
      'data:text/html,<script>1</script>',
      'java\tscript:alert(1)',
      'blob:https://x.example/1',
    ),
  },
  {
    id: 'lookalikes',
    name: 'Lookalikes',
    image_id: 'endless',
    ...links(
      'https://honest.example@evil.example/',
      'https://apps.apple.com.evil.example/app/id1',
      'https://play.google.com@evil.example/store',
      'https://chromewebstore.google.com:444/detail/x',
    ),
  },
  {
    id: 'plain',
    name: 'Plain',
    image_id: 'elsewhere',
    ...links(
      'http://honest.example/',
      'http://apps.apple.com/',
      `${leak}/play`,
      'https://evil.example\\@chrome.google.com',
    ),
  },
  // Right-to-left marks make it read as another name; tag characters and a line break hide the rest.
  { id: 'marks', name: '\u202eksaMateM\u202c\u200b\u0000\nInstalled', image_id: `${leak}/picture` },
  { id: 'honest', name: 'Not Honest', homepage: 'https://evil.example/' },
  { id: '../../e', name: 'Path', image_id: '../../e' },
  { id: 'number', name: 7 },
  { id: 'empty', name: '\u200b\u200b' },
  { id: 'deep', name: { toString: 'Deep' } },
  null,
  7,
  'MetaMask',
  [],
  ...Array.from({ length: 60 }, (_, index) => ({ id: `crowd${index}`, name: `Crowd ${index}` })),
]

const svg = (leak: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" onload="fetch('${leak}/onload')"><script>fetch('${leak}/script')</script><image href="${leak}/image.png"/><rect width="96" height="96" fill="red"/></svg>`

/** Answers every request of the modal to its listing. */
export async function serveHostileListing(page: Page, world: World, leak: string): Promise<void> {
  const headers = { 'Access-Control-Allow-Origin': world.origins.modal }
  await page.route(`${world.origins.api}/getWallets?*`, (route) =>
    route.fulfill({ headers, json: { count: 1e15, data: hostileEntries(leak) } }),
  )
  const pictures: Readonly<Record<string, (route: Route) => Promise<void>>> = {
    script: (route) => route.fulfill({ headers, contentType: 'image/svg+xml', body: svg(leak) }),
    page: (route) => route.fulfill({ headers, contentType: 'text/html', body: `<script src="${leak}/page"></script>` }),
    endless: (route) => route.fulfill({ headers, contentType: 'image/png', body: Buffer.alloc(5_000_000) }),
    elsewhere: (route) => route.fulfill({ status: 302, headers: { ...headers, Location: `${leak}/elsewhere` } }),
  }
  await page.route(`${world.origins.api}/getWalletImage/*`, (route) => {
    const { pathname } = new URL(route.request().url())
    const answer = pictures[pathname.slice(pathname.lastIndexOf('/') + 1)]
    return answer ? answer(route) : route.fulfill({ status: 404, headers })
  })
}
