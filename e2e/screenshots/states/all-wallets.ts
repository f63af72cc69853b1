/** Every wallet of the listing, and where to get one of them. */
import type { Page } from '@playwright/test'
import { type Entry, kestrel, serveListing } from '../../pages/listing.ts'
import type { World } from '../../world/world.ts'
import type { Stage } from '../stage.ts'
import { pressButton, type State, shows } from './state.ts'

const options: State['options'] = ({ listed }) => listed

/** Names of one and of two lines, one that is truncated, one that is installed, and a third of them with a badge. */
const names = [
  'Harbor',
  'Lantern of the Northern Lights',
  'An unreasonably long name of a wallet that nobody could ever remember',
  'Merlin',
  'Kestrel Two',
  'Quill',
  'Ochre',
  'Pinecone',
  'Saltmarsh',
  'Tern',
  'Umber',
  'Vellum',
  'Wren',
  'Yarrow',
  'Zephyr',
]
const entries: readonly Entry[] = [
  kestrel,
  ...names.map((name, index) => ({ id: `w${index}`, name, ...(index % 3 === 0 ? { badge_type: 'certified' } : {}) })),
]

/** Requests for the list itself; the connect view has sent its own before. */
const listCalls = ({ origins }: World) => `${origins.api}/getWallets?*entries=40*`

async function openList(stage: Stage, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  await serveListing(stage.page, stage.world, entries)
  await prepare(stage.page)
  await stage.create()
  const modal = await stage.open()
  await pressButton(modal, /^All Wallets/)
  return modal
}

export const allWalletsStates: readonly State[] = [
  {
    name: 'all-wallets',
    options,
    wallets: [{ name: 'Kestrel Wallet', rdns: 'example.kestrel' }],
    async reach(stage) {
      await shows(await openList(stage), 'Zephyr')
    },
  },
  {
    name: 'all-wallets-coming',
    options,
    async reach(stage) {
      const modal = await openList(stage, (page) => page.route(listCalls(stage.world), () => {}))
      await modal.locator('[data-shown] [aria-busy="true"]').first().waitFor()
    },
  },
  {
    name: 'all-wallets-no-match',
    options,
    async reach(stage) {
      const modal = await openList(stage)
      await modal.getByRole('searchbox').fill('no such wallet')
      await stage.passTime(300)
      await shows(modal, 'No wallet called “no such wallet”')
    },
  },
  {
    name: 'all-wallets-failed',
    options,
    async reach(stage) {
      const modal = await openList(stage, (page) => page.route(listCalls(stage.world), (route) => route.abort()))
      await shows(modal, 'The list couldn’t be loaded')
    },
  },
  {
    name: 'downloads',
    options,
    async reach(stage) {
      const modal = await openList(stage)
      await pressButton(modal, 'Kestrel Wallet')
      await modal.getByRole('heading', { level: 1, name: 'Get Kestrel Wallet' }).waitFor()
    },
  },
]
