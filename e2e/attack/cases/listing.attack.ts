/** A hostile listing: none of its links is opened unless it is valid, and none of its pictures runs code or sends requests. */
import { opened } from '../../pages/connected.ts'
import { serveHostileListing } from '../hostile/listing.ts'
import { expect, test } from '../test.ts'

test('hostile entries: none runs, misleads, or replaces another', {
  tag: ['@T17', '@T18'],
}, async ({ parts, page, world, strangers, violations }) => {
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(error.message))
  const leak = strangers.origin('leak')
  await serveHostileListing(page, world, leak)
  const { modal } = await opened(parts, world.listed)
  await modal.button(/^All Wallets/).click()
  await modal.expectView('All Wallets')
  const tile = (name: string) =>
    modal.frame.getByRole('list', { name: /^Wallets/ }).getByRole('button', { name, exact: true })
  await expect(tile('Lookalikes')).toBeVisible()
  // The picture that contains a script is drawn as a picture.
  await expect(tile('Honest').locator('img')).toHaveJSProperty('naturalWidth', 96)
  const names = await modal.frame
    .getByRole('list', { name: /^Wallets/ })
    .getByRole('button')
    .evaluateAll((tiles) => tiles.map((one) => one.getAttribute('aria-label') ?? one.textContent))
  expect(names).toContain('Honest')
  for (const absent of ['Not Honest', 'Path', '7', '', 'Deep', 'MetaMask', 'Crowd 59'])
    expect(names).not.toContain(absent)
  for (const name of names) expect(name).toMatch(/^[\p{L}\p{N} …]+$/u)

  const linksOf = async (name: string) => {
    await tile(name).click()
    await modal.expectView(`Get ${name}`)
    // The view is rendered after its title.
    await expect(
      modal.text(new RegExp(`^(Get ${name} only from these pages|The list names no page for ${name})`)),
    ).toBeVisible()
    const links = await modal.frame
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    await modal.back.click()
    await modal.expectView('All Wallets')
    return links
  }
  expect(await linksOf('Honest')).toEqual([
    'https://apps.apple.com/app/id1',
    'https://play.google.com/store/apps/details?id=app',
    'https://honest.example/',
  ])
  expect(await linksOf('Scripts')).toEqual([])
  expect(await linksOf('Lookalikes')).toEqual([])
  expect(await linksOf('Plain')).toEqual([])
  expect(strangers.asked()).toEqual([])
  expect(violations.of(world.origins.modal)).toEqual([])
  expect(uncaught).toEqual([])
})

for (const [name, answer] of Object.entries({
  'is larger than any list': { json: { count: 1, data: [{ id: 'a', name: 'A'.repeat(5_000_000) }] } },
  'nests without end': {
    contentType: 'application/json',
    body: `{"count":1,"data":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
  },
  'names prototypes': {
    contentType: 'application/json',
    body: '{"count":1,"data":[{"id":"a","name":"Alpha","__proto__":{"homepage":"https://evil.example/"}}]}',
  },
  'is no list': { json: { count: 1, data: { length: 1, 0: { id: 'a', name: 'Alpha' } } } },
}))
  test(`an answer that ${name} is rejected, and the modal still works`, { tag: '@T17' }, async ({ parts }) => {
    const { page, world } = parts
    const { modal } = await opened(parts, world.listed)
    const row = modal.button(/^All Wallets/)
    await expect(row).toBeVisible()
    const headers = { 'Access-Control-Allow-Origin': world.origins.modal }
    await page.route(`${world.origins.api}/getWallets?*`, (route) => route.fulfill({ headers, ...answer }))
    await row.click()
    await expect(modal.outcome).toHaveText('The list couldn’t be loaded')
    await page.unroute(`${world.origins.api}/getWallets?*`)
    await modal.button('Try again').click()
    await expect(modal.frame.getByRole('button', { name: 'MetaMask', exact: true })).toBeVisible()
  })
