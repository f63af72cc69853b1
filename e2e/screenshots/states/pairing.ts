/** Connecting a remote wallet by its code. */

import { expect } from '@playwright/test'
import { dappOn } from '../../pages/dapp.ts'
import { type Entry, kestrel, serveListing } from '../../pages/listing.ts'
import { modalIn } from '../../pages/modal.ts'
import { codeIn } from '../../pages/pairing.ts'
import { phones, setHidden } from '../../setup/phones.ts'
import { press } from '../../setup/press.ts'
import { type PhoneOptions, startPhone } from '../../wallets/phone.ts'
import { otherAccounts, otherNetworks } from '../../world/other-networks.ts'
import { type Stage, successHoldMs } from '../stage.ts'
import { pressButton, type State, shows, silenceTimer } from './state.ts'

const options: State['options'] = ({ paired }) => paired

/** Opens the pairing view; the caller sets the relay's behaviour. */
async function openPairing(stage: Stage) {
  await stage.create()
  const modal = await stage.open()
  await pressButton(modal, 'WalletConnect')
  return modal
}

/** A phone that is stopped with the stage. */
async function phoneOn(stage: Stage, phoneOptions?: PhoneOptions) {
  const phone = await startPhone(stage.world, phoneOptions)
  stage.context.once('close', () => void phone.stop())
  return phone
}

export const pairingStates: readonly State[] = [
  {
    name: 'pairing-preparing',
    options,
    async reach(stage) {
      stage.world.relay.behave('silent')
      await shows(await openPairing(stage), 'Creating a code')
    },
  },
  {
    name: 'pairing-slow',
    options,
    async reach(stage) {
      stage.world.relay.behave('silent')
      const modal = await openPairing(stage)
      await shows(modal, 'Creating a code')
      await stage.passTime(8000)
      await shows(modal, 'Pairing service not answering')
    },
  },
  {
    name: 'pairing-code',
    options,
    async reach(stage) {
      await codeIn(modalIn(await openPairing(stage)))
    },
  },
  {
    name: 'pairing-declined',
    options,
    async reach(stage) {
      const phone = await phoneOn(stage, { behaviour: 'declines' })
      const modal = await openPairing(stage)
      await phone.pair(await codeIn(modalIn(modal)))
      await shows(modal, 'New code ready')
    },
  },
  {
    name: 'pairing-expired',
    options,
    async reach(stage) {
      const modal = await openPairing(stage)
      await codeIn(modalIn(modal))
      stage.world.relay.behave('silent')
      await stage.passTime(240_000)
      await shows(modal, 'The code has expired')
    },
  },
  {
    name: 'pairing-failed',
    options,
    async reach(stage) {
      stage.world.relay.behave('silent')
      const modal = await openPairing(stage)
      await shows(modal, 'Creating a code')
      // The wait begins when the client has loaded and sent its request.
      await expect.poll(() => stage.world.relay.calls().length).toBeGreaterThan(0)
      await stage.passTime(20_000)
      await shows(modal, 'The code couldn’t be created')
    },
  },
  {
    name: 'pairing-refused',
    options,
    async reach(stage) {
      stage.world.relay.behave('refuses-origin')
      await shows(await openPairing(stage), 'This site isn’t set up for phones yet')
    },
  },
  {
    name: 'account-others',
    options: ({ paired, config }) => ({ ...paired, networks: [...config.networks, ...otherNetworks] }),
    async reach(stage) {
      const phone = await phoneOn(stage, { accounts: Object.values(otherAccounts) })
      const modal = await openPairing(stage)
      await phone.pair(await codeIn(modalIn(modal)))
      await shows(modal, 'Connected to Pocket')
      await stage.passTime(successHoldMs)
      await dappOn(stage.page).expectClosed()
      await stage.open()
      await shows(modal, 'Also connected')
    },
  },
  {
    name: 'account-without-balance',
    options: ({ paired, config }) => ({ ...paired, networks: [...config.networks, ...otherNetworks] }),
    async reach(stage) {
      const phone = await phoneOn(stage, { chainIds: [], accounts: [otherAccounts.solana] })
      const modal = await openPairing(stage)
      await phone.pair(await codeIn(modalIn(modal)))
      await shows(modal, 'Connected to Pocket')
      await stage.passTime(successHoldMs)
      await dappOn(stage.page).expectClosed()
      await stage.open()
      await shows(modal, 'Connected with Pocket')
    },
  },
  {
    name: 'pairing-done',
    options,
    async reach(stage) {
      const phone = await phoneOn(stage)
      const modal = await openPairing(stage)
      const uri = await codeIn(modalIn(modal))
      await silenceTimer(modal, successHoldMs)
      await phone.pair(uri)
      await shows(modal, 'Connected to Pocket')
    },
  },
]

