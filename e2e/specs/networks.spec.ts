/** The list of networks: grouped, searchable when long, and usable before anything is connected. */
import { opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

const networksOf = (world: World, more: number) => [
  ...world.config.networks,
  ...Array.from({ length: more }, (_, index) => ({
    ...world.config.networks[0],
    id: 1000 + index,
    caipNetworkId: `eip155:${1000 + index}`,
    name: `Far ${index + 1}`,
    testnet: index % 2 === 1,
  })),
]

test('networks stand in groups: the active one, mainnets, testnets', async ({ host, page, world }) => {
  await host.create({ networks: networksOf(world, 4) })
  const opening = dappOn(page).open({ view: 'Networks' })
  const modal = await modalOn(page, world)
  await modal.expectView('Choose Network')
  const group = (name: string) => modal.frame.getByRole('region', { name }).getByRole('button')
  await expect(group('Active')).toHaveText([/Local One.*Selected/])
  await expect(group('Mainnets')).toHaveText(['Far 1', 'Far 3'].map((name) => new RegExp(name)))
  await expect(group('Testnets')).toHaveText(['Local Two', 'Far 2', 'Far 4'].map((name) => new RegExp(name)))
  await expect(modal.frame.getByRole('searchbox')).toHaveCount(0)
  await modal.close.click()
  expect(await opening).toBe('user')
})

test('eight networks and more have a search, by name and by id', async ({ host, page, world }) => {
  await host.create({ networks: networksOf(world, 6) })
  const opening = dappOn(page).open({ view: 'Networks' })
  const modal = await modalOn(page, world)
  const search = modal.frame.getByRole('searchbox', { name: 'Search network' })
  await expect(search).toBeFocused()
  await search.fill('1003')
  await expect(modal.network('Far 4')).toBeVisible()
  await expect(modal.network('Far 1')).toHaveCount(0)
  await search.fill('nowhere')
  await expect(modal.outcome).toHaveText('No network called “nowhere”')
  await modal.close.click()
  await opening
})

test('a network can be chosen before a wallet is connected', async ({ host, page, world }) => {
  await host.create()
  const dapp = dappOn(page)
  const opening = dapp.open({ view: 'Networks' })
  const modal = await modalOn(page, world)
  await modal.network(world.chains[1].name).click()
  await opening
  expect((await dapp.state()).network?.caipNetworkId).toBe(world.chains[1].caip2)
})

test('networks come and go while the modal is open', async ({ parts, world }) => {
  const { dapp, modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  await modal.close.click()
  await dapp.expectClosed()
  await dapp.call((airlock) => {
    const [first] = (Reflect.get(window, 'demoConfig') as { networks: Parameters<typeof airlock.addNetwork> }).networks
    airlock.addNetwork({ ...first, id: 77, caipNetworkId: 'eip155:77', name: 'Added' })
    airlock.removeNetwork('eip155:31338')
  })
  const opening = dapp.open({ view: 'Networks' })
  await expect(modal.network('Added')).toBeVisible()
  await expect(modal.network(world.chains[1].name)).toHaveCount(0)
  await modal.close.click()
  await opening
})

test('an adapter and its networks come and go while the modal is open', async ({ parts, page, world }) => {
  const { dapp, modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  await modal.close.click()
  await dapp.expectClosed()
  const ids = () => dapp.call((airlock) => airlock.networks.map(({ caipNetworkId }) => caipNetworkId))
  const before = await ids()
  const id = world.solana.network.caipNetworkId
  await page.evaluate((network) => Reflect.set(window, 'added', network), world.solana.network)
  await dapp.call(async (airlock) => {
    const network = Reflect.get(window, 'added') as Parameters<typeof airlock.addNetwork>[0]
    await airlock.addAdapter({ namespace: 'solana', attach: () => () => Reflect.set(window, 'isDetached', true) }, [
      network,
    ])
  })
  expect(await ids()).toEqual([...before, id])
  let opening = dapp.open({ view: 'Networks' })
  await modal.network(world.solana.network.name).click()
  await opening
  expect((await dapp.state()).network?.caipNetworkId).toBe(id)
  await dapp.call((airlock) => airlock.removeAdapter('solana'))
  expect(await page.evaluate(() => Reflect.get(window, 'isDetached') as unknown)).toBe(true)
  expect(await ids()).toEqual(before)
  await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe(before[0])
  opening = dapp.open({ view: 'Networks' })
  await expect(modal.network(world.chains[0].name)).toBeVisible()
  await expect(modal.network(world.solana.network.name)).toHaveCount(0)
  await modal.close.click()
  await opening
})
