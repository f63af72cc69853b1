/** The public types of the core. Everything an embedder can read or pass is declared here. */
import type { Trail, WireEvent } from '@airlock/protocol/channel/audit.ts'
import type { AirlockError } from '@airlock/protocol/errors.ts'

export type { WireEvent }
// Written out like `ThemeVariables`: a type inferred from a schema would bring zod's types into the package.
export type Namespace = 'eip155' | 'solana' | 'bip122' | 'polkadot'
export type Diagnostics = Trail
export type CaipNetworkId = `${Namespace}:${string}`
export type CaipAddress = `${CaipNetworkId}:${string}`
export type Status = 'disconnected' | 'connecting' | 'connected'
export type Method = 'email' | 'social' | 'wallet'
export type ConnectorType = 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended'
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'
export type ThemeMode = 'light' | 'dark' | 'auto'
export type CloseReason = 'connected' | 'user' | 'host' | 'completed' | 'error'
/** The views that a page may open. Other names are refused. */
export type View =
  | 'Connect'
  /** An alias of `SIWXSignMessage`. */
  | 'ConnectingSiwe'
  | 'Account'
  | 'Activity'
  | 'AllWallets'
  | 'Networks'
  | 'OnRamp'
  | 'Profile'
  | 'Receive'
  | 'RegisterAccountName'
  | 'SIWXSignMessage'
  | 'Send'
  | 'Swap'
  | 'WhatIsAWallet'
  | 'WhatIsANetwork'