const chosen: State['options'] = ({ showcase }) => showcase

/** Chooses the wallet with every link from the list, and then this tab. */
async function chooseKestrel(stage: Stage, tab?: string, entry: Entry = kestrel) {
  await serveListing(stage.page, stage.world, [entry])
  await stage.create()
  const modal = await stage.open()
  await pressButton(modal, /^All Wallets/)
  await pressButton(modal, entry.name)
  await modal.getByRole('heading', { level: 1, name: entry.name }).waitFor()
  if (tab !== undefined) await press(modal.getByRole('tab', { name: tab }))
  return modal
}

const opening = 'Opening Kestrel Wallet'

export const chosenWalletStates: readonly State[] = [
  {
    name: 'chosen-qrcode',
    options: chosen,
    async reach(stage) {
      await codeIn(modalIn(await chooseKestrel(stage)))
    },
  },
  {
    name: 'chosen-one-platform',
    options: chosen,
    async reach(stage) {
      const entry = { id: 'merlin', name: 'Merlin', mobile_link: 'merlin://', homepage: 'https://merlin.example/' }
      await codeIn(modalIn(await chooseKestrel(stage, undefined, entry)))
    },
  },
  {
    name: 'chosen-web',
    options: chosen,
    async reach(stage) {
      const modal = await chooseKestrel(stage, 'Webapp')
      await modal.getByRole('link', { name: 'Open', exact: true }).waitFor()
    },
  },
  {
    name: 'chosen-preparing',
    options: chosen,
    async reach(stage) {
      stage.world.relay.behave('silent')
      await shows(await chooseKestrel(stage, 'Webapp'), 'This takes a moment.')
    },
  },
  {
    name: 'chosen-desktop-opening',
    options: chosen,
    async reach(stage) {
      const modal = await chooseKestrel(stage)
      await codeIn(modalIn(modal))
      await press(modal.getByRole('tab', { name: 'Desktop' }))
      await shows(modal, opening)
    },
  },
  {
    name: 'chosen-desktop-slow',
    options: chosen,
    async reach(stage) {
      const modal = await chooseKestrel(stage)
      await codeIn(modalIn(modal))
      await press(modal.getByRole('tab', { name: 'Desktop' }))
      await shows(modal, opening)
      await stage.passTime(3000)
      await shows(modal, 'Hold tight')
    },
  },
  {
    name: 'chosen-desktop-overdue',
    options: chosen,
    async reach(stage) {
      const modal = await chooseKestrel(stage)
      await codeIn(modalIn(modal))
      await press(modal.getByRole('tab', { name: 'Desktop' }))
      await shows(modal, opening)
      await stage.passTime(5000)
      await shows(modal, 'No answer yet')
    },
  },
  {
    name: 'chosen-declined',
    options: chosen,
    async reach(stage) {
      const phone = await phoneOn(stage, { behaviour: 'declines' })
      const modal = await chooseKestrel(stage)
      const uri = await codeIn(modalIn(modal))
      await press(modal.getByRole('tab', { name: 'Webapp' }))
      await phone.pair(uri)
      await shows(modal, 'New link ready')
    },
  },
  {
    name: 'chosen-expired',
    options: chosen,
    async reach(stage) {
      const modal = await chooseKestrel(stage)
      await codeIn(modalIn(modal))
      await press(modal.getByRole('tab', { name: 'Webapp' }))
      stage.world.relay.behave('silent')
      await stage.passTime(240_000)
      await shows(modal, 'The code has expired')
    },
  },
  {
    name: 'chosen-failed',
    options: chosen,
    async reach(stage) {
      stage.world.relay.behave('silent')
      const modal = await chooseKestrel(stage, 'Webapp')
      await expect.poll(() => stage.world.relay.calls().length).toBeGreaterThan(0)
      await stage.passTime(20_000)
      await shows(modal, 'The code couldn’t be created')
    },
  },
  {
    name: 'chosen-not-detected',
    options: chosen,
    async reach(stage) {
      await shows(await chooseKestrel(stage, 'Browser'), 'Not Detected')
    },
  },
  {
    name: 'chosen-done',
    options: chosen,
    async reach(stage) {
      const phone = await phoneOn(stage)
      const modal = await chooseKestrel(stage)
      const uri = await codeIn(modalIn(modal))
      await press(modal.getByRole('tab', { name: 'Webapp' }))
      await silenceTimer(modal, successHoldMs)
      await phone.pair(uri)
      await shows(modal, 'Connected to Pocket')
    },
  },
]

