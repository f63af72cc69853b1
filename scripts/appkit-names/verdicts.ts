/**
 * Differences to AppKit, by AppKit's names. A name without a line works under its own name, which a test proves. The text for a refused
 * method, option or view is in the code that throws it.
 */
import { goneMethods } from '../../host-sdk/src/appkit/gone.ts'
import { cosmetic, fixed, gone, goneFeatures } from '../../host-sdk/src/appkit/options-table.ts'
import { goneViews } from '../../host-sdk/src/appkit/views.ts'

/** `warns`: about looks only; left out, with a line in the console. */
export type Status = 'works' | 'warns' | 'throws' | 'not offered'
export interface Verdict {
  readonly status: Status
  readonly note?: string
}
type Verdicts = Readonly<Record<string, Verdict>>

const works = (note: string): Verdict => ({ status: 'works', note })
const warns = (note: string): Verdict => ({ status: 'warns', note })
const throws = (note: string): Verdict => ({ status: 'throws', note })
const absent = (note: string): Verdict => ({ status: 'not offered', note })
const all = (table: Readonly<Record<string, string>>, verdict: (note: string) => Verdict): Verdicts =>
  Object.fromEntries(Object.entries(table).map(([name, note]) => [name, verdict(note)]))

/** Our entry for each AppKit entry, or the reason why there is none. */
export const entries: Readonly<Record<string, { readonly ours: string } | { readonly reason: string }>> = {
  '@reown/appkit': { ours: './appkit' },
  '@reown/appkit/react': { ours: './appkit/react' },
  '@reown/appkit/networks': { ours: './appkit/networks' },
  '@reown/appkit/core': { ours: './appkit/core' },
  '@reown/appkit/react-core': { ours: './appkit/react-core' },
  '@reown/appkit/library/react': { ours: './appkit/library/react' },
  '@reown/appkit/vue': { reason: 'there are no Vue composables: use the getters and subscriptions of `./appkit`' },
  '@reown/appkit/vue-core': { reason: 'as `@reown/appkit/vue`' },
  '@reown/appkit/library/vue': { reason: 'as `@reown/appkit/vue`' },
  '@reown/appkit/store': { reason: 'internal state: use the getters and subscriptions' },
  '@reown/appkit/utils': { reason: 'internal to AppKit' },
  '@reown/appkit/constants': { reason: 'the version of AppKit' },
  '@reown/appkit/auth-provider': { reason: 'the link with AppKit’s embedded wallet: ours is inside the modal' },
  '@reown/appkit/adapters': { reason: 'adapters of your own implement `Adapter` of `@airlock/host-sdk`' },
  '@reown/appkit/connectors': { reason: 'the modal connects wallets; the page has no connectors' },
  '@reown/appkit/connections': { reason: 'the modal connects wallets; the page has no connectors' },
  '@reown/appkit/testing': { reason: 'fixtures of AppKit’s own tests' },
  '@reown/appkit-adapter-wagmi': { ours: './appkit-adapter-wagmi' },
  '@reown/appkit-adapter-ethers': { ours: './appkit-adapter-ethers' },
  '@reown/appkit-adapter-ethers5': { ours: './appkit-adapter-ethers5' },
  '@reown/appkit-adapter-solana': { ours: './appkit-adapter-solana' },
  '@reown/appkit-adapter-solana/react': { ours: './appkit-adapter-solana/react' },
  '@reown/appkit-adapter-solana/vue': { reason: 'there are no Vue composables' },
  '@reown/appkit-adapter-bitcoin': { ours: './appkit-adapter-bitcoin' },
  '@reown/appkit-siwe': { ours: './appkit-siwe' },
  '@reown/appkit-siwx': {
    reason:
      'pass `siwx: createSiwx()` of `@airlock/host-sdk/siwx` instead of `new DefaultSIWX()`: it writes the message, verifies the three namespaces and keeps the sessions; a storage of yours is its option `storage`, and the hosted ones are [your own server](signing-in.md)',
  },
  '@reown/appkit-siwx/react': { reason: 'as `@reown/appkit-siwx`; its hook reads the vendor’s hosted sessions' },
  '@reown/appkit-siwx/vue': { reason: 'as `@reown/appkit-siwx/react`' },
  '@reown/appkit-siwx/ui': { reason: 'views of a modal in the page' },
  '@reown/appkit-wallet-button': { reason: 'call `airlock.connect({ walletId })` of the instance' },
  '@reown/appkit-wallet-button/react': { reason: 'call `airlock.connect({ walletId })` of the instance' },
}

