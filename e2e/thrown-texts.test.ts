/**
 * Each text of specification §8 that is thrown, shown or alerted: what leads to it, or which type, schema or rule keeps it from
 * happening.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, type Caip10, type Namespace, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { Evidence } from '../docs/support/statements.ts'
import { fetchGasPrice } from '../frame-app/src/modal/core/api/gas-price.ts'
import { coinTypeOf } from '../frame-app/src/modal/core/api/name-rules.ts'
import type { ModalContext } from '../frame-app/src/modal/core/context.ts'
import { isOpenAtom, toastAtom } from '../frame-app/src/modal/core/modal.ts'
import { loadMoreActivity, refreshActivity } from '../frame-app/src/modal/features/activity/activity.ts'
import { registerName } from '../frame-app/src/modal/features/names/names.ts'
import { namingAtom } from '../frame-app/src/modal/features/names/state/naming.ts'
import { removeNetwork } from '../frame-app/src/modal/features/networks/networks.ts'
import { switchNetwork } from '../frame-app/src/modal/features/networks/switch-network.ts'
import { confirmSend } from '../frame-app/src/modal/features/send/send-confirm.ts'
import { draftAtom, reviewAtom } from '../frame-app/src/modal/features/send/state/send.ts'
import { rpcRequest } from '../frame-app/src/modal/host/rpc-request.ts'
import { waitForSwap } from '../frame-app/src/modal/host/swap-request.ts'
import { disconnect } from '../frame-app/src/modal/session/disconnect.ts'
import { go } from '../frame-app/src/modal/session/navigate.ts'
import { type Connected, connectionsAtom, setConnectionAtom } from '../frame-app/src/modal/session/state/accounts.ts'
import { activeNetworkIdAtom } from '../frame-app/src/modal/session/state/network.ts'
import { storeConnection } from '../frame-app/src/modal/session/store-connection.ts'
import { createTestConnector, createTestModal, network, use } from '../frame-app/test/support/modal.ts'
import { removeAdapter } from '../host-sdk/src/adapters.ts'
import { createAirlock } from '../host-sdk/src/create.ts'
import { expectSigner, expectSiwx } from '../host-sdk/src/may-open.ts'
import { createNetworks } from '../host-sdk/src/networks.ts'
import { createStore } from '../host-sdk/src/store/store.ts'
import type { Airlock } from '../host-sdk/src/types.ts'
import { bitcoin, ethereum, optimism, options, solana } from '../host-sdk/test/support.ts'
import { isThere } from '../scripts/statements.ts'

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
  for (const { connector, offer } of connectors) storeConnection(context, connector, offer)
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
    'addNetwork; the text that AppKit throws for "Adapter not found"',
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

/** Whether a field can be left out, as the types have it. */
type Presence<T> = undefined extends T ? 'may be missing' : 'always there'

/** AppKit builds its clients after its controllers; here a flow gets them with its context, so none can be missing. */
const clientsAreThere = async () => {
  expectTypeOf<Presence<ModalContext['store']>>().toEqualTypeOf<'always there'>()
  expectTypeOf<Presence<ModalContext['link']>>().toEqualTypeOf<'always there'>()
  // Of each flow, the context is the first parameter and not optional.
  expectTypeOf<Parameters<typeof switchNetwork>[0]>().toEqualTypeOf<ModalContext>()
  expectTypeOf<Parameters<typeof disconnect>[0]>().toEqualTypeOf<ModalContext>()
  // So each of them does its work in a modal that has just started, and throws nothing.
  const { context, store, told } = createTestModal()
  await switchNetwork(context, 'eip155:10')
  expect(store.get(activeNetworkIdAtom)).toBe('eip155:10')
  await refreshActivity(context, { isAsked: true })
  await disconnect(context)
  expect(store.get(connectionsAtom)).toEqual({})
  const { connector } = createTestConnector()
  storeConnection(context, connector, await connector.connect(handling))
  expect(store.get(connectionsAtom).eip155).toMatchObject({ status: 'connected' })
  await disconnect(context)
  expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
  expect(told.filter(({ type }) => type === 'WARNING')).toEqual([])
}

