/** Where a connection begins: Connect, its list of wallets, the guides beside them, and waiting for a wallet of the page. */

import { alertAtom, toastAtom } from '../../../frame-app/src/modal/core/modal.ts'
import { dappAtom, hostOriginAtom } from '../../../frame-app/src/modal/core/options.ts'
import { suggestedRowsAtom } from '../../../frame-app/src/modal/features/connect/state/suggested-rows.ts'
import { listedCountAtom, suggestionsAtom } from '../../../frame-app/src/modal/features/listing/state/listing.ts'
import { emailLoginAtom } from '../../../frame-app/src/modal/features/login/state/email-login.ts'
import { type Attempt, connectAttemptAtom } from '../../../frame-app/src/modal/session/state/attempts.ts'
import {
  canPairAtom,
  hasMoreWalletsAtom,
  isSuggestingAtom,
  moreRowsAtom,
  recentWalletsAtom,
} from '../../../frame-app/src/modal/session/state/connectors.ts'
import { hasWalletOriginAtom, listedSocialsAtom } from '../../../frame-app/src/modal/session/state/embedded.ts'
import { networksAtom } from '../../../frame-app/src/modal/session/state/network.ts'
import { plainOptions } from '../../../frame-app/test/support/bare-context.ts'
import {
  catalogue,
  connectorOf,
  demoWallet,
  errorOf,
  ethereum,
  found,
  foundDemoWallet,
  longName,
  solana,
  unbrokenName,
} from '../samples.ts'
import type { GalleryState, StatesOf, Store } from '../state.ts'

const features = (more: Partial<typeof plainOptions.features>) => ({
  options: { features: { ...plainOptions.features, ...more } },
})
const links = { termsUrl: 'https://app.example/terms', privacyUrl: 'https://app.example/privacy' }
const withLegal = (store: Store) => store.set(dappAtom, { name: 'Shop', icons: [], ...links })
const withEmail = (store: Store) => store.set(hasWalletOriginAtom, true)
const withListing = (store: Store) => {
  foundDemoWallet(store)
  store.set(canPairAtom, true)
  store.set(suggestionsAtom, { featured: [], recommended: catalogue.slice(0, 4), excluded: [] })
  store.set(moreRowsAtom, suggestedRowsAtom)
  store.set(listedCountAtom, 437)
}

export const connectStates: StatesOf<'Connect'> = [
  { state: 'looking' },
  { state: 'empty', arrange: (store) => found(store) },
  { state: 'installed', arrange: (store) => found(store, demoWallet, connectorOf('Ambra')) },
  {
    state: 'everything',
    arrange(store) {
      withListing(store)
      withEmail(store)
      withLegal(store)
    },
  },
  { state: 'listing', arrange: withListing },
  { state: 'phone', arrange: withListing, onPhone: true },
  {
    state: 'featured',
    settings: { options: { featuredWalletIds: catalogue.slice(0, 4).map(({ id }) => id) } },
    arrange(store) {
      withListing(store)
      store.set(suggestionsAtom, { featured: catalogue.slice(0, 4), recommended: [], excluded: [] })
    },
  },
  {
    state: 'listing-waiting',
    arrange(store) {
      withListing(store)
      store.set(moreRowsAtom, undefined)
      store.set(isSuggestingAtom, true)
    },
  },
  {
    state: 'recent',
    arrange(store) {
      found(store, demoWallet, connectorOf('Ambra'))
      store.set(recentWalletsAtom, [{ id: demoWallet.id, name: demoWallet.name }])
    },
  },
  {
    state: 'long-names',
    arrange: (store) => found(store, connectorOf(longName), connectorOf(unbrokenName), connectorOf('محفظة الاختبار')),
  },
  {
    state: 'disputed',
    arrange: (store) =>
      found(store, { ...demoWallet, disputed: true }, connectorOf('Demo Wallet', { key: 'other', disputed: true })),
  },
  {
    state: 'many',
    arrange(store) {
      found(store, ...catalogue.map(({ name }) => connectorOf(name)))
      store.set(hasMoreWalletsAtom, true)
    },
  },
  {
    state: 'email',
    arrange(store) {
      found(store)
      store.set(canPairAtom, true)
      withEmail(store)
    },
  },
  ...([2, 3, 6, 7] as const).map((count) => ({
    state: `social-${count}`,
    arrange(store: Store) {
      foundDemoWallet(store)
      withEmail(store)
      store.set(listedSocialsAtom, ['google', 'x', 'discord', 'github', 'apple', 'facebook', 'acme'].slice(0, count))
    },
  })),
  {
    state: 'email-starting',
    arrange(store) {
      foundDemoWallet(store)
      withEmail(store)
      store.set(emailLoginAtom, { step: 'starting', email: 'ada@shop.example' })
    },
  },
  ...(
    [
      'NOT_LOADED',
      'RATE_LIMITED',
      'OFFLINE',
      'STORAGE_BLOCKED',
      'BROWSER_TOO_OLD',
      'FORGOTTEN',
      'ORIGIN_NOT_ALLOWED',
    ] as const
  ).map((reason) => ({
    state: `email-${reason.toLowerCase().replaceAll('_', '-')}`,
    arrange(store: Store) {
      foundDemoWallet(store)
      withEmail(store)
      store.set(emailLoginAtom, { step: 'idle', trouble: { reason, retryIn: 150, error: errorOf('NETWORK') } })
    },
  })),
  {
    state: 'collapsed',
    settings: features({ collapseWallets: true }),
    arrange(store) {
      foundDemoWallet(store)
      withEmail(store)
    },
  },
  {
    state: 'terms',
    arrange(store) {
      foundDemoWallet(store)
      withLegal(store)
    },
  },
  {
    state: 'terms-checkbox',
    settings: features({ legalCheckbox: true }),
    arrange(store) {
      foundDemoWallet(store)
      withEmail(store)
      withLegal(store)
    },
  },
  {
    state: 'other-address',
    arrange(store) {
      foundDemoWallet(store)
      store.set(dappAtom, { name: 'Bank', icons: [], url: 'https://bank.example/' })
    },
  },
  {
    state: 'mixed-script',
    arrange(store) {
      foundDemoWallet(store)
      store.set(dappAtom, { name: 'Аirlock demo', icons: [] })
    },
  },
  {
    state: 'long-address',
    arrange(store) {
      foundDemoWallet(store)
      store.set(hostOriginAtom, 'https://a-rather-long-name.of.an-exchange.with-many-parts.example:8443')
    },
  },
  {
    state: 'international-address',
    arrange(store) {
      foundDemoWallet(store)
      store.set(hostOriginAtom, 'https://xn--pple-43d.example')
    },
  },
  {
    state: 'toast',
    arrange(store) {
      foundDemoWallet(store)
      store.set(toastAtom, { id: 1, variant: 'error', key: 'toast.tokenBalanceUnavailable' })
    },
  },
  {
    state: 'toast-copied',
    arrange(store) {
      foundDemoWallet(store)
      store.set(toastAtom, { id: 1, variant: 'success', key: 'toast.addressCopied' })
    },
  },
  {
    state: 'developer-alert',
    arrange(store) {
      foundDemoWallet(store)
      store.set(alertAtom, {
        variant: 'warning',
        open: true,
        message: 'The project record lists no RPC address https://node.example/v1 for eip155:1.',
      })
    },
  },
]

