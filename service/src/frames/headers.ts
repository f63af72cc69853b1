/**
 * The response headers of the frame documents, as one table. All variable parts come from the project record, so page
 * and policy cannot disagree. A source that could change the meaning of the policy is refused, not escaped.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { SmartAccountNetwork } from '@airlock/protocol/contracts/smart-accounts.ts'

export type Served =
  /** The modal document: framed by the project's hosts; frames the wallet. */
  | ({ kind: 'modal' } & Page)
  /** The wallet document: framed by the modal and, above it, by the project's hosts. */
  | ({ kind: 'wallet'; modalOrigin: string } & Page)
  /** The wallet's own top-level window: not framed, and without code of its own. */
  | { kind: 'wallet-window'; record: ProjectRecord }
  /** The Worker that holds keys: one file, no network. */
  | { kind: 'key-worker' }
  | { kind: 'asset' }
  /** The SDK for script tags, at the URL of its exact version; any page may load it. */
  | { kind: 'sdk' }
  /** The signed list of files and its signature; the same names in every build. */
  | { kind: 'manifest' }
  | { kind: 'refusal' }

interface Page {
  record: ProjectRecord
  /** CSP source of the page's import map, its only inline script: `'sha256-…'`. Absent if the page has none. */
  importMap?: string | undefined
}

/** Document served by one origin: the modal, or the wallet that this modal frames. */
export type Frame = { readonly kind: 'modal' } | { readonly kind: 'wallet'; readonly modalOrigin: string }

export type Headers = Readonly<Record<string, string>>

export const reportsPath = '/reports'

type Directives = Readonly<Record<string, readonly string[]>>

export function frameHeaders(served: Served): Headers {
  switch (served.kind) {
    case 'modal':
      return pageHeaders(served, modalDirectives(served.record), served.record.walletOrigin)
    case 'wallet':
      return pageHeaders(served, walletDirectives(served.record, served.modalOrigin))
    case 'wallet-window':
      return pageHeaders(served, windowDirectives)
    case 'key-worker':
      return { ...assetHeaders, 'Content-Security-Policy': serialize(workerDirectives) }
    case 'asset':
      return assetHeaders
    case 'sdk':
      // A page can verify the hash of a cross-origin resource only if CORS lets it read it.
      return { ...assetHeaders, 'Access-Control-Allow-Origin': '*' }
    case 'manifest':
      return { ...isolation, 'Cache-Control': 'no-store' }
    case 'refusal':
      return { ...documentHeaders, ...policies(refusalDirectives), 'Permissions-Policy': permissions() }
  }
}

function pageHeaders({ record, importMap }: Page, own: Directives, walletOrigin?: string): Headers {
  return {
    ...documentHeaders,
    ...transport(record),
    ...policies({ ...frameDirectives, ...scripts(importMap), ...own }),
    'Permissions-Policy': permissions(walletOrigin),
  }
}

/** Both frames need COEP *and* CORP `cross-origin`: an isolated host refuses a frame with only one of them. */
const isolation = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const

const documentHeaders = {
  ...isolation,
  'Origin-Agent-Cluster': '?1',
  // Deprecation, crash and embedder-policy reports. Policy violations go through `report-uri`, see `frameDirectives`.
  'Reporting-Endpoints': `default="${reportsPath}"`,
  'Cache-Control': 'no-store',
} as const

/** A Worker's script needs its own COEP, else a document with COEP refuses it. Names are content hashes or versions, hence immutable. */
const assetHeaders = { ...isolation, 'Cache-Control': 'public, max-age=31536000, immutable' } as const

/** Two years of HTTPS only. Not in development: one visit over TLS would lock `localhost` out of HTTP. */
const transport = ({ development }: ProjectRecord): Headers =>
  development ? {} : { 'Strict-Transport-Security': 'max-age=63072000' }

const none = ["'none'"] as const
const self = ["'self'"] as const

const frameDirectives = {
  'default-src': none,
  'script-src': self,
  'style-src': self,
  'font-src': none,
  'worker-src': self,
  'base-uri': none,
  'form-action': none,
  'object-src': none,
  'require-trusted-types-for': ["'script'"],
  // Not `report-to`: Chromium would ignore `report-uri` beside it, and its queue delivered nothing within 15 seconds.
  'report-uri': [reportsPath],
} as const satisfies Directives

/** The import map carries the hashes of all chunks; its own hash in the policy permits it. */
function scripts(importMap: string | undefined): Directives {
  if (importMap === undefined) return {}
  if (!/^'sha256-[A-Za-z0-9+/]{43}='$/.test(importMap)) throw new RangeError(`Not a hash source: ${importMap}`)
  return { 'script-src': [...self, importMap] }
}

const modalDirectives = (record: ProjectRecord): Directives => ({
  // Pictures of tokens and NFTs come from the gateway alone, which fetches and checks them.
  'img-src': [...self, 'data:', 'blob:', ...originsOf([record.gatewayUrl])],
  // The modal's code creates no policy; an allowed name could be taken by injected code.
  'trusted-types': none,
  'connect-src': orNone([...new Set([...rpcOrigins(record), ...serviceOrigins(record)])]),
  'frame-src': orNone(record.walletOrigin === undefined ? [] : [record.walletOrigin]),
  'frame-ancestors': orNone(record.hostOrigins),
})