/** State is kept by namespace: what writes it takes one. */
const writingNeedsNamespace = () => {
  const { store } = createTestModal()
  const write = (namespace: Namespace | undefined) => {
    // @ts-expect-error: without a namespace
    store.set(setConnectionAtom, namespace, disconnected)
  }
  expectTypeOf(write).parameter(0).toEqualTypeOf<Namespace | undefined>()
  store.set(setConnectionAtom, 'eip155', disconnected)
  expect(Object.keys(store.get(connectionsAtom))).toContain('eip155')
}
const disconnected = { status: 'disconnected' } as const

const cannot: readonly (readonly [text: string, reason: string, why: () => unknown])[] = [
  [
    'Adapter not found',
    'adapters are for libraries of the page: without any, every namespace of the networks is served',
    () => {
      const airlock = createAirlock(options({ projectId: 'no-adapters', networks: [ethereum, solana] }))
      airlock.addNetwork(optimism)
      expect(airlock.networks.map(({ chainNamespace }) => chainNamespace)).toEqual(['eip155', 'solana', 'eip155'])
    },
  ],
  [
    'CaipNetwork is undefined',
    'options have at least one network, and the last one of a namespace cannot be removed',
    () => {
      // @ts-expect-error: an empty list is not of the type either
      expect(() => createAirlock(options({ projectId: 'no-networks', networks: [] }))).toThrow('networks')
      expect(() => createNetworks([ethereum], undefined).remove('eip155:1')).toThrow('Cannot remove last network')
    },
  ],
  [
    'CaipNetwork or CaipAddress is undefined',
    'a connection always has both: one value, set at once',
    () => {
      expectTypeOf<Connected['active']>().toEqualTypeOf<Caip10>()
      expectTypeOf<Connected['chainId']>().toEqualTypeOf<Caip2>()
      const connection = connectedTo('eip155').store.get(connectionsAtom).eip155
      expect(connection).toMatchObject({ status: 'connected', chainId: 'eip155:1' })
      expect(connection).toHaveProperty('active', expect.stringMatching(/^eip155:1:0x/))
    },
  ],
  ['NetworkController client not set', 'a flow has its clients with its context', clientsAreThere],
  ['ConnectionController client not set', 'a flow has its clients with its context', clientsAreThere],
  ['Chain is required to get connection controller client', 'a flow has its clients with its context', clientsAreThere],
  [
    'Chain is required to update chain account data',
    'state is kept by namespace, and what writes it takes one',
    writingNeedsNamespace,
  ],
  [
    'Chain is required to set account prop',
    'state is kept by namespace, and what writes it takes one',
    writingNeedsNamespace,
  ],
  [
    'No ActiveCaipNetwork or client found',
    'who signs in is connected, and a connection has its network',
    () => {
      expect(() => expectSigner({})).toThrow('No ActiveCaipAddress found')
      expectTypeOf<Presence<Connected['chainId']>>().toEqualTypeOf<'always there'>()
    },
  ],
  ['No ConnectionController client found', 'a flow has its clients with its context', clientsAreThere],
  [
    "Transactions can't be fetched without an accountAddress",
    'activity is read for a connection, whose address is part of it: without one, nothing is asked',
    async () => {
      const { context } = createTestModal()
      const fetched = vi.fn<typeof fetch>()
      vi.stubGlobal('fetch', fetched)
      const gateway = { ...context, project: { ...context.project, gatewayUrl: 'https://gateway.example' } }
      await refreshActivity(gateway, { isAsked: true })
      await loadMoreActivity(gateway)
      expect(fetched).not.toHaveBeenCalled()
      storeConnection(gateway, createTestConnector().connector, await createTestConnector().connector.connect(handling))
      await refreshActivity(gateway, { isAsked: true })
      expect(fetched).toHaveBeenCalledOnce()
    },
  ],
]