/** An EVM chain in viem's form: viem's chain objects can be passed unchanged. Other fields are ignored. */
export interface Chain {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { readonly default: { readonly http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  contracts?: { multicall3?: { address: `0x${string}` } | undefined; readonly [name: string]: unknown } | undefined
  testnet?: boolean | undefined
  /** A `data:` image: the frame makes no request for the page. */
  assets?: { imageUrl?: string } | undefined
}

/** A network of any namespace. `state.network` always has this form. */
export interface Network extends Omit<Chain, 'id'> {
  /** The part of `caipNetworkId` after the colon. */
  id: number | string
  caipNetworkId: CaipNetworkId
  chainNamespace: Namespace
}

/** Colours are `#rgb`, `#rrggbb`, `rgb(…)`, `hsl(…)` or `oklch(…)`. */
export interface ThemeVariables {
  accent?: string | undefined
  canvas?: string | undefined
  ink?: string | undefined
  /** Multiplies every radius; 0 to 1.5. */
  radiusScale?: number | undefined
  /** Names of fonts that the system has. */
  fontFamily?: string | undefined
  fontScale?: 0.9 | 1 | 1.15 | 1.3 | undefined
}

/** Defaults: all on, except `legalCheckbox`, `collapseWallets` and `socialRedirect`. */
export interface Features {
  /** Needs a `walletOrigin` in the project record. */
  email?: boolean
  emailShowWallets?: boolean
  /**
   * Social logins of the project record, in this order: `google`, `x`, `discord`, `github`, `apple`, `facebook`, or a custom provider.
   * `false`: none. Absent: all of the record, in its order.
   */
  socials?: readonly string[] | false
  /**
   * Where the browser opens no window, a social login may leave the page and come back to it. Allows the modal's frame to learn the page's
   * path (not its query), and to lead the page away, to its own origin, after a press in it.
   */
  socialRedirect?: boolean
  /** Sending from the modal. Offered on networks with a node, if the account can send. */
  send?: boolean
  /** Swapping tokens. Needs a `gatewayUrl` in the project record; offered on networks with known routers. */
  swaps?: boolean
  receive?: boolean
  /** Buying with a card. Needs a `gatewayUrl` and `onramp` in the project record. */
  onramp?: boolean
  /** The activity of the account. */
  history?: boolean
  /** Needs an `analyticsUrl` in the project record. */
  analytics?: boolean
  allWallets?: boolean
  /** Needs `metadata.termsUrl` or `metadata.privacyUrl`. */
  legalCheckbox?: boolean
  /** Whether the page may ask for smart sessions, which the project record enables for each network. */
  smartSessions?: boolean
  collapseWallets?: boolean
  connectMethodsOrder?: readonly Method[]
  connectorTypeOrder?: readonly ConnectorType[]
  /** Order of the features that exist and are on. */
  walletFeaturesOrder?: readonly WalletFeature[]
}

export interface CustomWallet {
  id: string
  name: string
  /** A `data:` image. */
  image?: string
  rdns?: string
  homepage?: string
  mobile_link?: string
  desktop_link?: string
  webapp_link?: string
  app_store?: string
  play_store?: string
  chrome_store?: string
}

/** Its name, symbol and decimals come from the chain. */
export interface Token {
  /** Address of the contract, or of the mint on Solana. */
  address: string
  /** A `data:` image, for a token that the project's gateway does not know. */
  image?: string
}

/** A wallet that the page provides with its vendor's SDK: Coinbase, Safe, Ledger, OKX and others. */
export interface ExternalWallet {
  /** Stable id for `connect({ walletId })` and for restoring the connection, such as `coinbaseWalletSDK`, `safe`, `ledger`, `okx`. */
  id: string
  name: string
  /** A `data:` image. */
  image?: string
  /** EIP-1193. */
  provider: { request: (call: { method: string; params?: unknown }) => Promise<unknown> }
}

export interface SIWXSession {
  data: {
    accountAddress: string
    chainId: CaipNetworkId
    uri: string
    version?: string
    issuedAt?: string
    expirationTime?: string
    notBefore?: string
  }
  message: string
  /** Signature of the message by the account: EIP-191 or EIP-1271. */
  signature: string
  /** The signed object of a one-click sign-in (CAIP-74), as `setSessions` received it. Any other field in it is refused. */
  cacao?: object
}

/**
 * The result of `createMessage`. `toString` returns the text to sign: EIP-4361, for the page's own domain. If `domain`, `uri` and `nonce`
 * are set as well, a wallet can connect and sign in one step when pairing.
 */
export interface SIWXMessage {
  domain?: string
  uri?: string
  nonce?: string
  version?: string
  statement?: string
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
  toString: () => string
}

/** Sign-in by a signed message (CAIP-122). Each function may take 30 s; an error ends the sign-in. */
export interface SIWX {
  /** Default true: a user who does not sign in is disconnected. */
  required?: boolean
  /** Default true: a session ends with its connection. All sessions end with the last one, by `setSessions([])`. */
  signOutOnDisconnect?: boolean
  /** @param subject `accountAddress` is empty if the account is not known yet, as in one-click sign-in */
  createMessage: (subject: { chainId: CaipNetworkId; accountAddress: string }) => Promise<SIWXMessage>
  /** Returns only valid sessions that the server still knows. */
  getSessions: (chainId: CaipNetworkId, accountAddress: string) => Promise<readonly SIWXSession[]>
  /** Verifies the session, then keeps it. Throw to refuse. */
  addSession: (session: SIWXSession) => Promise<void>
  /** Verifies all sessions, then replaces the stored ones with them. Throw to refuse. */
  setSessions: (sessions: readonly SIWXSession[]) => Promise<void>
  revokeSession: (chainId: CaipNetworkId, accountAddress: string) => Promise<void>
}

export interface Metadata {
  name: string
  description?: string
  url?: string
  icons?: readonly string[]
  termsUrl?: string
  privacyUrl?: string
}

/** Adapter to a library of the page. `universal` serves every namespace. */
export interface Adapter {
  readonly namespace: Namespace | 'universal'
  /** Called once, in the browser; returns the undo. */
  attach: (airlock: Airlock) => () => void
}

export interface Options {
  projectId: string
  /** URL of your modal frame: absolute, http(s), on a different origin than the page. */
  frameUrl: string
  networks: readonly [Network | Chain, ...(Network | Chain)[]]
  /** One of `networks`. Default: the first. */
  defaultNetwork?: Network | Chain
  /** With an empty list, only pairing is offered. */
  adapters?: readonly Adapter[]
  /** Default: title, description, origin and icon of the page. */
  metadata?: Metadata
  features?: Features
  /** The page's functions for sign-in by a signed message. They stay in the page; the frame calls them by name. */
  siwx?: SIWX
  /** Ids of the wallet listing. */
  featuredWalletIds?: readonly string[]
  includeWalletIds?: readonly string[]
  excludeWalletIds?: readonly string[]
  /** Wallets that you list. */
  customWallets?: readonly CustomWallet[]
  externalWallets?: readonly ExternalWallet[]
  /** Tokens that the account view shows even with a balance of zero: by CAIP-2 id, on EVM networks and Solana; at most 100 per network. */
  tokens?: Readonly<Partial<Record<CaipNetworkId, Token | readonly Token[]>>>
  /** Default false. */
  allowUnsupportedChain?: boolean
  /** Default true. */
  enableNetworkSwitch?: boolean
  /** Default `auto`: follows the system's preference. */
  themeMode?: ThemeMode
  themeVariables?: ThemeVariables
  /** Default `auto`: the language of the page, then of the browser. */
  locale?: string
  /** Texts of the modal by key, in ICU format. docs/embedding.md lists the locked keys. */
  messages?: Readonly<Record<string, string>>
  dir?: 'auto' | 'ltr' | 'rtl'
  motion?: 'auto' | 'off'
  /** RPC URLs to try before those of the network. */
  transports?: Readonly<Partial<Record<CaipNetworkId, string | readonly string[]>>>
  /** Offers the embedded wallet to the libraries of the page (EIP-6963, Wallet Standard) while the user is signed in. Default true. */
  announce?: boolean
  /** Where the one element is appended. Default: `document.body`. */
  mount?: HTMLElement
  /** Keeps the page from scrolling while the modal is open. Default true. */
  lockScroll?: boolean
  /** Where the reconnect hint is stored. Default `local`. */
  persist?: 'local' | 'memory'
  /** Warnings for developers in the console. Default true. */
  debug?: boolean
}

/** `payment` and `ordinal` are Bitcoin addresses. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

export interface AccountDetail {
  address: string
  type: AccountType
  /** In hex. */
  publicKey?: string
  /** Derivation path of the key: `m/84'/0'/0'/0/0`. */
  path?: string
}

export interface AccountState {
  status: Status
  restoring: boolean
  namespace: Namespace
  caipAddress?: CaipAddress
  address?: string
  type?: AccountType
  accounts: readonly CaipAddress[]
  /** Bitcoin: the wallet's accounts, with their purpose (payments or ordinals) and public keys. */
  allAccounts?: readonly AccountDetail[]
  wallet?: { id: string; name: string; icon?: string; rdns?: string }
  /** `avatar` is a URL on the project's gateway. */
  profile?: { name?: string; avatar?: string }
  /** The signed-in user of the embedded wallet. */
  user?: {
    email?: string
    username?: string
    /** The provider of a social login. */
    social?: string
    /** Who besides the user could open the embedded wallet: `L0` its operator, `L1` two operators together, `L2` nobody. */
    custodyLevel?: 'L0' | 'L1' | 'L2'
  }
  /** Whether the account of the embedded wallet has a smart account's code on its network, as last read. */
  smartAccountDeployed?: boolean
  /** Your networks that the wallet has approved. If absent, it may be asked for every network. */
  approvedNetworks?: readonly CaipNetworkId[]
  /** URL of the account at its network's block explorer; only for the active account. */
  addressExplorerUrl?: string
  balance?: { formatted: string; symbol: string; asOf: number }
  /** Transactions sent through the site that are not final, on any network, newest first. Absent if there are none. */
  pending?: readonly PendingTransaction[]
}

export interface PendingTransaction {
  network: CaipNetworkId
  /** Hash, on Bitcoin without `0x`; or signature on Solana. */
  id: string
}

/** An immutable snapshot. A part that did not change keeps its identity. */
export interface State {
  /** The frame has loaded and finished restoring. */
  ready: boolean
  /** Views are shown, in the dialog or in an embed. */
  open: boolean
  view?: string
  network?: Network
  unsupported?: CaipNetworkId
  active?: Namespace
  accounts: Readonly<Partial<Record<Namespace, AccountState>>>
  /** The page's labels by address; EVM addresses are in lower case. Absent if there are none. */
  addressLabels?: Readonly<Record<string, string>>
  /** The session of the active account, if the user has signed in with it. */
  session?: SIWXSession
  theme: 'light' | 'dark'
  persistence: 'local' | 'memory'
  health: 'ok' | 'degraded' | 'offline'
}

export interface TransactionState extends PendingTransaction {
  /** `replaced`: another transaction has its nonce. `dropped`: the nodes do not know it, or know it as another account's. */
  status: 'pending' | 'confirmed' | 'failed' | 'replaced' | 'dropped'
}

export interface Events {
  open: { view: string }
  close: { reason: CloseReason }
  connect: AccountState
  disconnect: { namespace: Namespace }
  network: { network: Network }
  /** `null` when it has ended. */
  session: SIWXSession | null
  /** A transaction was sent through the site, or has become final. */
  transaction: TransactionState
  error: AirlockError
  event: { name: string; at: number; props: object }
}

/** EIP-1193. Errors carry a numeric `code`. */
export interface Eip1193Provider {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): this
  removeListener(event: string, listener: (payload: unknown) => void): this
}

