/**
 * Each text that the specification lists as thrown (§8): what throws it here, or why what it says cannot happen. A text that cannot is in
 * none of our sources.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchGasPrice } from '../frame-app/src/modal/api/gas-price.ts'
import { disconnect } from '../frame-app/src/modal/flows/disconnect.ts'
import { establish } from '../frame-app/src/modal/flows/establish.ts'
import { removeNetwork } from '../frame-app/src/modal/flows/networks.ts'
import { rpcRequest } from '../frame-app/src/modal/flows/rpc-request.ts'
import { waitForSwap } from '../frame-app/src/modal/flows/swap-request.ts'
import { switchNetwork } from '../frame-app/src/modal/flows/switch-network.ts'
import { coinTypeOf } from '../frame-app/src/modal/state/name-rules.ts'
import { createTestConnector, createTestModal, use } from '../frame-app/test/support/modal.ts'
import { removeAdapter } from '../host-sdk/src/adapters.ts'
import { createAirlock } from '../host-sdk/src/create.ts'
import { expectSigner, expectSiwx } from '../host-sdk/src/may-open.ts'
import { createNetworks } from '../host-sdk/src/networks.ts'
import { createStore } from '../host-sdk/src/store/store.ts'
import type { Airlock } from '../host-sdk/src/types.ts'
import { bitcoin, ethereum, options, solana } from '../host-sdk/test/support.ts'

const root = resolve(import.meta.dirname, '..')
const handling: HandlerContext = { signal: new AbortController().signal, waitsForPerson: () => {} }

afterEach(() => vi.unstubAllGlobals())

/** A modal with wallets that cannot be told of a disconnect. */
function connectedTo(...namespaces: readonly ('eip155' | 'solana')[]) {
  const { context, store } = createTestModal()
  const connectors = namespaces.map((namespace) => {
    const chainId: Caip2 = namespace === 'eip155' ? 'eip155:1' : solana.caipNetworkId
    const { connector } = createTestConnector({
      key: namespace,
      namespace,
      handle: namespace,
      disconnect: () => Promise.reject(new AirlockError('WALLET_FAILED', { message: 'busy' })),
    })
    return { connector, offer: { accounts: [`${chainId}:0x${'ab'.repeat(20)}` as const], chainId } }
  })
  use(store, ...connectors.map(({ connector }) => connector))
  for (const { connector, offer } of connectors) establish(context, connector, offer)
  return context
}

const happens: readonly (readonly [text: string, by: string, run: () => unknown])[] = [
  [
    'Cannot remove last network for a namespace',
    'removeNetwork of the SDK',
    () => createAirlock(options({ projectId: 'last', networks: [ethereum] })).removeNetwork('eip155:1'),
  ],
  [
    'Cannot remove last network for a namespace',
    'the modal, whatever the SDK has checked',
    () => {
      const { context } = createTestModal()
      removeNetwork(context, 'eip155:10')
      removeNetwork(context, 'eip155:1')
    },
  ],
  [
    'Network with ID eip155:5 not found',
    'removeNetwork of a network that is not there',
    () => createAirlock(options({ projectId: 'absent' })).removeNetwork('eip155:5'),
  ],
  [
    'Network not found',
    'switchNetwork of the SDK',
    () => createAirlock(options({ projectId: 'switch' })).switchNetwork('eip155:5'),
  ],
  ['Network not found', 'the modal', () => switchNetwork(createTestModal().context, 'eip155:5')],
  [
    'Network not supported for Gas Price',
    'the price of gas where there is none',
    () => fetchGasPrice({ url: 'https://gateway.example' } as never, solana.caipNetworkId, handling.signal), // as: it is refused before anything is asked
  ],
  [
    'Network not supported for Swaps',
    'open({ view: Swap, args }) where no router is known',
    () => waitForSwap(connectedTo('eip155'), { chainId: 'eip155:1' }, handling),
  ],
  ['Failed to disconnect chain eip155: busy', 'one wallet', () => disconnect(connectedTo('eip155'))],
  [
    'Failed to disconnect chains: eip155: busy',
    'several wallets, in one error',
    () => disconnect(connectedTo('eip155', 'solana')),
  ],
  ['SIWX is not enabled', 'signIn() without the option', () => expectSiwx(false)],
  ['No ActiveCaipAddress found', 'signIn() without an account', () => expectSigner({})],
  [
    'No ActiveCaipAddress found',
    'open({ view: Swap, args }) without an account',
    () => waitForSwap(createTestModal().context, {}, handling),
  ],
  [
    'Unsupported chain',
    'a request for a network that the app does not list',
    () => rpcRequest(connectedTo('eip155'), { scope: 'eip155:5', method: 'eth_blockNumber', params: [] }, handling),
  ],
  ['Invalid chainId', 'the coin type of a name', () => coinTypeOf(2 ** 31)],
  ['Invalid CAIP Address', 'an address with its network', () => parseCaip10('eip155:1')],
  [
    "Adapter for namespace bip122 doesn't exist",
    'addNetwork; the text that the reference throws for "Adapter not found"',
    () => createAirlock(options({ projectId: 'adapters' })).addNetwork(bitcoin),
  ],
  [
    'Chain adapter not found',
    'removeAdapter, for a namespace without one',
    () =>
      removeAdapter(
        {
          airlock: {} as Airlock, // not used where there is no adapter
          networks: createNetworks([ethereum], undefined),
          transports: undefined,
          store: createStore({
            ready: true,
            open: false,
            accounts: {},
            theme: 'light',
            persistence: 'memory',
            health: 'ok',
          }),
          attached: new Map(),
          page: () => undefined,
        },
        'solana',
      ),
  ],
]