describe('cannot happen', () => {
  test.each(cannot)('%s: %s', async (_, __, why) => {
    expect.hasAssertions()
    await why()
  })
})

/** Texts that a flow throws to itself. The user gets the text of the view, the page and the counting the code. */
const caught = ['Address or auth connector not found']
test('Address or auth connector not found: the wallet has left the page before its name was signed', async () => {
  const { context, store, told } = createTestModal({ networks: [network(8453)] })
  const gateway = { ...context, project: { ...context.project, gatewayUrl: 'https://gateway.example' } }
  const { connector, offer } = {
    ...createTestConnector(),
    offer: { accounts: [`eip155:8453:0x${'ab'.repeat(20)}` as const], chainId: 'eip155:8453' as const },
  }
  storeConnection(gateway, connector, offer)
  go.push(gateway, { view: 'RegisterAccountName' })
  store.set(isOpenAtom, true)
  store.set(namingAtom, {
    ...store.get(namingAtom),
    lookup: { status: 'free', label: 'alice', name: 'alice.reown.id', alternatives: [] },
  })
  await registerName(gateway)
  expect(store.get(namingAtom).registration).toMatchObject({ status: 'failed', name: 'alice.reown.id' })
  const failed = { name: 'REGISTER_NAME_ERROR', props: { isSmartAccount: false, error: 'DISCONNECTED' } }
  expect(told.map(({ payload }) => payload)).toContainEqual(expect.objectContaining(failed))
})

test('Failed to send transaction. Please try again.: the network of a Solana payment was removed meanwhile', async () => {
  const { context, store } = createTestModal({ networks: [network(1)] })
  const account = `${solanaId}:${'1'.repeat(32)}` as const
  const wallet = { id: 'one', type: 'announced', name: 'Example Wallet', handle: 'one' } as const
  store.set(setConnectionAtom, 'solana', {
    status: 'connected',
    wallet,
    accounts: [account],
    active: account,
    chainId: solanaId,
  })
  store.set(draftAtom, {
    id: 1,
    account,
    chainId: solanaId,
    token: undefined,
    typed: '1',
    unit: 'token',
    isMax: false,
    to: '',
    isFromPage: false,
    hasMoved: false,
  })
  const quote = { payment: { from: '1'.repeat(32) } } as never // as: nothing else of it is read before the network is looked up
  store.set(reviewAtom, { status: 'ready', quote, isChanged: false })
  await confirmSend(context)
  expect(store.get(toastAtom)).toMatchObject({ variant: 'error', key: 'toast.sendFailed' })
})
const solanaId = solana.caipNetworkId

interface Shown {
  readonly text: string
  /** Where the text comes from: a file, and its key in the catalogue or the words themselves. */
  readonly from: string
  readonly key?: string
  /** The tests that reach it, as `file › title`; or the heading of a decision that rules it. */
  readonly by: readonly Evidence[]
}
const emailLogin = 'frame-app/test/email-login.test.ts › %s is shown in its words, and to the developer in others'
const serviceAlerts = 'e2e/specs/service-alerts.spec.ts › a relay that … is told as “…”, once'
const here = 'e2e/thrown-texts.test.ts'