export interface SolanaSendOptions {
  skipPreflight?: boolean
  preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
  maxRetries?: number
  minContextSlot?: number
}

/**
 * Takes and returns bytes: a transaction is the output of your library's `serialize`, legacy or versioned. Errors carry a
 * numeric `code` like those of EIP-1193: 4001 declined, 4100 not connected, 4200 not allowed, -32602 not bytes.
 */
export interface SolanaProvider {
  /** The public key of the connected account, in base58. */
  readonly publicKey: string | null
  /**
   * Opens the modal if no account is connected. With `onlyIfTrusted` it waits until a stored connection is restored instead,
   * and rejects with 4100 if there is none.
   */
  connect: (options?: { onlyIfTrusted?: boolean }) => Promise<{ publicKey: string }>
  disconnect: () => Promise<void>
  /** Resolves with the signature of exactly these bytes: 64 bytes, ed25519. */
  signMessage: (message: Uint8Array) => Promise<Uint8Array>
  /** Resolves with the signed transaction. The wallet may have added instructions. */
  signTransaction: (transaction: Uint8Array) => Promise<Uint8Array>
  signAllTransactions: (transactions: readonly Uint8Array[]) => Promise<Uint8Array[]>
  /** The wallet sends the transaction. Resolves with its signature in base58, which is the transaction's id. */
  signAndSendTransaction: (transaction: Uint8Array, options?: SolanaSendOptions) => Promise<string>
  /** Events: `connect` with `{ publicKey }`, `accountChanged` with the key, `disconnect` with the error. */
  on(event: string, listener: (payload: unknown) => void): this
  removeListener(event: string, listener: (payload: unknown) => void): this
}

