/**
 * Reads the options of the page once: fills defaults (specification §1), validates everything that is
 * sent to the frame with the frame's schemas, and throws with the name of the first invalid option.
 */
import { FrameSettings } from '@airlock/protocol/contracts/shapes/options.ts'
import {
  CustomWallet as Listed,
  type CustomWallet as ListedWallet,
} from '@airlock/protocol/contracts/shapes/wallets.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Configuration, FrameOptions, Locale, Theme } from './configuration.ts'
import { conform } from './conform.ts'
import { readDapp } from './dapp.ts'
import { inBrowser } from './dom.ts'
import { readFeatures } from './features.ts'
import { isDeclarable, isForbidden, schemeOf } from './links/rule.ts'
import { readLocale } from './locale.ts'
import { toFrameNetwork, toNetwork, tooMany } from './networks.ts'
import { attempt, oneOf, refuse, refuseOthers } from './refuse.ts'
import { readTheme } from './theme.ts'
import type { CustomWallet, ExternalWallet, Network, Options, SIWX } from './types.ts'
import { toWalletId } from './wallet-id.ts'

export interface Config {
  readonly projectId: string
  readonly frameUrl: string
  readonly frameOrigin: string
  readonly networks: readonly Network[]
  readonly adapters: Options['adapters']
  readonly frame: Omit<FrameOptions, 'networks'>
  readonly theme: Theme
  readonly locale: Locale
  readonly dapp: Configuration['dapp']
  /** URL schemes besides https that the page declares for its own wallets. */
  readonly schemes: readonly string[]
  readonly transports: Options['transports']
  readonly externalWallets: readonly External[]
  readonly siwx: SIWX | undefined
  readonly announce: boolean
  readonly mount: HTMLElement | undefined
  readonly lockScroll: boolean
  readonly persist: 'local' | 'memory'
}

/** A wallet that the page provides, in the protocol's form. */
export type External = Pick<ListedWallet, 'id' | 'name' | 'icon'> & Pick<ExternalWallet, 'provider'>

export const sdkVersion = '0.1.0'

