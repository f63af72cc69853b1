/** The connected account, its networks, and the wallet frame's place. */

import { labelKey } from '@airlock/protocol/contracts/shapes/labels.ts'
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { setTokensAtom, type Token, type Tokens } from '../../../frame-app/src/modal/features/assets/state/tokens.ts'
import { askedAtom } from '../../../frame-app/src/modal/features/embedded/state/wallet-screen.ts'
import { addressLabelsAtom } from '../../../frame-app/src/modal/session/labels.ts'
import { connectionsAtom, type WalletInfo } from '../../../frame-app/src/modal/session/state/accounts.ts'
import { hostThemeAtom } from '../../../frame-app/src/modal/session/state/appearance.ts'
import { type Attempt, switchAttemptAtom } from '../../../frame-app/src/modal/session/state/attempts.ts'
import { type Balance, setBalanceAtom } from '../../../frame-app/src/modal/session/state/balance.ts'
import { hasWalletOriginAtom } from '../../../frame-app/src/modal/session/state/embedded.ts'
import { setIdentityAtom } from '../../../frame-app/src/modal/session/state/identity.ts'
import { activeNetworkIdAtom } from '../../../frame-app/src/modal/session/state/network.ts'
import {
  aboveAccount,
  address,
  bitcoin,
  bitcoinAddresses,
  connected,
  connectorOf,
  demoWallet,
  errorOf,
  ethereum,
  found,
  longName,
  manyNetworks,
  offer,
  optimism,
  polkadot,
  polkadotAddress,
  solana,
  solanaAddress,
  withGateway,
} from '../samples.ts'
import type { GalleryState, StatesOf, Store } from '../state.ts'

const asOf = Date.now() - 5 * 60_000
const token = (name: string, symbol: string, amount: string, price?: number): Token => ({
  address: `eip155:1:0x${symbol.length.toString().repeat(40)}`,
  name,
  symbol,
  icon: undefined,
  amount,
  price,
  value: price === undefined ? undefined : Number(amount) * price,
})
/** By the page alone. */
const onlyListed = (byte: string) => ({ address: `eip155:1:0x${byte.repeat(20)}`, listed: { image: undefined } })
const held: readonly Token[] = [
  { ...token('Ether', 'ETH', '1.2345', 3120.5), address: undefined },
  token('Test Token', 'TST', '12500'),
  token('The Token With A Name That Is Very Long', 'LONGSYMBOL', '1234567890.1234', 12.5),
]
const ready: Balance = { status: 'ready', formatted: '1.2345', symbol: 'ETH', asOf }

const account = (
  state: string,
  { balance = ready, tokens }: { balance?: Balance; tokens?: Tokens },
  more: Partial<GalleryState<'Account'>> = {},
): GalleryState<'Account'> => ({
  state,
  settings: withGateway,
  ...more,
  arrange(store) {
    offer(store, manyNetworks)
    const { active } = connected(store)
    store.set(setBalanceAtom, active, balance)
    if (tokens) store.set(setTokensAtom, active, tokens)
    more.arrange?.(store)
  },
})
const listOf = (tokens: readonly Token[]): Tokens => ({ status: 'ready', tokens, asOf })

/** A wallet with an address for payments and one for ordinals. */
function onBitcoin(store: Store, kind: keyof typeof bitcoinAddresses): void {
  offer(store, [bitcoin])
  const { payment, ordinal } = bitcoinAddresses
  const account = (address: string) => `${bitcoin.id}:${address}` as const
  const { wallet } = connected(store, { network: bitcoin })
  const active = account(bitcoinAddresses[kind])
  const accounts = [account(payment), account(ordinal)]
  const details = [
    { address: payment, type: 'payment' },
    { address: ordinal, type: 'ordinal' },
  ] as const
  store.set(connectionsAtom, {
    bip122: { status: 'connected', wallet, accounts, active, chainId: bitcoin.id, details },
  })
  store.set(setBalanceAtom, active, { status: 'ready', formatted: '0.0421', symbol: 'BTC', asOf })
}

const evmAddresses = [
  address,
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
]
/** A wallet that shares several addresses, of which the page has named two. */
function severalAddresses(store: Store, wallet: Partial<WalletInfo> = {}): void {
  const accounts = evmAddresses.map((one) => `${ethereum.id}:${one}` as const)
  const { wallet: demo } = connected(store, { accounts })
  connected(store, { accounts, wallet: { ...demo, ...wallet } })
  const [, second = '', third = ''] = evmAddresses
  store.set(
    addressLabelsAtom,
    new Map([
      [labelKey(second), 'Savings'],
      [labelKey(third), 'The account from which the rent is paid each month'],
    ]),
  )
}