export interface PolkadotAccount {
  /** SS58, with the prefix of the account's network. */
  address: string
  /** The wallet's name for the account. */
  name?: string
  type?: 'sr25519' | 'ed25519' | 'ecdsa'
}

/** An extrinsic to sign: the `SignerPayloadJSON` of Polkadot's libraries. */
export interface PolkadotPayload {
  address: string
  assetId?: string | null | undefined
  blockHash: string
  blockNumber: string
  era: string
  genesisHash: string
  metadataHash?: string | null | undefined
  method: string
  mode?: number | undefined
  nonce: string
  signedExtensions: readonly string[]
  specVersion: string
  tip: string
  transactionVersion: string
  version: number
  withSignedTransaction?: boolean | undefined
}

/** Errors carry a numeric `code` like those of EIP-1193: 4001 declined, 4100 not connected, 4200 not allowed, -32602 wrong params. */
export interface PolkadotProvider {
  /** Opens the modal if no account is connected. `onlyIfTrusted` works as for Solana. */
  connect: (options?: { onlyIfTrusted?: boolean }) => Promise<PolkadotAccount[]>
  disconnect: () => Promise<void>
  /** The accounts that the wallet shares, the connected one first; empty if none is connected. */
  getAccounts: () => Promise<PolkadotAccount[]>
  /**
   * Resolves with the signature in hex, of the message between `<Bytes>` and `</Bytes>`, as Polkadot wallets sign texts.
   * @param options.address an account of the wallet other than the connected one
   */
  signRaw: (message: string, options?: { address?: string }) => Promise<string>
  /** Resolves with the signature in hex. The extrinsic is signed as it is: `withSignedTransaction` has no effect. */
  signPayload: (payload: PolkadotPayload) => Promise<string>
  /** Events: `connect` with `{ address }`, `accountChanged` with the address, `disconnect` with the error. */
  on(event: string, listener: (payload: unknown) => void): this
  removeListener(event: string, listener: (payload: unknown) => void): this
}

export interface BitcoinAccount {
  address: string
  /** Many wallets keep coins and inscriptions at separate addresses. */
  purpose: 'payment' | 'ordinal'
  /** In hex. */
  publicKey?: string
  path?: string
}