const internal = absent('internal to AppKit: use the getters and subscriptions')

/** Functions, classes and constants. */
export const values: Verdicts = {
  SIWEController: internal,
  W3mConnectingSiwe: absent('the views are inside the modal'),
  W3mConnectingSiweView: absent('the views are inside the modal'),
  mapToSIWX: absent('the option `siweConfig` does it'),
  verifySignature: absent('verify on your server: `@airlock/host-sdk/siwx/server`'),
  AccountController: internal,
  CoreHelperUtil: internal,
  WcConstantsUtil: internal,
  WcHelpersUtil: internal,
  DEFAULT_METHODS: absent('internal to AppKit: the protocol lists the methods'),
  AddressPurpose: absent('`purpose` of an account is `payment` or `ordinal`'),
  mapSatsConnectAddressPurpose: absent('`purpose` of an account is `payment` or `ordinal`'),
  EthersHelpersUtil: internal,
  SPL_COMPUTE_BUDGET_CONSTANTS: internal,
  SolConstantsUtil: internal,
  SolHelpersUtil: internal,
  authConnector: absent('the embedded wallet is one of the wallets of the modal'),
  createAppKit: works(
    'with `frameUrl`; called again with equal options it returns the same object, with others it throws',
  ),
  modal: works('the instance that this entry’s `createAppKit` made'),
  useAppKitBalance: works('the balance that the modal has read last'),
  useAppKitConnection: works(
    'of `./appkit/react`: `switchConnection` and `deleteConnection` throw; of `./appkit-adapter-solana/react`: a `Connection` over `customRpcUrls`, `transports` or the network’s `rpcUrls`',
  ),
  useAppKitConnections: works('at most one per namespace; `recentConnections` is empty, as the modal keeps them'),
  useAppKitState: works('without remote features'),
}

export const members: Verdicts = {
  ...all(goneMethods, throws),
  chainAdapters: absent('internal to AppKit'),
  remoteFeatures: absent('there is no remote configuration'),
  reportedAlertErrors: absent('internal to AppKit'),
  version: absent('the version of AppKit'),
  getError: works('always empty, as in AppKit'),
  getThemeMode: works('the system’s as long as no mode is set'),
  getConnections: works('at most one per namespace'),
  getPreferredAccountType: works('the type of the connected account'),
  features: absent('`updateFeatures` changes them'),
  updateNativeBalance: works('the balance that the modal has read last, for the connected account on its network'),
  subscribeAccount: works('returns the undo'),
  subscribeCaipNetworkChange: works('returns the undo'),
  instance: absent('use `AppKit.getInstance()`'),
}

const only = (table: typeof fixed): Verdicts =>
  Object.fromEntries(
    Object.entries(table).map(([name, { only: value, why, isCosmetic }]) => [
      name,
      works(`only \`${String(value)}\`${isCosmetic ? '; otherwise it warns' : ''}; ${why}`),
    ]),
  )

export const options: Verdicts = {
  ...all(gone, throws),
  ...all(cosmetic, warns),
  ...only(fixed),
  adapters: works('an empty list leaves pairing only, no list offers everything'),
  allWallets: works('`SHOW` or `HIDE`; `ONLY_MOBILE` throws'),
  chainImages: works('`data:` images; any other is left out and warns'),
  customRpcUrls: works('`url` only; `config` throws'),
  customWallets: works('`image_url` is a `data:` image; any other is left out and warns'),
  tokens: works(
    '`image` is a `data:` image; any other is left out and warns; a list of tokens for a network works, too',
  ),
  defaultAccountTypes: works(
    '`smartAccount` on `eip155`, `payment` on `bip122`; decides nothing: an account begins as one where the project has them, and the user chooses',
  ),
  enableReconnect: works('`false` stores the connection in memory only'),
  showWallets: works('as `features.emailShowWallets`'),
  siwx: works(''),
  siweConfig: works(
    '`nonceRefetchIntervalMs` and `sessionRefetchIntervalMs` have nothing to shorten: each message gets a new nonce, each change asks for the session',
  ),
  themeVariables: works('see below'),
}

