/** Waiting for a wallet of the page. */
import { type Attempt, connectAttemptAtom } from '../../../frame-app/src/modal/state/attempts.ts'
import { networksAtom } from '../../../frame-app/src/modal/state/network.ts'
import { dappAtom } from '../../../frame-app/src/modal/state/options.ts'
import { plainOptions } from '../../../frame-app/test/support/bare-context.ts'
import { connectorOf, demoWallet, errorOf, ethereum, found, longName, solana } from '../samples.ts'
import type { GalleryState, StatesOf } from '../state.ts'

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
      found(store, demoWallet)
    },
  },
]