/** Errors carry a numeric `code` like those of EIP-1193: 4001 declined, 4100 not connected, 4200 the wallet has no such function. */
export interface BitcoinProvider {
  /** Like `connect` of the Solana provider. */
  connect: (options?: { onlyIfTrusted?: boolean }) => Promise<{ address: string }>
  disconnect: () => Promise<void>
  /** All addresses of the wallet, payment addresses first. */
  getAccounts: () => Promise<BitcoinAccount[]>
  /**
   * Resolves with the signature in base64, by the connected address or another address of the wallet. Default protocol: BIP-322 for
   * taproot; for other addresses the wallet chooses.
   */
  signMessage: (message: string, options?: { address?: string; protocol?: 'ecdsa' | 'bip322' }) => Promise<string>
  /** The wallet builds, signs and sends the transaction. Resolves with its id. */
  sendTransfer: (transfer: {
    recipient: string
    amountSats: string
    changeAddress?: string
    memo?: string
  }) => Promise<string>
  /**
   * Resolves with the PSBT in base64 and the signatures of these inputs; with `broadcast` the wallet sends it, and `txid` is set. The modal
   * shows every output before the wallet is asked. Only signatures of the whole transaction are requested (`SIGHASH_ALL`).
   */
  signPSBT: (request: {
    psbt: string
    inputs: readonly { address: string; index: number }[]
    broadcast?: boolean
  }) => Promise<{ psbt: string; txid?: string }>
  /** Events: `connect` with `{ address }`, `accountChanged` with the address, `disconnect` with the error. */
  on(event: string, listener: (payload: unknown) => void): this
  removeListener(event: string, listener: (payload: unknown) => void): this
}

export interface Providers {
  eip155: Eip1193Provider
  solana: SolanaProvider
  bip122: BitcoinProvider
  polkadot: PolkadotProvider
}

/** A call for one network (CAIP-27). */
export interface ScopedCall {
  /** One of the instance's networks. */
  scope: CaipNetworkId
  method: string
  params?: unknown
}

/** Prefills a payment. The user sees and can change all of it, and the wallet asks as usual. */
export interface SendArgs {
  /** An address or a name. */
  to?: string
  /** Units as decimal text: `'0.5'`. */
  amount?: string
  /** CAIP-10 of a contract or mint, or `native`, which is the default. */
  token?: string
  /** Default: the token's network, or the account's current one. */
  chainId?: CaipNetworkId
}
/** Prefills a swap. The user sees and can change all of it, and the wallet asks as usual. */
export interface SwapArgs {
  /** The token to sell: CAIP-10 of a contract, or `native`, which is the default. */
  from?: string
  /** The token to buy. Without it, the user chooses. */
  to?: string
  /** Amount to sell in units of the token, as decimal text: `'0.5'`. */
  amount?: string
  /** Default: the tokens' network, or the account's current one. */
  chainId?: CaipNetworkId
}
/** Prefills a purchase. The user sees and can change all of it, and pays at the provider. */
export interface BuyArgs {
  /** Amount to pay in whole units of the currency: `'100'`. */
  amount?: string
  /** ISO 4217. Default: the currency of the user's country. */
  currency?: string
  /** Symbol of the asset to buy. Default: the first one that is sold. */
  asset?: string
  /** The network on which the asset is delivered. */
  chainId?: CaipNetworkId
}
export interface OpenOptions {
  view?: View
  /** Only for the views `Send`, `Swap` and `OnRamp`. `open` then waits until the transaction is sent or the asset is bought. */
  args?: SendArgs | SwapArgs | BuyArgs
  /** Shows the account of this namespace, or only the ways to connect one. */
  namespace?: Namespace
  signal?: AbortSignal
}
export interface EmbedOptions {
  /** The view that the embed starts with and returns to. Default: the account, or the ways to connect one. */
  view?: View | undefined
  /** As in `open`. */
  namespace?: Namespace | undefined
  /** Ends the embed, as the returned function does. */
  signal?: AbortSignal | undefined
}
export interface ConnectOptions {
  /** Connector to start with: a wallet id of the listing. */
  walletId?: string
  /** Offers only wallets for this namespace. Without it, an account of any namespace will do. */
  namespace?: Namespace
  signal?: AbortSignal
}

/** The result of `open`. */
export type Opened<O extends OpenOptions> = O extends { view: 'OnRamp'; args: object }
  ? { hash?: string }
  : O extends { args: object }
    ? { hash: string }
    : { reason: CloseReason }

