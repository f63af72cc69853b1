/** Accounts and the snapshot that the host mirrors. */
import * as z from 'zod/mini'
import { limits } from '../../limits.ts'
import { Caip2, Caip10, Namespace, namespaces } from '../../scalars/caip.ts'
import { SocialId } from '../../scalars/social-id.ts'
import { Email, HttpUrl, Icon, Id, KeptKey, Name, Rdns, Timestamp, text } from '../../scalars/values.ts'
import { Announced } from './announced.ts'
import { SignInSession } from './sign-in.ts'

export const ConnectorType = z.enum(['injected', 'announced', 'walletConnect', 'auth', 'external', 'multichain'])
export type ConnectorType = z.infer<typeof ConnectorType>

/** A connection that the host remembers for the frame: nothing that opens an account by itself. */
export const ReconnectHint = z.strictObject({
  connectorId: Id,
  connectorType: ConnectorType,
  name: Name,
  namespace: Namespace,
  network: Caip2,
  /** Only for the embedded wallet, which is announced before the frame has loaded. */
  announced: z.optional(Announced),
  /** Only for the embedded wallet, in a browser that forgets what frames store. */
  kept: z.optional(KeptKey),
})
export type ReconnectHint = z.infer<typeof ReconnectHint>

/** At most one per namespace; that of the active network first. */
export const ReconnectHints = z.array(ReconnectHint).check(z.maxLength(namespaces.length))

export const Status = z.enum(['disconnected', 'connecting', 'connected'])
export const AccountType = z.enum(['eoa', 'smartAccount', 'payment', 'ordinal'])

/** A wallet's details of one of its accounts. */
export const AccountDetail = z.strictObject({
  address: text(128),
  type: AccountType,
  publicKey: z.optional(text(132)),
  path: z.optional(text(64)),
})
export type AccountDetail = z.infer<typeof AccountDetail>

export const ConnectedWallet = z.strictObject({
  id: Id,
  type: ConnectorType,
  name: Name,
  icon: z.optional(Icon),
  rdns: z.optional(Rdns),
  /** Set for injected wallets: the dapp's provider calls this one directly. */
  handle: z.optional(Id),
})

/** Hash of a transaction, on Bitcoin without `0x`; or signature on Solana. */
export const TransactionId = z.string().check(z.regex(/^((0x)?[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,90})$/))
/** `replaced`: another transaction has its nonce. `dropped`: the nodes have forgotten it. */
export const TransactionStatus = z.enum(['pending', 'confirmed', 'failed', 'replaced', 'dropped'])

/**
 * `social`: the provider of a social login. `custodyLevel`: who besides the user could open the embedded wallet, L0 its operator, L1 two
 * operators together, L2 nobody.
 */
export const User = z.strictObject({
  email: z.optional(Email),
  username: z.optional(Name),
  social: z.optional(SocialId),
  custodyLevel: z.optional(z.enum(['L0', 'L1', 'L2'])),
})
export type User = z.infer<typeof User>

/** One namespace's account (specification §3, Account state per chain). */
export const Account = z.strictObject({
  namespace: Namespace,
  status: Status,
  restoring: z.boolean(),
  active: z.nullable(Caip10),
  accounts: z.array(Caip10).check(z.maxLength(256)),
  type: AccountType,
  /** For accounts with more than an address: those of Bitcoin. */
  allAccounts: z.optional(z.array(AccountDetail).check(z.maxLength(256))),
  wallet: z.nullable(ConnectedWallet),
  balance: z.optional(z.strictObject({ formatted: text(limits.amount), symbol: text(16), asOf: Timestamp })),
  /** Transactions sent through the site that are not final, on any network, newest first; absent if there are none. */
  pending: z.optional(z.array(z.strictObject({ network: Caip2, id: TransactionId })).check(z.maxLength(100))),
  profile: z.optional(z.strictObject({ name: z.optional(Name), avatar: z.optional(HttpUrl) })),
  /** The signed-in user of the embedded wallet. */
  user: z.optional(User),
  /** Whether the account of the embedded wallet has a smart account's code on its network, as last read. */
  smartAccountDeployed: z.optional(z.boolean()),
  /** The site's networks that the wallet has approved; absent if it may be asked for every network. */
  approvedNetworks: z.optional(z.array(Caip2).check(z.maxLength(limits.networks))),
})
export type Account = z.infer<typeof Account>

export const ViewName = z.string().check(z.regex(/^[A-Z][A-Za-z]{1,48}$/))

/** The whole state that the host mirrors. Sent as one value, so that it is always consistent. */
export const Snapshot = z.strictObject({
  open: z.boolean(),
  view: z.nullable(ViewName),
  active: Namespace,
  network: z.nullable(Caip2),
  unsupported: z.nullable(Caip2),
  networks: z.array(Caip2).check(z.maxLength(limits.networks)),
  accounts: z.array(Account).check(z.maxLength(4)),
  session: z.nullable(SignInSession),
  theme: z.enum(['light', 'dark']),
  health: z.enum(['ok', 'degraded', 'offline']),
})
export type Snapshot = z.infer<typeof Snapshot>

export const CloseReason = z.enum(['connected', 'user', 'host', 'completed', 'error'])
export type CloseReason = z.infer<typeof CloseReason>

export const UpperName = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{1,48}$/))

/** A warning for the page's developer; printed by the SDK when `debug` is on. */
export const DeveloperWarning = z.strictObject({
  code: UpperName,
  text: text(512),
})