/** @throws {AirlockError} naming the option */
export function readOptions(options: Options): Config {
  const {
    projectId,
    frameUrl,
    networks,
    defaultNetwork,
    adapters,
    metadata,
    features = {},
    siwx,
    featuredWalletIds = [],
    includeWalletIds = [],
    excludeWalletIds = [],
    customWallets = [],
    externalWallets = [],
    tokens,
    allowUnsupportedChain = false,
    enableNetworkSwitch = true,
    themeMode = 'auto',
    themeVariables = {},
    locale = 'auto',
    messages = {},
    dir = 'auto',
    motion = 'auto',
    transports,
    announce = true,
    mount,
    lockScroll = true,
    persist = 'local',
    debug = true,
    ...others
  } = options
  if (siwx && 'siweConfig' in others) refuse('Cannot set both `siweConfig` and `siwx` options')
  refuseOthers(others)
  if (!/^[\w-]{1,64}$/.test(projectId ?? '')) refuse('Project ID Not Configured: set the option `projectId`')
  const { href, origin } = readFrameUrl(frameUrl)

  if (!Array.isArray(networks) || networks.length === 0) refuse('`networks` is empty')
  for (const id of Object.keys(transports ?? {})) if (!isCaip2(id)) refuse(`transports.${id}`)
  const known = attempt('networks', () => networks.map(toNetwork))
  const ids: unknown[] = known.map((network) => toFrameNetwork(network, transports).id)
  if (new Set(ids).size < ids.length) refuse('`networks` contains a network twice')
  const initial = attempt('defaultNetwork', () => defaultNetwork && toNetwork(defaultNetwork).caipNetworkId)
  if (initial && !ids.includes(initial)) refuse('`defaultNetwork` is not in `networks`')

  const lists = { featuredWalletIds, includeWalletIds, excludeWalletIds }
  oneOf({ lockScroll, announce }, [true, false])
  for (const [name, value] of Object.entries({ ...lists, customWallets, externalWallets, adapters: adapters ?? [] }))
    if (!Array.isArray(value)) refuse(name)
  const walletIds = Object.fromEntries(
    Object.entries(lists).map(([name, ids]) => [name, attempt(name, () => ids.map(toWalletId))]),
  )
  if (adapters) attempt('adapters', () => adapters.map((adapter) => adapter.attach.call))
  const externals = attempt('externalWallets', () => externalWallets.map(readExternal))
  if (siwx) attempt('siwx', () => siwxFunctions.map((name) => siwx[name].call))
  const wallets = attempt('customWallets', () => ({
    frame: customWallets.map(toFrameWallet),
    schemes: [...new Set(customWallets.flatMap(schemesOf))],
  }))
  // One token per network, as in AppKit, or a list.
  const listed = attempt(
    'tokens',
    () => tokens && Object.fromEntries(Object.entries(tokens).map(([network, given]) => [network, [given].flat()])),
  )
  oneOf({ persist }, ['local', 'memory'])
  if (mount && !(inBrowser() && mount instanceof Element)) refuse('mount')

  if (networks.length > limits.networks) refuse(tooMany)
  const frame = conform(
    FrameSettings,
    {
      allowUnsupportedChain,
      enableNetworkSwitch,
      debug,
      ...walletIds,
      defaultNetwork: initial,
      basic: adapters?.length === 0,
      customWallets: wallets.frame,
      tokens: listed,
      siwx: siwx && { required: siwx.required ?? true, signOutOnDisconnect: siwx.signOutOnDisconnect },
      sdkVersion,
    },
    // `play_store` for the page is `playStore` on the wire. Only the wallets can be too large for a message.
    (path) => path.replace('Store', '_store').replace('Link', '_link') || 'customWallets',
  )

  const dapp = attempt('metadata', () => readDapp(metadata))
  return {
    projectId,
    frameUrl: href,
    frameOrigin: origin,
    networks: known,
    adapters,
    frame: { ...frame, features: attempt('features', () => readFeatures(features, dapp)) },
    theme: readTheme(themeMode, themeVariables, motion),
    locale: readLocale({ locale, dir, messages }),
    dapp,
    schemes: wallets.schemes,
    transports,
    externalWallets: externals,
    siwx,
    announce,
    mount,
    lockScroll,
    persist,
  }
}

const siwxFunctions = ['createMessage', 'getSessions', 'addSession', 'setSessions', 'revokeSession'] as const

function readFrameUrl(frameUrl: string): URL {
  if (!frameUrl)
    throw new AirlockError('FRAME_URL_REQUIRED', {
      message: '`frameUrl` is required: the address of your modal frame.',
    })
  const url = attempt('frameUrl', () => new URL(frameUrl))
  if (!/^https?:$/.test(url.protocol) || url.username) refuse('frameUrl')
  if (inBrowser()) {
    if (self.origin === 'null')
      throw new AirlockError('HOST_OPAQUE_ORIGIN', {
        message: 'This page has an opaque origin: its sandbox lacks allow-same-origin.',
      })
    if (self.origin === url.origin)
      throw new AirlockError('SAME_ORIGIN_FRAME', { message: '`frameUrl` must be on another origin than this page.' })
  }
  return url
}

/** Its provider is code of the page and is only called. */
function readExternal({ provider, image: icon, id, name, ...others }: ExternalWallet): External {
  refuseOthers(others, 'externalWallets.')
  if (!provider.request.call || !name) refuse('externalWallets')
  return { ...conform(Listed, { id, name, icon }, (path) => `externalWallets.${path}`), provider }
}

const toFrameWallet = ({ image: icon, id, rdns, ...wallet }: CustomWallet) => ({
  id: toWalletId(id),
  rdns: rdns?.toLowerCase(),
  ...Object.fromEntries(
    Object.entries(wallet).map(([name, value]) => [
      name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ),
  icon,
})

const schemesOf = ({ mobile_link, desktop_link }: CustomWallet): string[] =>
  [mobile_link, desktop_link].flatMap((link) => {
    const scheme = link && schemeOf(link)
    if (!scheme || /^https?$/.test(scheme)) return []
    return isDeclarable(scheme) && !isForbidden(scheme)
      ? [scheme]
      : refuse(`\`customWallets\`: no link can have the scheme ${scheme}`)
  })
