/** Converts AppKit's options to Airlock's. An option works, throws with its name, or, if it is about looks, is named in the console. */
import {
  type Adapter,
  AirlockError,
  type CaipNetworkId,
  type Chain,
  type Metadata,
  type Network,
  type Options,
  type CustomWallet as OwnCustomWallet,
  type Features as OwnFeatures,
} from '@airlock/host-sdk'
import { defined } from '../defined.ts'
import { cosmetic, cosmeticFeatures, fixed, gone, goneFeatures } from './options-table.ts'
import { cannot, entryOf, invalid, isPicture, leftOut, readAs } from './refuse.ts'
import { type AppKitSIWEClient, fromSiwe, type SIWEConfig } from './siwe.ts'
import { type SIWXConfig, toSiwx } from './siwx.ts'
import { type AppKitThemeVariables, toThemeVariables } from './theme.ts'

export interface Features extends OwnFeatures {
  pay?: false
  reownAuthentication?: false
  headless?: false
  multiWallet?: false
  /** `true` has no effect. */
  reownBranding?: boolean
}

export interface CustomWallet extends Omit<OwnCustomWallet, 'image'> {
  /** A `data:` image. Any other is left out. */
  image_url?: string
}

type Shared =
  | 'frameUrl'
  | 'projectId'
  | 'networks'
  | 'defaultNetwork'
  | 'featuredWalletIds'
  | 'includeWalletIds'
  | 'excludeWalletIds'
  | 'allowUnsupportedChain'
  | 'enableNetworkSwitch'
  | 'themeMode'
  | 'debug'
  // Options that only Airlock has.
  | 'externalWallets'
  | 'locale'
  | 'messages'
  | 'dir'
  | 'motion'
  | 'transports'
  | 'tokens'
  | 'announce'
  | 'mount'
  | 'lockScroll'
  | 'persist'

/** The options of AppKit that work, `frameUrl`, and the options that only Airlock has. */
export interface CreateAppKit extends Pick<Options, Shared> {
  adapters?: readonly Adapter[]
  metadata?: Omit<Metadata, 'termsUrl' | 'privacyUrl'>
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  features?: Features
  themeVariables?: AppKitThemeVariables
  siwx?: SIWXConfig
  /** AppKit's older sign-in object; cannot be combined with `siwx`. */
  siweConfig?: SIWEConfig | AppKitSIWEClient
  customWallets?: readonly CustomWallet[]
  customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { url: string }[]>>
  /** `data:` images by network id, with or without the namespace. Any other is left out. */
  chainImages?: Readonly<Record<number | string, string>>
  allWallets?: 'SHOW' | 'HIDE'
  showWallets?: boolean
  enableReconnect?: boolean
  enableWallets?: true
  enableInjected?: true
  enableEIP6963?: true
  enableWalletConnect?: true
  /** `false` has no effect: the guide is part of the modal. */
  enableWalletGuide?: boolean
  /** `true` has no effect: pass the provider of the Coinbase SDK in `externalWallets`. */
  enableCoinbase?: boolean
  /** No effect. */
  coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly'
  /** No effect: a wallet is shown with its own picture. */
  connectorImages?: Readonly<Record<string, string>>
  enableEmbedded?: false
  disableAppend?: false
  manualWCControl?: false
  experimental_preferUniversalLinks?: false
  /** Has no effect: where the project has smart accounts, an account on `eip155` starts as one, and the user chooses. */
  defaultAccountTypes?: Readonly<Record<string, 'eoa' | 'smartAccount' | 'payment'>>
}

/** Besides `eoa`. */
const otherTypes: Readonly<Record<string, string>> = { eip155: 'smartAccount', bip122: 'payment' }

/** AppKit's other name for its options. */
export type AppKitOptions = CreateAppKit

export function toOptions(given: CreateAppKit): Options {
  const {
    metadata,
    termsConditionsUrl: termsUrl,
    privacyPolicyUrl: privacyUrl,
    features,
    themeVariables,
    siwx,
    siweConfig,
    customWallets,
    customRpcUrls,
    tokens,
    chainImages,
    allWallets,
    showWallets,
    enableReconnect,
    defaultAccountTypes,
    networks,
    defaultNetwork,
    transports,
    persist,
    ...rest
  } = given
  if (siwx && siweConfig)
    throw new AirlockError('INVALID_OPTIONS', { message: 'Cannot set both `siweConfig` and `siwx` options' })
  for (const [name, type] of Object.entries(defaultAccountTypes ?? {}))
    if (type !== (entryOf(otherTypes, name) ?? 'eoa') && type !== 'eoa')
      cannot(`defaultAccountTypes.${name}`, 'can only be `eoa`, on `eip155` also `smartAccount`, on `bip122` `payment`')

  const pictured = <N extends Network | Chain>(network: N): N => withImage(network, chainImages)
  const switches = {
    ...readAs('features', 'an object of switches', () => toFeatures(features)),
    ...(allWallets !== undefined && { allWallets: isShown(allWallets) }),
    ...(showWallets !== undefined && { emailShowWallets: showWallets }),
  }
  // An option with the value `undefined` counts as not given. The core checks all of them.
  return defined<Options>({
    ...withoutGone(rest),
    networks: Array.isArray(networks) ? networks.map(pictured) : networks,
    defaultNetwork: defaultNetwork && pictured(defaultNetwork),
    metadata: metadata || termsUrl || privacyUrl ? withTerms(metadata, { termsUrl, privacyUrl }) : undefined,
    features: switches,
    themeVariables:
      themeVariables && readAs('themeVariables', 'an object of variables', () => toThemeVariables(themeVariables)),
    siwx: siwx ? toSiwx(siwx) : siweConfig && fromSiwe(siweConfig),
    customWallets:
      customWallets && readAs('customWallets', 'a list of wallets', () => customWallets.map(toCustomWallet)),
    tokens: tokens && readAs('tokens', 'tokens by the id of their network', () => toTokens(tokens)),
    transports: customRpcUrls
      ? {
          ...readAs('customRpcUrls', 'lists of `{ url }` by the id of their network', () =>
            toTransports(customRpcUrls),
          ),
          ...transports,
        }
      : transports,
    persist: enableReconnect === false ? 'memory' : persist,
  })
}