export interface Airlock {
  readonly projectId: string
  /**
   * Resolves when the frame is loaded and a stored connection is restored. Without a stored connection nothing is
   * loaded, so it stays pending until `prefetch`, `open` or `connect`. Rejects when the frame cannot start; read it
   * again after a retry.
   */
  readonly ready: Promise<void>
  /** The networks of the options, with those that were added and without those that were removed. */
  readonly networks: readonly Network[]
  getState: () => State
  subscribe: (listener: () => void) => () => void
  on: <E extends keyof Events>(event: E, listener: (payload: Events[E]) => void) => () => void
  /**
   * Resolves when the modal has closed. With `args`, resolves with the hash of the transaction (the signature on Solana) as soon as the
   * wallet has sent it; rejects with `USER_CLOSED` if the modal closes before. The wallet may still send the transaction then; the event
   * `transaction` reports it. A purchase resolves when the provider reports it as done, with the hash if there is one.
   */
  open<O extends OpenOptions>(options?: O): Promise<Opened<O>>
  /**
   * Shows the views inside `box` instead of in the dialog, until the returned function is called or the box leaves the page. The views fill
   * the box, which should be at least 320 px wide and 480 px high. Meanwhile `open`, `connect` and `signIn` show their views in the box;
   * `close` returns to its first view. While a dialog is open, the box waits until it has closed. If there are several boxes, the latest
   * one is used; when it ends, the one before it is used again. Failures are reported by the event `error`.
   */
  embed: (box: HTMLElement, options?: EmbedOptions) => () => void
  /** Closes the modal. The frame is asked first but cannot prevent it. */
  close: () => void
  /** Loads the frame without showing it: call on hover or focus of a button. */
  prefetch: () => void
  /** Removes everything and rejects pending calls with `DESTROYED`. Idempotent. */
  destroy: () => void
  connect: (options?: ConnectOptions) => Promise<AccountState>
  disconnect: (options?: { namespace?: Namespace }) => Promise<void>
  /** Asks the user to sign in. Needs `siwx` and a connected account. */
  signIn: () => Promise<SIWXSession>
  /** Ends the session of the active account; the wallet stays connected. */
  signOut: () => Promise<void>
  switchNetwork: (network: Network | Chain | CaipNetworkId) => Promise<Network>
  addNetwork: (network: Network | Chain) => void
  removeNetwork: (id: CaipNetworkId) => void
  /**
   * Adds a label for an address, such as `Savings`. The modal shows it beside the address as your text, never instead of it; a label that
   * looks like an address is not shown. Labels are not stored: set them with each load of the page. At most 256, of 128 characters; rejects
   * with `INVALID_OPTIONS`.
   */
  addAddressLabel: (address: string, label: string) => Promise<void>
  removeAddressLabel: (address: string) => Promise<void>
  /**
   * Adds networks of one more namespace and its adapter, which is attached at once; a stored connection of the namespace is restored.
   * Several adapters may serve a namespace. Resolves when the modal, if it is loaded, offers the networks and their wallets.
   * @param networks of the adapter's namespace; may be left out if the instance has some
   */
  addAdapter: (adapter: Adapter, networks?: readonly (Network | Chain)[]) => Promise<void>
  /**
   * Detaches the adapters of the namespace and removes its networks, unless another adapter serves them. If one of them was active, the
   * network of an account that is still connected becomes active, or else the first remaining one. Rejects with `NOT_AVAILABLE` while an
   * account of the namespace is connected, for a namespace without an adapter, and for the last one.
   */
  removeAdapter: (namespace: Adapter['namespace']) => Promise<void>
  updateFeatures: (features: Features) => void
  setTheme: (mode: ThemeMode, variables?: ThemeVariables) => void
  setLocale: (locale: string) => void
  /**
   * Calls the connected wallet of the network's namespace for that network, even if it is on another one. An injected EVM wallet is
   * switched first if it is asked to sign or send; every other wallet accepts the methods listed in docs/protocol.md. Rejects with a
   * numeric `code`: 4100 not connected, 4902 not a network of the instance, 4001 declined.
   */
  request: (call: ScopedCall) => Promise<unknown>
  provider: <N extends Namespace = 'eip155'>(namespace?: N) => N extends keyof Providers ? Providers[N] : never
  /** The audit trail of the link with the frame: messages, and refusals with their reasons. Contains no payload. */
  diagnostics: () => Diagnostics
}