export const connectWalletsStates: StatesOf<'ConnectWallets'> = [
  { state: 'listing', below: 'Connect', arrange: withListing },
  { state: 'empty', below: 'Connect', arrange: (store) => found(store) },
]

export const whatIsAWalletStates: StatesOf<'WhatIsAWallet'> = [{ state: 'guide', below: 'Connect' }]
export const getWalletStates: StatesOf<'GetWallet'> = [
  { state: 'nothing-listed', below: 'WhatIsAWallet' },
  { state: 'listed', below: 'WhatIsAWallet', arrange: withListing },
]

const long = connectorOf(longName)
const attempt = (state: string, attempted: Attempt, wallet = demoWallet): GalleryState<'ConnectingExternal'> => ({
  state,
  route: { view: 'ConnectingExternal', connectorKey: wallet.key },
  below: 'Connect',
  arrange(store) {
    found(store, demoWallet, long)
    store.set(dappAtom, { name: 'Shop', icons: [] })
    store.set(connectAttemptAtom, attempted)
  },
})
const custom = {
  id: 'harbor',
  name: 'Harbor',
  homepage: 'https://harbor.example/',
  chromeStore: 'https://chromewebstore.google.com/detail/harbor',
  appStore: 'https://apps.apple.com/app/id1',
}

export const connectingExternalStates: StatesOf<'ConnectingExternal'> = [
  attempt('waiting', { status: 'waiting', isSlow: false }),
  attempt('slow', { status: 'waiting', isSlow: true }),
  attempt('pending', { status: 'pending' }),
  attempt('declined', { status: 'declined' }),
  attempt('failed', { status: 'failed', error: errorOf('WALLET_FAILED') }),
  attempt('timeout', { status: 'failed', error: errorOf('TIMEOUT') }),
  attempt('no-accounts', { status: 'failed', error: errorOf('UNAUTHORIZED') }),
  attempt('wrong-network', { status: 'wrongNetwork', wanted: 'eip155:1', offered: 'eip155:4242' }),
  attempt('long-name', { status: 'declined' }, long),
  {
    ...attempt('not-installed', { status: 'notInstalled' }),
    route: { view: 'ConnectingExternal', connectorKey: custom.id },
    settings: { options: { ...plainOptions, customWallets: [custom] } },
  },
  attempt('done', { status: 'done' }),
]

const inTwo = (name: string) => {
  const evm = connectorOf(name)
  return [evm, connectorOf(name, { key: `${evm.key}.solana`, namespace: 'solana' })] as const
}
const choice = (state: string, name: string): GalleryState<'ConnectingMultiChain'> => ({
  state,
  route: { view: 'ConnectingMultiChain', connectorKey: connectorOf(name).key },
  below: 'Connect',
  arrange(store) {
    found(store, ...inTwo(name))
    store.set(networksAtom, [ethereum, solana])
  },
})

export const connectingMultiChainStates: StatesOf<'ConnectingMultiChain'> = [
  choice('two', 'Harbor'),
  choice('long-name', longName),
  {
    ...choice('gone', 'Harbor'),
    arrange(store) {
      foundDemoWallet(store)
    },
  },
]