export const features: Verdicts = {
  socials: works('of those that the project record lists'),
  swaps: works(''),
  smartSessions: works('on by default; the project record enables them for each network'),
  ...all(goneFeatures, (why) => throws(`${why}; \`false\` is accepted`)),
  walletFeaturesOrder: works(''),
  connectMethodsOrder: works(''),
}

export const themeVariables: Verdicts = {
  '--w3m-accent': works('as `accent`: `#rgb`, `#rrggbb`, `rgb(…)`, `hsl(…)` or `oklch(…)`'),
  '--w3m-font-family': works('as `fontFamily`: fonts that the system has'),
  '--w3m-border-radius-master': works('at most 6px; more warns, and is 6px'),
  '--w3m-font-size-master': works('9px, 10px, 11.5px or 13px; any other warns, and is the nearest of them'),
  '--w3m-color-mix': works('has no effect while the strength is 0, as in AppKit'),
  '--w3m-color-mix-strength': warns('set the colours themselves with `canvas` and `ink`'),
  '--w3m-z-index': works('the modal is above every z-index'),
  '--w3m-qr-color': warns('the QR code has the colours that scanners read best'),
}

export const siwx: Verdicts = {
  signOutOnDisconnect: works(''),
}

export const openOptions: Verdicts = {
  uri: throws('has no counterpart'),
  arguments: works(
    'for `Swap`: tokens by address, or the symbol of the network’s currency; another symbol is left out and warns',
  ),
}
export const views: Verdicts = {
  ...all(goneViews, throws),
  OnRampProviders: works('as `OnRamp`'),
  WalletSend: works('as `Send`'),
}

const ofButtons = works('')
export const elements: Verdicts = {
  'appkit-modal': absent('the modal is no element of the page'),
  'appkit-wallet-button': absent('call `airlock.connect({ walletId })` of the instance'),
}
export const attributes: Verdicts = { size: warns('the buttons have no style: use `::part(button)`') }

export const adapterMembers: Verdicts = { namespace: ofButtons, wagmiConfig: ofButtons }
/** For all other members of an adapter class. */
export const adapterMember: Verdict = absent('called by AppKit alone: use the library, or the provider of the instance')

export const networks: Verdicts = {}

/** Types that our entries export under the same name; a test looks them up in the reviewed API. */
export const types = {
  './appkit-siwe': ['AppKitSIWEClient', 'SIWEConfig', 'SIWECreateMessageArgs', 'SIWESession', 'SIWEVerifyMessageArgs'],
  './appkit': [
    'AppKitNetwork',
    'AppKitOptions',
    'Provider',
    'CaipAddress',
    'CaipNetwork',
    'CaipNetworkId',
    'ChainNamespace',
    'ConnectedWalletInfo',
    'Connection',
    'ConnectorType',
    'CreateAppKit',
    'CustomWallet',
    'EventsControllerState',
    'Features',
    'Metadata',
    'OpenOptions',
    'PublicStateControllerState',
    'SIWXConfig',
    'SIWXMessage',
    'SIWXSession',
    'ThemeControllerState',
    'ThemeMode',
    'ThemeVariables',
    'UseAppKitAccountReturn',
    'Views',
  ],
  './appkit/react': ['AppKitProviderProps', 'UseAppKitNetworkReturn'],
  './appkit/networks': ['AppKitNetwork', 'CaipNetwork', 'ChainNamespace'],
  './appkit-adapter-bitcoin': ['BitcoinConnector'],
  './appkit-adapter-solana': ['AnyTransaction', 'Provider'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const typeReasons: readonly (readonly [names: RegExp, reason: string])[] = [
  [/^(BlockchainApi|Api)/, 'requests to AppKit’s servers: the SDK makes none'],
  [/^(Swap|OnRamp|Send|Exchange|PayUrl|PaymentAsset|CurrentPayment|GetExchanges)/, 'the feature does not exist'],
  [/./, 'internal to AppKit'],
]