/** Lists every ancestor, not only the parent: browsers check the whole chain. */
const walletDirectives = (record: ProjectRecord, modalOrigin: string): Directives => ({
  'img-src': [...self, 'data:'],
  // For one URL only: the Key Worker's.
  'trusted-types': ['wallet-worker'],
  'connect-src': [
    ...new Set([...self, ...rpcOrigins(record), ...walletServiceOrigins(record), ...originsOf(sponsorUrls(record))]),
  ],
  'frame-src': none,
  'frame-ancestors': orNone(record.hostOrigins.length === 0 ? [] : [modalOrigin, ...record.hostOrigins]),
})

/** The opening frame renders into it; an opener policy of its own would cut it off from that frame. */
const windowDirectives = {
  'script-src': none,
  'worker-src': none,
  'img-src': ['data:'],
  'connect-src': none,
  'trusted-types': none,
  'frame-src': none,
  'frame-ancestors': none,
} as const satisfies Directives

/**
 * No script source at all: with `'self'`, a dynamic import could leak a secret in its URL. `worker-src` forbids a
 * nested Worker: a same-origin script without this header would have network access again.
 */
const workerDirectives = {
  'default-src': none,
  'script-src': ["'wasm-unsafe-eval'"],
  'connect-src': none,
  'worker-src': none,
} as const satisfies Directives

const refusalDirectives = {
  'default-src': none,
  'base-uri': none,
  'form-action': none,
  'frame-ancestors': none,
} as const satisfies Directives

/** `X-Frame-Options` is for old proxies only: browsers ignore it when `frame-ancestors` is present. */
const policies = (directives: Directives): Headers => ({
  'Content-Security-Policy': serialize(directives),
  'X-Frame-Options': 'DENY',
})

export function serialize(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

const orNone = (origins: readonly string[]): readonly string[] => (origins.length === 0 ? none : origins.map(source))

/** The origins of all listed RPC endpoints; `ws:` and `wss:` appear only where the record lists such an endpoint. */
export function rpcOrigins(record: ProjectRecord): readonly string[] {
  const origins = Object.values(record.rpc).flatMap((urls) => urls.map((url) => source(new URL(url).origin)))
  return [...new Set(origins)]
}

/** Origins for the modal only (listing, gateway, analytics, relay); the wallet's policy does not allow them. */
const serviceOrigins = ({ listingUrl, gatewayUrl, analyticsUrl, pairing }: ProjectRecord): readonly string[] =>
  originsOf([listingUrl, gatewayUrl, analyticsUrl, pairing?.relayUrl])

/** Origins for the wallet only (codes, tokens and shares go there); the modal's policy does not allow them. */
const walletServiceOrigins = ({ walletServiceUrl, recoveryServiceUrl }: ProjectRecord): readonly string[] =>
  originsOf([walletServiceUrl, recoveryServiceUrl])

/** Bundlers and paymasters, for the wallet only. Invalid entries are refused before. */
export const sponsorUrls = ({ smartAccounts = {} }: ProjectRecord): readonly string[] =>
  Object.values(smartAccounts).flatMap((given) => {
    const { data } = SmartAccountNetwork.safeParse(given)
    return [data?.bundler, data?.paymaster].filter((url) => url !== undefined)
  })

const originsOf = (urls: readonly (string | undefined)[]): readonly string[] =>
  urls.flatMap((url) => (url === undefined ? [] : [source(new URL(url).origin)]))

/** `new URL` accepts `;`, `'` and `*` in a host name; in a policy they would end the directive or match any host. */
function source(origin: string): string {
  if (!/^(https?|wss?):\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(origin))
    throw new RangeError(`Not usable as a policy source: ${JSON.stringify(origin)}`)
  return origin
}

/** Features that a frame may delegate to the wallet. */
export const delegatedFeatures = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
] as const

/**
 * None of our frames uses these. Every page that embeds a frame would get the browser's warning about a name that it does not know, so only
 * names that current browsers know stand here. `web-share` is missing too, which not all know: by default it is the modal's if the page
 * delegates it, and the modal does not delegate it to the wallet.
 */
export const deniedFeatures = [
  'accelerometer',
  'aria-notify',
  'autoplay',
  'browsing-topics',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'deferred-fetch',
  'deferred-fetch-minimal',
  'digital-credentials-create',
  'digital-credentials-get',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'interest-cohort',
  'keyboard-map',
  'language-detector',
  'language-model',
  'local-fonts',
  'local-network',
  'local-network-access',
  'loopback-network',
  'magnetometer',
  'media-playback-while-not-visible',
  'microphone',
  'midi',
  'on-device-speech-recognition',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
  'storage-access',
  'summarizer',
  'sync-xhr',
  'translator',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
] as const

/** If a header lists the child without `self`, the child does not get the feature either. */
function permissions(walletOrigin?: string): string {
  const allowed = walletOrigin === undefined ? '(self)' : `(self "${source(walletOrigin)}")`
  return [
    ...delegatedFeatures.map((feature) => `${feature}=${allowed}`),
    ...deniedFeatures.map((feature) => `${feature}=()`),
  ].join(', ')
}