/** Every toast, alert and text of a view that the specification lists. */
const shown: readonly Shown[] = [
  // Alerts for the developer
  {
    text: 'Network Not Found',
    from: 'frame-app/src/modal/features/networks/switch-network.ts',
    by: [
      'e2e/specs/notices.spec.ts › a mistake of the developer is shown on the card until dismissed, and only with debug',
    ],
  },
  { text: 'Invalid App Configuration', from: 'frame-app/src/modal/features/pairing/pair.ts', by: [serviceAlerts] },
  {
    text: 'Invalid App Configuration',
    from: 'frame-app/src/modal/features/listing/listing.ts',
    by: ['e2e/specs/service-alerts.spec.ts › a listing that refuses the origin is told once, and the user goes on'],
  },
  { text: 'Invalid App Configuration', from: 'frame-app/src/modal/features/login/login-trouble.ts', by: [emailLogin] },
  {
    text: 'Invalid App Configuration',
    from: 'frame-app/src/modal/session/notify.ts',
    by: [
      'frame-app/test/analytics.test.ts › a refused origin is reported to the developer once; every other failure is silent',
    ],
  },
  { text: 'Session Expired', from: 'frame-app/src/modal/features/pairing/pair.ts', by: [serviceAlerts] },
  {
    text: 'Project ID Not Configured',
    from: 'host-sdk/src/options.ts',
    by: ['host-sdk/test/options.test.ts › %o is refused by name'],
  },
  // Toasts
  {
    text: 'Token Balance Unavailable',
    from: 'frame-app/src/modal/features/assets/tokens.ts',
    key: 'toast.tokenBalanceUnavailable',
    by: ['e2e/specs/tokens.spec.ts › when the gateway is down, the list says so and the rest of the view works'],
  },
  {
    text: 'A problem occurred while trying initialize authentication',
    from: 'frame-app/src/modal/features/sign-in/without-sign-in.ts',
    key: 'toast.authenticationProblem',
    by: ['e2e/specs/sign-in.spec.ts › a page that cannot say who is signed in: the wallet is not connected'],
  },
  {
    text: 'Signature declined',
    from: 'frame-app/src/modal/features/sign-in/sign-in.ts',
    key: 'live.signInDeclined',
    by: ['frame-app/test/sign-out.test.ts › because the user declines: a toast says so, and the view stays'],
  },
  {
    text: 'This application might not support Smart Accounts',
    from: 'frame-app/src/modal/features/sign-in/sign-in.ts',
    key: 'toast.smartAccounts',
    by: ['frame-app/test/sign-out.test.ts › a smart account: the message says that the page may not support it'],
  },
  {
    text: 'Authenticating...',
    from: 'frame-app/src/modal/features/sign-in/sign-in.ts',
    key: 'toast.authenticating',
    by: ['frame-app/test/sign-out.test.ts › while the page verifies, a toast says so, and ends with the answer'],
  },
  {
    text: 'Failed to fetch transactions',
    from: 'frame-app/src/modal/features/activity/activity.ts',
    key: 'toast.fetchTransactionsFailed',
    by: [
      'frame-app/test/activity.test.ts › each failure, of the first page and of the next, is an event and the toast of the specification',
    ],
  },
  {
    text: 'Something went wrong',
    from: 'frame-app/src/modal/features/submit/submit.ts',
    key: 'error.title',
    by: ['frame-app/test/send.test.ts › a wallet that fails with %s %s'],
  },
  {
    text: 'Failed to send transaction. Please try again.',
    from: 'frame-app/src/modal/features/submit/submit.ts',
    key: 'toast.sendFailed',
    by: [
      `${here} › Failed to send transaction. Please try again.: the network of a Solana payment was removed meanwhile`,
    ],
  },
  {
    text: 'Please enter a valid amount and receiver address',
    from: 'nowhere',
    by: [
      'docs/decisions/modal.md › Some texts of the specification have no path',
      'e2e/specs/send-form.spec.ts › the button of the state … reads ‘…’, and … be pressed',
    ],
  },
  {
    text: 'Transaction started',
    from: 'frame-app/src/modal/features/submit/submit.ts',
    key: 'toast.transactionStarted',
    by: ['e2e/specs/send.spec.ts › a user sends coins to a name; the payment is pending, then done'],
  },
  {
    text: 'Action not allowed',
    from: 'frame-app/src/modal/host/rpc-request.ts',
    key: 'toast.actionNotAllowed',
    by: ['e2e/specs/provider.spec.ts › a method that is not allowed is refused at once, and an open modal says so'],
  },
  // Name service
  {
    text: 'Error resolving name',
    from: 'frame-app/src/modal/features/send/view/RecipientField.tsx',
    key: 'send.to.failed',
    by: ['frame-app/test/send-names.test.ts › a name that no node resolves is reported beside its field'],
  },
  {
    text: 'Error fetching name suggestions',
    from: 'frame-app/src/modal/features/names/view/RegisterAccountNameView.tsx',
    key: 'names.lookup.failed',
    by: ['frame-app/test/names.test.ts › an answer of the gateway about another name is not used [C131]'],
  },
  {
    text: 'Error fetching names for address',
    from: 'frame-app/src/modal/home/profile/NameRow.tsx',
    key: 'names.own.failed',
    by: ['frame-app/test/names.test.ts › a failed look-up of the account’s own names forbids nothing'],
  },
  {
    text: 'Error registering name {name}',
    from: 'frame-app/src/modal/features/names/view/RegisterAccountNameView.tsx',
    key: 'names.failed',
    by: ['frame-app/test/names.test.ts › a refusal says %s'],
  },
  // The embedded wallet
  {
    text: 'Unable to load email login dependency',
    from: 'frame-app/src/modal/features/login/login-trouble.ts',
    by: [emailLogin],
  },
  {
    text: 'Request was aborted',
    from: 'protocol/src/errors.ts',
    by: ['frame-app/test/email-login.test.ts › says to the page: %s'],
  },
  {
    text: 'An error occurred',
    from: 'protocol/src/errors.ts',
    by: ['frame-app/test/email-login.test.ts › says to the page: %s'],
  },
  // Networks and pairing
  {
    text: 'Chain is not supported',
    from: 'protocol/src/errors.ts',
    by: ["frame-app/src/shared/chains/eip155/wallet.test.ts › everything else is 'Chain is not supported'"],
  },
  {
    text: 'Open and continue in a new browser tab',
    from: 'frame-app/src/modal/features/pairing/view/LinkPanel.tsx',
    key: 'connecting.mobile.newTab',
    by: [
      'e2e/specs/on-a-phone.spec.ts › a wallet that opens in a tab says so as it opens, and one that starts an app does not',
    ],
  },
]

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const locales = 'frame-app/src/shared/i18n/locales'
const catalogue = {
  ...JSON.parse(read(`${locales}/en-US.json`)),
  ...JSON.parse(read(`${locales}/en-US.views.json`)),
} as Record<string, string> // as: our own files

