/** What tests start from: options and networks, and the state of our element in the page when a press may count. */
import type { Account } from '@airlock/protocol/contracts/shapes/account.ts'
import { vi } from 'vitest'
import type { OpenPolicy } from '../src/links/open.ts'
import type { Pressed } from '../src/press.ts'
import { createPresses } from '../src/press-round.ts'
import type { AccountHost } from '../src/providers/one-account.ts'
import { createStore } from '../src/store/store.ts'
import type { AccountState, Network, Options, State } from '../src/types.ts'

export const ethereum: Network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
}
export const optimism: Network = { ...ethereum, id: 10, caipNetworkId: 'eip155:10', name: 'OP Mainnet' }
export const solana: Network = {
  ...ethereum,
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
}
export const bitcoin: Network = {
  ...ethereum,
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
}
export const bitcoinTestnet: Network = {
  ...bitcoin,
  id: '000000000933ea01ad0ee984209779ba',
  caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
}

/** Of an instance that is ready and has no account. */
export const emptyState: State = {
  ready: true,
  open: false,
  accounts: {},
  theme: 'light',
  persistence: 'memory',
  health: 'ok',
}

/** What the provider of one namespace is created with. A request to connect is answered with this account, every other one with `answer`. */
export function createAccountHost(accounts: State['accounts'], account: AccountState, answer: unknown) {
  const store = createStore({ ...emptyState, accounts })
  return {
    store,
    restoring: vi.fn<AccountHost['restoring']>(() => undefined),
    airlock: {
      networks: [],
      getState: store.getState,
      subscribe: store.subscribe,
      ready: new Promise<void>(() => {}),
      connect: vi.fn<AccountHost['airlock']['connect']>(() => {
        store.set({ accounts: { [account.namespace]: account } })
        return Promise.resolve(account)
      }),
      disconnect: vi.fn(() => Promise.resolve()),
      switchNetwork: vi.fn<AccountHost['airlock']['switchNetwork']>(),
    },
    forward: vi.fn<AccountHost['forward']>(() =>
      answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
    ),
  }
}

/** A transaction on a network of Polkadot, but for its account and the network. */
export const extrinsic = {
  blockHash: `0x${'01'.repeat(32)}`,
  blockNumber: '0x1',
  era: '0x00',
  method: '0x00',
  nonce: '0x0',
  signedExtensions: [],
  specVersion: '0x1',
  tip: '0x0',
  transactionVersion: '0x1',
  version: 4,
}

export const options = (more: Partial<Options> = {}): Options => ({
  projectId: 'test',
  frameUrl: 'https://modal.example/p/test/',
  networks: [ethereum, optimism],
  ...more,
})

export const address = `0x${'11'.repeat(20)}` as const

/** As the frame tells of it. */
export const connectedAccount: Account = {
  namespace: 'eip155',
  status: 'connected',
  restoring: false,
  active: `eip155:1:${address}`,
  accounts: [`eip155:1:${address}`],
  type: 'eoa',
  wallet: { id: 'w', type: 'announced', name: 'W', handle: 'h' },
}

const focused = { activeElement: { localName: 'iframe' } }

/** Open, with the focus in the frame. */
export const inFrame: Pressed = { isOpen: true, inline: undefined, shadow: focused }

/** Every state in which a press was not made in a frame that the user sees. */
export const elsewhere: Readonly<Record<string, Pressed>> = {
  'with the modal closed': { ...inFrame, isOpen: false },
  'on the page beside an open modal': { ...inFrame, shadow: { activeElement: null } },
  'on the card that covers the frame': { ...inFrame, shadow: { activeElement: { localName: 'button' } } },
  'on the page beside an embed': { isOpen: true, inline() {}, shadow: { activeElement: null } },
}

/** The rules of a page for links, with a press in the frame. */
export const policyOf = (more: Partial<OpenPolicy> = {}): OpenPolicy => ({
  schemes: [],
  isDevelopment: false,
  pressed: inFrame,
  presses: createPresses(),
  shownMs: () => 60_000,
  opened: new Set(),
  isAsked: () => false,
  ...more,
})