/** A wallet that was reached by its web page, and a request for which the browser does not allow opening it again. */
async function requestWaits(stage: Stage) {
  await stage.context.route('https://web.kestrel.example/**', (route) => route.fulfill({ body: '' }))
  const phone = await phoneOn(stage, { behaviour: 'asks' })
  const modal = await chooseKestrel(stage)
  const uri = await codeIn(modalIn(modal))
  await press(modal.getByRole('tab', { name: 'Webapp' }))
  await press(modal.getByRole('link', { name: 'Open', exact: true }))
  await shows(modal, opening)
  await stage.page.bringToFront()
  phone.approveNext()
  await phone.pair(uri)
  await shows(modal, 'Connected to Pocket')
  await stage.passTime(successHoldMs)
  const dapp = dappOn(stage.page)
  await dapp.expectClosed()
  await stage.page.evaluate(() => {
    Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } })
  })
  void dapp.request('personal_sign', ['0x00', phone.address]).catch(() => {}) // ends with the stage
  // A live region announces the text before the view is rendered.
  await modal.locator('[data-shown]').getByRole('link', { name: 'Open' }).waitFor()
  return modal
}

export const waitingRequestStates: readonly State[] = [
  {
    name: 'request-waits',
    options: chosen,
    async reach(stage) {
      await requestWaits(stage)
    },
  },
  {
    name: 'request-blocked',
    options: chosen,
    async reach(stage) {
      const modal = await requestWaits(stage)
      await modal.locator('[data-shown]').getByRole('link', { name: 'Open' }).click()
      await modal.getByText('The link could not be opened').first().waitFor()
    },
  },
  {
    name: 'connect-recent-paired',
    options: chosen,
    async reach(stage) {
      const phone = await phoneOn(stage)
      const modal = await chooseKestrel(stage)
      await phone.pair(await codeIn(modalIn(modal)))
      await shows(modal, 'Connected to Pocket')
      await stage.passTime(successHoldMs)
      const dapp = dappOn(stage.page)
      await dapp.expectClosed()
      await dapp.call((airlock) => airlock.disconnect())
      await stage.open()
      await shows(modal, 'Recent')
    },
  },
]

const { userAgent, hasTouch, isMobile } = phones.Pixel
const onPhone = { device: { userAgent, hasTouch, isMobile } } as const
const own: Entry = { ...kestrel, webapp_link: null, desktop_link: null }
const phantom: Entry = {
  id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  name: 'Phantom',
  rdns: 'app.phantom',
  play_store: 'https://play.google.com/store/apps/details?id=app.phantom',
}
const solana = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
}

/** Opens the connect view of a phone with this wallet. */
async function openPhone(stage: Stage, entry: Entry = own) {
  await serveListing(stage.page, stage.world, [entry])
  await stage.create()
  return stage.open()
}

/** Presses the wallet's row once it contains the code. */
async function startApp(stage: Stage) {
  const modal = await openPhone(stage)
  await press(modal.getByRole('link', { name: own.name }))
  await shows(modal, opening)
  return modal
}

export const phoneStates: readonly State[] = [
  {
    name: 'phone-connect',
    options: chosen,
    ...onPhone,
    async reach(stage) {
      const modal = await openPhone(stage)
      await modal.getByRole('link', { name: own.name }).waitFor()
      await modal.getByRole('button', { name: /^All Wallets/ }).waitFor()
    },
  },
  {
    name: 'phone-all-wallets',
    options: chosen,
    ...onPhone,
    async reach(stage) {
      const modal = await openPhone(stage)
      await pressButton(modal, /^All Wallets/)
      await modal.getByRole('link', { name: own.name }).waitFor()
    },
  },
  {
    name: 'phone-opening',
    options: chosen,
    ...onPhone,
    async reach(stage) {
      await startApp(stage)
    },
  },
  {
    name: 'phone-back',
    options: chosen,
    ...onPhone,
    async reach(stage) {
      const modal = await startApp(stage)
      await setHidden(modal, true)
      await setHidden(modal, false)
      await shows(modal, 'You are back')
    },
  },
  {
    name: 'phone-browse',
    options: (world) => ({ ...world.showcase, networks: [solana], featuredWalletIds: [phantom.id] }),
    ...onPhone,
    async reach(stage) {
      const modal = await openPhone(stage, phantom)
      await pressButton(modal, 'Phantom')
      await shows(modal, 'You’ll continue inside the wallet’s browser.')
    },
  },
  {
    name: 'phone-basic',
    options: (world) => ({ ...world.showcase, adapters: [] }),
    ...onPhone,
    async reach(stage) {
      const modal = await openPhone(stage)
      await modal.getByRole('link', { name: own.name }).waitFor()
    },
  },
]
