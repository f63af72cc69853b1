/** Pictures of networks: which are asked for, and what becomes of those that are not there. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { assets } from '../../service/src/listing/pictures.ts'
import { networkImageId } from '../src/modal/core/api/network-pictures.ts'
import { loadNetworkImages } from '../src/modal/features/listing/network-images.ts'
import { networksAtom } from '../src/modal/session/state/network.ts'
import { createTestModal } from './support/modal.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const network = (id: Caip2, icon?: string): Network => ({
  id,
  name: id,
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  testnet: false,
  ...(icon !== undefined && { icon }),
})
const own = 'data:image/png;base64,iVBORw0KGgo='

function start(networks: readonly Network[], answer: (url: URL) => Response = picture) {
  const modal = createTestModal()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url).pathname)
    return answer(new URL(url))
  })
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:modal/${made++}`)
  modal.store.set(networksAtom, networks)
  const project = { ...modal.context.project, listingUrl: 'https://listing.example' }
  return {
    ...modal,
    context: { ...modal.context, project },
    asked,
    icons: () => modal.store.get(networksAtom).map(({ icon }) => icon),
  }
}
const picture = () =>
  new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'content-type': 'image/svg+xml' } })

test('a known network without a picture of the page gets that of the listing, once', async () => {
  const { context, asked, icons } = start([network('eip155:1'), network('eip155:10', own), network('eip155:31337')])
  await loadNetworkImages(context)
  expect(asked).toEqual([`/public/getAssetImage/${networkImageId('eip155:1')}`])
  expect(icons()).toEqual(['blob:modal/0', own, undefined])
  await loadNetworkImages(context)
  expect(asked).toHaveLength(1)
})

test('another configuration of the page gets the pictures that are there already', async () => {
  const { context, asked, icons, store } = start([network('eip155:1')])
  await loadNetworkImages(context)
  store.set(networksAtom, [network('eip155:1')])
  await loadNetworkImages(context)
  expect(icons()).toEqual(['blob:modal/0'])
  expect(asked).toHaveLength(1)
})

test.each<[string, () => Response]>([
  ['missing', () => new Response('', { status: 404 })],
  ['no picture', () => new Response('<script>', { headers: { 'content-type': 'text/html' } })],
])('a picture that is %s leaves the monogram', async (_, answer) => {
  const { context, icons } = start([network('eip155:1')], answer)
  await loadNetworkImages(context)
  expect(icons()).toEqual([undefined])
})

test('only the first ones of many networks are asked for', async () => {
  const { context, asked } = start(Array.from({ length: 100 }, () => network('eip155:1')))
  await loadNetworkImages(context)
  expect(asked.length).toBeLessThanOrEqual(64)
})

test('no listing: nothing is asked', async () => {
  const { context, asked } = start([network('eip155:1')])
  await loadNetworkImages({ ...context, project: { ...context.project, listingUrl: undefined } })
  expect(asked).toEqual([])
})

test('every id is one of our listing', () => {
  for (const id of ['eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const)
    expect(assets).toHaveProperty(networkImageId(id) ?? '')
  expect(networkImageId('eip155:31337')).toBeUndefined()
})