export const accountStates: StatesOf<'Account'> = [
  account('loading', { balance: { status: 'loading' }, tokens: { status: 'loading' } }),
  account('tokens', { tokens: listOf(held) }),
  account('tokens-listed', {
    tokens: listOf([
      ...held,
      { ...token('Dollar of the Analytical Engine', 'AED', '0'), ...onlyListed('a1') },
      { ...token('USD Coin', 'USDC', '1000000'), ...onlyListed('b2') },
    ]),
  }),
  account('no-tokens', { balance: { ...ready, formatted: '0' }, tokens: listOf([]) }),
  account('stale', { balance: { ...ready, status: 'stale' }, tokens: { status: 'stale', tokens: held, asOf } }),
  account('failed', { balance: { status: 'failed' }, tokens: { status: 'failed' } }),
  account('unsupported', { tokens: { status: 'unsupported' } }),
  account('no-gateway', {}, { settings: {} }),
  account('large-figures', {
    balance: { ...ready, formatted: '123456789012345.6789', symbol: 'LONGSYMBOL' },
    tokens: listOf(held),
  }),
  account(
    'several-chains',
    { tokens: listOf(held) },
    {
      arrange(store) {
        const first = connected(store)
        const active = `${solana.id}:${solanaAddress}` as const
        store.set(connectionsAtom, {
          eip155: first,
          solana: { ...first, accounts: [active], active, chainId: solana.id },
        })
      },
    },
  ),
  account(
    'labelled',
    { tokens: listOf(held) },
    {
      arrange(store) {
        severalAddresses(store)
        store.set(
          addressLabelsAtom,
          new Map([[labelKey(address), 'The account from which the rent is paid each month']]),
        )
      },
    },
  ),
  ...(['payment', 'ordinal'] as const).map((kind) =>
    account(
      `bitcoin-${kind}`,
      {},
      {
        settings: kind === 'payment' ? { project: { rpc: { [bitcoin.id]: ['https://esplora.example'] } } } : {},
        arrange: (store) => onBitcoin(store, kind),
      },
    ),
  ),
  account(
    'email',
    { tokens: listOf(held) },
    {
      arrange(store) {
        store.set(hasWalletOriginAtom, true)
        connected(store, {
          wallet: { id: 'airlock', type: 'auth', name: 'Airlock' },
          profile: 'augusta.ada.king.countess.of.lovelace@analytical-engines.example',
        })
      },
    },
  ),
  account(
    'long-name',
    { tokens: listOf(held) },
    { arrange: (store) => void connected(store, { wallet: { id: 'long', type: 'announced', name: longName } }) },
  ),
  account(
    'unlisted-network',
    {},
    {
      settings: { options: { allowUnsupportedChain: true } },
      arrange: (store) => void connected(store, { network: { ...ethereum, id: 'eip155:31337' } }),
    },
  ),
  account(
    'balance-not-read',
    { tokens: { status: 'unsupported' } },
    {
      arrange(store) {
        offer(store, [...manyNetworks, polkadot])
        const account = `${polkadot.id}:${polkadotAddress}` as const
        const wallet = connected(store, { network: polkadot, accounts: [account], active: account })
        store.set(connectionsAtom, { polkadot: wallet })
        store.set(setTokensAtom, account, { status: 'unsupported' })
      },
    },
  ),
  { state: 'not-connected' },
]

export const switchAddressStates: StatesOf<'SwitchAddress'> = [
  {
    state: 'several',
    below: 'Account',
    arrange(store) {
      severalAddresses(store)
      store.set(setBalanceAtom, `${ethereum.id}:${address}`, ready)
    },
  },
  {
    state: 'several-long-name',
    below: 'Account',
    arrange: (store) => severalAddresses(store, { name: longName }),
  },
  { state: 'bitcoin', below: 'Account', arrange: (store) => onBitcoin(store, 'ordinal') },
  { state: 'one', below: 'Account', arrange: (store) => void connected(store) },
  { state: 'not-connected' },
]

const longNetwork = manyNetworks.find(({ id }) => id === 'eip155:4242') ?? optimism

const receiving = (
  state: string,
  networks: readonly Network[],
  more: Parameters<typeof connected>[1] = {},
): GalleryState<'Receive'> & GalleryState<'WalletCompatibleNetworks'> => ({
  state,
  below: 'Account',
  arrange(store) {
    offer(store, networks)
    connected(store, more)
  },
})
const smart = { accountType: 'smartAccount' } as const
const onSolana = (store: Store) => {
  offer(store, [solana])
  const active = `${solana.id}:${solanaAddress}` as const
  store.set(connectionsAtom, {
    solana: { ...connected(store), accounts: [active], active, chainId: solana.id },
  })
  store.set(activeNetworkIdAtom, solana.id)
}

export const receiveStates: StatesOf<'Receive'> = [
  receiving('several-networks', manyNetworks),
  receiving('one-network', [ethereum]),
  receiving('smart-account', manyNetworks, smart),
  receiving('long-name', manyNetworks, { network: longNetwork }),
  receiving('unlisted-network', [optimism], { network: { ...ethereum, id: 'eip155:31337' }, ...smart }),
  { state: 'solana', below: 'Account', arrange: onSolana },
  { state: 'not-connected' },
]