/** Removes options that can only have one value here or that are about looks, and refuses those that do not exist. */
function withoutGone(rest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => {
      if (value === undefined) return false
      const [whyGone, whyLeftOut] = [entryOf(gone, name), entryOf(cosmetic, name)]
      if (whyGone) cannot(name, whyGone)
      if (whyLeftOut) leftOut(name, whyLeftOut)
      const { only, why, isCosmetic } = entryOf(fixed, name) ?? {}
      if (why && value !== only)
        if (isCosmetic) leftOut(`${name}: ${String(!only)}`, `has no effect: ${why}`)
        else cannot(name, `cannot be ${String(!only)}: ${why}`)
      return !why && !whyLeftOut
    }),
  )
}

export function toFeatures(features: Features = {}): OwnFeatures {
  return Object.fromEntries(
    Object.entries(features).filter(([name, value]) => {
      const [why, looks] = [entryOf(goneFeatures, name), entryOf(cosmeticFeatures, name)]
      if (why && value) cannot(`features.${name}`, why)
      if (looks && value) leftOut(`features.${name}`, looks)
      return !why && !looks
    }),
  )
}

function isShown(allWallets: string): boolean {
  if (allWallets === 'SHOW' || allWallets === 'HIDE') return allWallets === 'SHOW'
  return cannot('allWallets', 'can be `SHOW` or `HIDE`: decide in your page what the device is')
}

function withTerms(
  metadata: Metadata | undefined,
  urls: { termsUrl: string | undefined; privacyUrl: string | undefined },
) {
  const name = typeof document === 'undefined' ? '' : document.title
  return defined<Metadata>({ ...(metadata ?? { name }), ...urls })
}

/** The core reads the values. */
const walletFields: readonly string[] = [
  'id',
  'name',
  'rdns',
  'homepage',
  'image_url',
  'mobile_link',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
] as const satisfies readonly (keyof CustomWallet)[]

function toCustomWallet(given: CustomWallet, index: number): OwnCustomWallet {
  const place = `customWallets.${index}`
  for (const name of ['id', 'name'] as const) if (!given[name]) invalid(`${place}.${name}`, 'is missing')
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !walletFields.includes(name))
      cannot(`${place}.${name}`, `is not offered: a wallet has ${walletFields.join(', ')}`)
  const { image_url: image, ...wallet } = given
  const isShown = image !== undefined && isPicture(`customWallets.${wallet.id}.image_url`, image)
  return defined<OwnCustomWallet>({ ...wallet, ...(isShown && { image }) })
}

/** AppKit allows one token per network. */
const toTokens = (given: NonNullable<CreateAppKit['tokens']>): CreateAppKit['tokens'] =>
  Object.fromEntries(
    Object.entries(given).map(([network, tokens]) => [
      network,
      [tokens ?? []].flat().map(({ image, ...token }) => {
        const isShown = image !== undefined && isPicture(`tokens.${network}.image`, image)
        return isShown ? { ...token, image } : token
      }),
    ]),
  )

const toTransports = (given: NonNullable<CreateAppKit['customRpcUrls']>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(given).map(([network, list]) => [
      network,
      list.map(({ url, ...others }) =>
        Object.values(others).some((value) => value !== undefined)
          ? cannot(`customRpcUrls.${network}`, 'can only have a `url`: the frames send no headers of a page')
          : url,
      ),
    ]),
  )

function withImage<N extends Network | Chain>(network: N, images: CreateAppKit['chainImages']): N {
  const imageUrl = images?.[network.id] ?? ('caipNetworkId' in network ? images?.[network.caipNetworkId] : undefined)
  if (imageUrl === undefined || !isPicture(`chainImages.${network.id}`, imageUrl)) return network
  return { ...network, assets: { ...network.assets, imageUrl } }
}