describe('thrown', () => {
  test.each(happens)('%s: by %s', async (text, _, run) => {
    const thrown = await (async () => run())().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(Error)
    expect(String(Reflect.get(Object(thrown), 'message'))).toContain(text)
  })
})

const noClients =
  'the reference builds its clients after its controllers; here a flow gets them with its context, so none can be missing'
const cannot: readonly (readonly [text: string, reason: string])[] = [
  ['Adapter not found', 'adapters are for libraries of the page; connecting, signing and sending need none'],
  ['CaipNetwork is undefined', 'options have at least one network, and the active one is never unset'],
  ['CaipNetwork or CaipAddress is undefined', 'a connection always has both: one value, set at once'],
  ['NetworkController client not set', noClients],
  ['ConnectionController client not set', noClients],
  ['Chain is required to get connection controller client', noClients],
  ['Chain is required to update chain account data', 'state is kept by namespace, and its type demands one'],
  ['Chain is required to set account prop', 'as above'],
  [
    'No ActiveCaipNetwork or client found',
    'a sign-in begins with a connection, which has its network and its connector',
  ],
  ['No ConnectionController client found', noClients],
  [
    "Transactions can't be fetched without an accountAddress",
    'activity is read for a connection, whose address is part of it',
  ],
]

/** Thrown inside a flow, whose view shows the failure. */
const caught: readonly (readonly [text: string, file: string])[] = [
  ['Address or auth connector not found', 'frame-app/src/modal/flows/names.ts'],
]

const sources = ['protocol/src', 'host-sdk/src', 'frame-app/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
)

describe('cannot happen', () => {
  test.each(cannot)('%s: %s', (text) => {
    expect(sources.filter((source) => source.includes(text))).toEqual([])
  })
})

test.each(caught)('%s is caught by its flow', (text, file) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(text)
})

/** The list of the specification; a placeholder stands for any text. */
const specified = [
  'Adapter not found',
  'CaipNetwork is undefined',
  'CaipNetwork or CaipAddress is undefined',
  'Cannot remove last network for a namespace',
  'Network with ID … not found',
  'Network not found',
  'Network not supported for Gas Price',
  'Network not supported for Swaps',
  'Failed to disconnect',
  'Failed to disconnect chain …',
  'Failed to disconnect chains',
  'Chain adapter not found',
  'NetworkController client not set',
  'ConnectionController client not set',
  'Chain is required to get connection controller client',
  'Chain is required to update chain account data',
  'Chain is required to set account prop',
  'Address or auth connector not found',
  'SIWX is not enabled',
  'No ActiveCaipAddress found',
  'No ActiveCaipNetwork or client found',
  'No ConnectionController client found',
  "Transactions can't be fetched without an accountAddress",
  'Unsupported chain',
  'Invalid chainId',
  'Invalid CAIP Address',
]

test('every text of the specification is in one of the tables', () => {
  const known = [...happens, ...cannot, ...caught].map(([text]) => text)
  const isKnown = (text: string) => {
    const [start = '', end = ''] = text.split('…')
    return known.some((one) => one.startsWith(start) && one.includes(end))
  }
  expect(specified.filter((text) => !isKnown(text))).toEqual([])
})
