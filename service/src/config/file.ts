/** Schema of an installation's config file: its keys, their values, and the correction to suggest for a wrong value. */
import { ProjectId } from '@airlock/protocol/contracts/project.ts'
import { maxFeeBps } from '@airlock/protocol/gateway/convert.ts'
import { ProviderName } from '@airlock/protocol/gateway/onramp.ts'
import { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { isOrigin } from '@airlock/protocol/scalars/origin.ts'
import { SocialId } from '@airlock/protocol/scalars/social-id.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { type GatewayRate, gatewayRates } from '../gateway/budget.ts'
import { isZone } from '../gateway/names/rules.ts'
import { type RateRule, rateTable } from '../wallet/domain/rates.ts'
import { isLoopbackOrigin } from '../wallet/loopback.ts'

const as = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? `is missing: ${what}` : `must be ${what}`),
})

type Advice = ReturnType<typeof as>
const whole = (what: Advice, min: number, max: number) => z.int(what).check(z.minimum(min, what), z.maximum(max, what))
const httpUrl = (what: Advice) => z.url(what).check(z.regex(/^https?:\/\/[^?#]+$/, what))
/** https, or http on this machine for development. */
const isSecure = (url: string): boolean =>
  url.startsWith('https:') || (URL.canParse(url) && isLoopbackOrigin(new URL(url).origin))

/** Codes and tokens travel over these URLs: https, or http on this machine. */
const Url = z.string(as('an origin such as https://modal.example.org')).check(
  z.refine(isOrigin, 'must be an origin such as https://modal.example.org, without a path'),
  z.refine(
    (text) => text.startsWith('https:') || isLoopbackOrigin(text),
    'is not encrypted: use https, or an http address of this machine for development',
  ),
)
const Port = whole(as('a port from 0 to 65535'), 0, 65_535)
const aPath = as('a path, relative to the config file')
const Path = z.string(aPath).check(z.minLength(1, aPath))
const aSender = as('a sender such as Shop wallet <wallet@example.org>')
const Sender = z.string(aSender).check(z.regex(/^[^\r\n]{0,100}<?[^\s@<>]+@[^\s@<>]+>?$/, aSender))

/** Keys of every role. */
const served = { url: Url, port: z.optional(Port) }
/** Keys of the roles with a database. */
const stored = {
  ...served,
  /** A file (SQLite), or a `postgres:` URL without a password. */
  database: z.optional(Path),
  /** A file with the `postgres:` URL, if the URL contains a password. */
  databaseUrlFile: z.optional(Path),
  /** Port of the metrics, always on loopback. Absent: no metrics. */
  metricsPort: z.optional(Port),
}

const rules = Object.keys(rateTable) as RateRule[] // as: the keys of the table
const gatewayRules = Object.keys(gatewayRates) as GatewayRate[] // as: the keys of the table
const Limit = whole(as('a whole number from 1 to 999999999'), 1, 999_999_999)

/** Keys of the wallet service's two roles. */
const store = {
  ...stored,
  /** The key that wraps the database's data keys. */
  kekFile: Path,
  /** The key for look-ups and codes; must differ from the KEK. */
  pepperFile: Path,
  mailFrom: Sender,
  limits: z.optional(z.partialRecord(z.enum(rules), Limit)),
}

const aNode = as('an address of a node: https, or http on a network that only you reach')
const NodeUrl = z.url(aNode).check(z.regex(/^https?:/, aNode))
/** In order of preference. */
const Nodes = z.array(NodeUrl).check(z.minLength(1), z.maxLength(16))
const Text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const PoolPrices = z.strictObject({
  /** Uniswap's pools on the network, priced in its dollar token, and the network's wrapped currency. */
  pools: z.strictObject({
    stable: EvmAddress,
    wrapped: EvmAddress,
    v2Factory: z.optional(EvmAddress),
    v3Factory: z.optional(EvmAddress),
  }),
})
const FeedPrices = z.strictObject({
  /** A URL with CoinGecko's `simple/price`, and the names of network and currency there. */
  feed: z.strictObject({
    url: NodeUrl,
    platform: Text(64),
    native: Text(64),
    /** Header that holds the key, and a file with the key. */
    keyHeader: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    keyFile: z.optional(Path),
  }),
})
const Block = whole(as('the number of a block'), 0, Number.MAX_SAFE_INTEGER)
const IndexedHistory = z.strictObject({
  /** This service indexes the chain itself. Without `fromBlock` it starts at the head of its first start. */
  index: z.strictObject({ fromBlock: z.optional(Block) }),
})
const ExplorerHistory = z.strictObject({
  /** The account API of Etherscan (version 2) or Blockscout. The explorer learns the queried addresses. */
  explorer: z.strictObject({
    url: NodeUrl,
    kind: z.enum(['etherscan', 'blockscout'], as('"etherscan" or "blockscout"')),
    keyFile: z.optional(Path),
  }),
})
const aList = as('a file with a token list, relative to the config file, or its https address')
const ListSource = z.string(aList).check(
  z.minLength(1, aList),
  z.maxLength(2_048, aList),
  z.refine((text) => !/^[a-z]+:\/\//i.test(text) || isListAddress(text), aList),
)
const isListAddress = (text: string): boolean => URL.canParse(text) && isSecure(new URL(text).href)
const Refresh = whole(as('a whole number of minutes from 5 to 10080'), 5, 7 * 24 * 60)
const TokenListSettings = z.strictObject({
  /** Whether to add the bundled list of well-known tokens. Default: true. */
  core: z.optional(z.boolean()),
  /** Minutes between two fetches of the lists. Default: 60. */
  refreshMinutes: z.optional(Refresh),
})
const aSwap = as('false, or { "wrapped": …, "bases": [ … ], "v2": … }')
const ServedNetwork = z.strictObject({
  /** Nodes in order of preference. Keys in these addresses are never sent to clients. */
  rpc: Nodes,
  /** Required unless the network is well-known. */
  currency: z.optional(
    z.strictObject({ name: Text(64), symbol: Text(16), decimals: z.int().check(z.minimum(0), z.maximum(77)) }),
  ),
  /** Address of Multicall3; `false` if the network has none. */
  multicall3: z.optional(z.union([EvmAddress, z.literal(false)])),
  /** Token lists (tokenlists.org): files relative to the config file, and https addresses, which are fetched periodically. */
  tokenLists: z.optional(z.array(ListSource).check(z.maxLength(16))),
  /** Price source. Absent: no prices. */
  prices: z.optional(z.union([PoolPrices, FeedPrices], as('{ "pools": … } or { "feed": … }'))),
  /** Source of transactions, for EVM networks. Absent: none. */
  history: z.optional(z.union([IndexedHistory, ExplorerHistory], as('{ "index": … } or { "explorer": … }'))),
  /** Swap contracts, for EVM networks; `false`: no swaps. Absent: the known contracts of a well-known network. */
  swap: z.optional(z.union([z.literal(false), SwapNetwork], aSwap)),
})

const Fee = whole(as('hundredths of a percent: 1 to 100'), 1, maxFeeBps)
const Swap = z.strictObject({
  /** Deducted from the received amount. Absent: no fee. */
  fee: z.optional(z.strictObject({ bps: Fee, recipient: EvmAddress })),
  /** A second source: an API in the form of 0x's version 2, and a file with its key. */
  aggregator: z.optional(
    z.strictObject({
      url: NodeUrl,
      keyFile: Path,
      /** The contract that needs the allowance. */
      spender: EvmAddress,
    }),
  ),
})

const aZone = as('what names end with, such as names.example.org')
const Zone = z.string(aZone).check(z.maxLength(128, aZone), z.refine(isZone, aZone))
const aLabel = as('a name without its zone: lower case letters, digits and hyphens')
const Label = z.string(aLabel).check(z.regex(/^[a-z0-9-]{1,64}$/, aLabel))
const Names = z.strictObject({
  zone: z.optional(Zone),
  /** Former zones, whose names are still found. */
  oldZones: z.optional(z.array(Zone).check(z.maxLength(7))),
  /** Labels that cannot be registered. */
  reserved: z.optional(z.array(Label).check(z.maxLength(10_000))),
  /** The contract through which ENS clients find the names, and the key that signs for it. */
  resolver: z.optional(z.strictObject({ network: Caip2, address: EvmAddress })),
  signerKeyFile: z.optional(Path),
})
const HttpGateway = httpUrl(as('an address of an HTTP gateway: https, or http on a network that only you reach'))
const aLoopback = as('an http origin of this machine, such as http://127.0.0.1:5180')
/** Sources of pictures and metadata besides https. */
const Content = z.strictObject({
  /** An HTTP gateway for `ipfs:` and `ipns:`, and one for `ar:`. Absent: such addresses are not fetched. */
  ipfs: z.optional(HttpGateway),
  arweave: z.optional(HttpGateway),
  /** In development: local origins that are treated as public. */
  loopback: z.optional(z.array(z.string().check(z.refine(isLoopbackOrigin, aLoopback))).check(z.maxLength(8))),
})

const Api = httpUrl(as('an address of the provider’s API: https, or http on a network that only you reach'))
const aPage = as('an address of a page: https, or http on this machine for development')
/** Providers of card and bank-transfer purchases. Keys stay in the service. */
const Onramp = z.strictObject({
  /** A secret API key of the Coinbase Developer Platform: its id, and a file with it. */
  coinbase: z.optional(z.strictObject({ keyId: Text(256), keyFile: Path, url: z.optional(Api) })),
  meld: z.optional(z.strictObject({ keyFile: Path, url: z.optional(Api) })),
  /** Checkout pages of the operator. The gateway calls `api`; by default it is below `page`. */
  checkouts: z.optional(
    z
      .array(
        z.strictObject({
          name: ProviderName,
          label: Text(32),
          feeRange: z.optional(Text(16)),
          isTest: z.optional(z.boolean()),
          page: httpUrl(aPage).check(z.refine(isSecure, aPage)),
          api: z.optional(Api),
          secretFile: Path,
        }),
      )
      .check(z.maxLength(4)),
  ),
})

const anIssuer = as('the issuer of an OpenID provider: https, or http on this machine for development')
const Issuer = httpUrl(anIssuer).check(z.refine(isSecure, anIssuer))
/** One social login. Register `<accounts.url>/oauth/callback/<name>` with the provider. */
const Social = z.strictObject({
  clientId: Text(512),
  clientSecretFile: z.optional(Path),
  /** Apple: instead of a secret, the team, the key's id, and a file with the key (.p8). */
  apple: z.optional(z.strictObject({ teamId: Text(32), keyId: Text(32), keyFile: Path })),
  /** Any provider with OpenID discovery, and its display name on the service's pages. */
  issuer: z.optional(Issuer),
  name: z.optional(Text(64)),
})

/** Farcaster login: FIP-11 relay, and nodes of Optimism, where Farcaster stores which keys may sign for an account. */
const Farcaster = z.strictObject({
  /** Default: the public relay. */
  relay: z.optional(Api),
  /** Nodes of Optimism, in order of preference. */
  rpc: Nodes,
})

const aCount = as('how many proxies of yours add an address to X-Forwarded-For: 1 for a single TLS proxy')

export const ConfigFile = z.strictObject(
  {
    listen: z.strictObject(
      {
        /** Loopback unless the proxy is on another machine or in another container. */
        address: z.optional(z.union([z.ipv4(), z.ipv6()], as('an IP address'))),
        /** Port of all roles without one of their own. Roles that share a port are chosen by the Host header. */
        port: Port,
      },
      as('{ "port": 5180 }'),
    ),
    /** Number of the operator's proxies between client and port; each adds one address to `X-Forwarded-For`. */
    proxies: z.optional(whole(aCount, 0, 8)),
    /** The file with the project records. */
    projects: Path,
    /** Mail server without a password: `smtp://` or `smtps://`. */
    smtpUrl: z.optional(z.string()),
    /** A file with that URL, if the URL contains a password. */
    smtpUrlFile: z.optional(Path),
    modal: z.optional(z.strictObject(served)),
    wallet: z.optional(z.strictObject(served)),
    listing: z.optional(
      z.strictObject({
        ...served,
        /** Ids of projects whose events are not counted. */
        withoutAnalytics: z.optional(z.array(ProjectId)),
      }),
    ),
    accounts: z.optional(
      z.strictObject({
        ...store,
        /**
         * How a wallet is restored on a new device. `person`: only by the user, with a passkey or password (L2). `split`: also with halves
         * that this service and another operator's recovery role keep (L1). `operator`: both halves with one operator, who could rebuild
         * keys (L0). The wallet's recovery page tells the user which one applies.
         */
        recovery: z.enum(
          ['person', 'split', 'operator'],
          as('"person", "split" or "operator"; docs/hosting.md has the consequences'),
        ),
        /** Social logins by name. A project offers the ones listed in its record. */
        socials: z.optional(z.record(SocialId, Social)),
        /** A project offers it with `farcaster` in the `socials` of its record. */
        farcaster: z.optional(Farcaster),
        /** Origin of the recovery role, if another installation serves it. */
        recoveryUrl: z.optional(Url),
      }),
    ),
    recovery: z.optional(z.strictObject(store)),
    gateway: z.optional(
      z.strictObject({
        ...stored,
        /** The key that hides client addresses in the database. */
        pepperFile: Path,
        limits: z.optional(z.partialRecord(z.enum(gatewayRules), Limit)),
        networks: z.record(Caip2, ServedNetwork),
        tokenLists: z.optional(TokenListSettings),
        /** The registry of names; `{}` for one with the defaults. Absent: none. */
        names: z.optional(Names),
        /** ENS names; `false`: none. Absent: ENS on Ethereum, if that network is served. */
        ens: z.optional(
          z.union(
            [
              z.literal(false),
              z.strictObject({ network: z.optional(Caip2), universalResolver: z.optional(EvmAddress) }),
            ],
            as('false, or { "network": "eip155:1" }'),
          ),
        ),
        content: z.optional(Content),
        /** Absent: no purchases. */
        onramp: z.optional(Onramp),
        swap: z.optional(Swap),
      }),
    ),
  },
  as('an object'),
)
export type ConfigFile = z.infer<typeof ConfigFile>

export const roleNames = ['modal', 'wallet', 'listing', 'accounts', 'recovery', 'gateway'] as const
export type RoleName = (typeof roleNames)[number]

type Issue = z.core.$ZodIssue

/** One line per problem: the key, or the environment variable that set it, and the expected value. Actual values are not repeated. */
export function problemsOf(issues: readonly Issue[], variableOf: (key: string) => string | undefined): string {
  return issues
    .flatMap((issue) => {
      const key = issue.path.join('.')
      const name = variableOf(key) ?? (key || 'The file')
      if (issue.code !== 'unrecognized_keys') return [`${name} ${issue.message}`]
      // They have no list in the documents that would be as new as this one.
      const names = issue.path.at(-1) === 'limits' ? (issue.path[0] === 'gateway' ? gatewayRules : rules) : []
      const known = names.length > 0 ? `: the limits are ${names.join(', ')}` : ''
      return issue.keys.map(
        (unknown) => `${[key, unknown].filter(Boolean).join('.')} is not a key of this file${known}`,
      )
    })
    .join('\n')
}