const settings = (
  state: string,
  more: Parameters<typeof connected>[1],
  arrange?: (store: Store) => void,
): GalleryState<'Profile'> => ({ state, ...aboveAccount(more, arrange) })
export const profileStates: StatesOf<'Profile'> = [
  settings('wallet', {}),
  settings('email', {
    accountType: 'smartAccount',
    details: [
      { address, type: 'eoa' },
      { address, type: 'smartAccount' },
    ],
    wallet: { id: 'airlock', type: 'auth', name: 'Airlock' },
    profile: 'augusta.ada.king.countess.of.lovelace@analytical-engines.example',
  }),
  settings('long-name', { network: longNetwork, wallet: { id: 'long', type: 'announced', name: longName } }),
  settings('fixed-colours', {}, (store) =>
    store.set(hostThemeAtom, { ...store.get(hostThemeAtom), variables: { canvas: '#fffbe6' } }),
  ),
  settings('named', {}, (store) =>
    store.set(setIdentityAtom, address, { registered: ['augusta-ada-king-countess-of-lovelace-1815.names.example'] }),
  ),
  { state: 'no-gateway', below: 'Account', arrange: (store) => void connected(store) },
  { state: 'not-connected' },
]

export const compatibleStates: StatesOf<'WalletCompatibleNetworks'> = [
  receiving('several', manyNetworks),
  receiving('smart-account', manyNetworks, smart),
  { state: 'not-connected' },
]

export const networksStates: StatesOf<'Networks'> = [
  { state: 'few', arrange: (store) => offer(store, [ethereum, optimism]) },
  {
    state: 'many',
    below: 'Account',
    arrange(store) {
      offer(store, manyNetworks)
      connected(store)
    },
  },
  {
    state: 'not-all-served',
    below: 'Account',
    arrange(store) {
      offer(store, manyNetworks)
      connected(store, { wallet: { id: 'walletConnect', type: 'walletConnect', name: longName } })
      found(store, connectorOf(longName, { id: 'walletConnect', agreedChains: () => ['eip155:1', 'eip155:137'] }))
    },
  },
]

const otherChain = (state: string, to: Network): GalleryState<'SwitchActiveChain'> => ({
  state,
  route: { view: 'SwitchActiveChain', chainId: to.id },
  below: 'Networks',
  arrange(store) {
    offer(store, manyNetworks)
    connected(store)
  },
})

export const switchActiveChainStates: StatesOf<'SwitchActiveChain'> = [
  otherChain('solana', solana),
  otherChain('eip155', longNetwork),
]

const switching = (state: string, attempt: Attempt, to = optimism): GalleryState<'SwitchNetwork'> => ({
  state,
  route: { view: 'SwitchNetwork', chainId: to.id },
  below: 'Networks',
  arrange(store) {
    offer(store, manyNetworks)
    connected(store)
    store.set(switchAttemptAtom, attempt)
  },
})

export const switchNetworkStates: StatesOf<'SwitchNetwork'> = [
  switching('waiting', { status: 'waiting', isSlow: false }),
  switching('slow', { status: 'waiting', isSlow: true }),
  switching('pending', { status: 'pending' }),
  switching('declined', { status: 'declined' }),
  switching('failed', { status: 'failed', error: errorOf('CHAIN_NOT_SUPPORTED') }),
  switching('long-name', { status: 'failed', error: errorOf('CHAIN_NOT_SUPPORTED') }, longNetwork),
  switching('done', { status: 'done' }),
]

export const unsupportedChainStates: StatesOf<'UnsupportedChain'> = [
  {
    state: 'few',
    arrange(store) {
      offer(store, [ethereum, optimism])
      connected(store, { network: { ...ethereum, id: 'eip155:31337' } })
    },
  },
  {
    state: 'many',
    arrange(store) {
      offer(store, manyNetworks)
      connected(store, { network: { ...ethereum, id: 'eip155:31337' } })
    },
  },
]

export const whatIsANetworkStates: StatesOf<'WhatIsANetwork'> = [{ state: 'guide', below: 'Networks' }]

const embedded = (store: Store) => {
  store.set(hasWalletOriginAtom, true)
  store.set(activeNetworkIdAtom, ethereum.id)
  connected(store, { wallet: { id: 'airlock', type: 'auth', name: demoWallet.name } })
}
export const approveStates: StatesOf<'ApproveTransaction'> = (['transaction', 'signature'] as const).map((kind) => ({
  state: `opening-${kind}`,
  arrange(store: Store) {
    embedded(store)
    store.set(askedAtom, [{ kind }])
  },
}))
export const walletScreenStates: StatesOf<'WalletScreen'> = [{ state: 'opening', arrange: embedded }]