describe('shown', () => {
  test.each(shown)('$text: from $from', ({ text, from, key, by }) => {
    // A view that chooses one of several texts puts its key together.
    const names = key ? [key, `${key.slice(0, key.lastIndexOf('.'))}.${'$'}{`] : [text]
    if (from !== 'nowhere') expect(names.filter((name) => read(from).includes(name))).not.toEqual([])
    if (key) expect(catalogue[key]).toContain(text)
    expect(by.length).toBeGreaterThan(0)
    expect(by.filter((evidence) => !isThere(evidence))).toEqual([])
  })
})

/** The lists of the specification; a placeholder stands for any text. */
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
  // Alerts, toasts and other texts
  'Network Not Found',
  'Invalid App Configuration',
  'Session Expired',
  'Project ID Not Configured',
  'Chain is not supported',
  'Token Balance Unavailable',
  'A problem occurred while trying initialize authentication',
  'Signature declined',
  'This application might not support Smart Accounts',
  'Failed to fetch transactions',
  'Something went wrong',
  'Failed to send transaction. Please try again.',
  'Please enter a valid amount and receiver address',
  'Transaction started',
  'Authenticating...',
  'Action not allowed',
  'Error resolving name',
  'Error fetching name suggestions',
  'Error fetching names for address',
  'Error registering name …',
  'Unable to load email login dependency',
  'Request was aborted',
  'An error occurred',
  'Open and continue in a new browser tab',
]

test('every text of the specification is in one of the tables', () => {
  const known = [...[...happens, ...cannot].map(([text]) => text), ...shown.map(({ text }) => text), ...caught]
  const isKnown = (text: string) => {
    const [start = '', end = ''] = text.split('…')
    return known.some((one) => one.startsWith(start) && one.includes(end))
  }
  expect(specified.filter((text) => !isKnown(text))).toEqual([])
})
