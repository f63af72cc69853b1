/** Converts AppKit's options to Airlock's. An option either works, or throws with its name; none is silently ignored. */
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
import { fixed, gone } from './options-table.ts'
import { cannot, invalid } from './refuse.ts'
import { type AppKitSIWEClient, fromSiwe, type SIWEConfig } from './siwe.ts'
import { type SIWXConfig, toSiwx } from './siwx.ts'
import { type AppKitThemeVariables, toThemeVariables } from './theme.ts'

export interface Features extends OwnFeatures {
  pay?: false
  reownAuthentication?: false
}

export interface CustomWallet extends Omit<OwnCustomWallet, 'image'> {
  /** A `data:` image. */
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
  /** `data:` images by network id, with or without the namespace. */
  chainImages?: Readonly<Record<number | string, string>>
  allWallets?: 'SHOW' | 'HIDE'
  showWallets?: boolean
  enableReconnect?: boolean
  enableWallets?: true
  enableInjected?: true
  enableEIP6963?: true
  enableWalletConnect?: true
  enableWalletGuide?: true
  enableCoinbase?: false
  enableEmbedded?: false
  disableAppend?: false
  manualWCControl?: false
  experimental_preferUniversalLinks?: false
  /** Has no effect: where the project has smart accounts, an account on `eip155` starts as one, and the user chooses. */
  defaultAccountTypes?: Readonly<Record<string, 'eoa' | 'smartAccount'>>
}

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
    if (type !== 'eoa' && !(type === 'smartAccount' && name === 'eip155'))
      cannot(`defaultAccountTypes.${name}`, 'can only be `eoa`, and on `eip155` also `smartAccount`')

  const pictured = <N extends Network | Chain>(network: N): N => withImage(network, chainImages)
  const switches = {
    ...toFeatures(features),
    ...(allWallets !== undefined && { allWallets: isShown(allWallets) }),
    ...(showWallets !== undefined && { emailShowWallets: showWallets }),
  }
  return defined<Options>({
    ...withoutGone(rest),
    networks: Array.isArray(networks) ? networks.map(pictured) : networks,
    defaultNetwork: defaultNetwork && pictured(defaultNetwork),
    metadata: metadata || termsUrl || privacyUrl ? withTerms(metadata, { termsUrl, privacyUrl }) : undefined,
    features: switches,
    themeVariables: themeVariables && toThemeVariables(themeVariables),
    siwx: siwx ? toSiwx(siwx) : siweConfig && fromSiwe(siweConfig),
    customWallets: customWallets?.map(toCustomWallet),
    tokens: tokens && toTokens(tokens),
    transports: customRpcUrls ? { ...toTransports(customRpcUrls), ...transports } : transports,
    persist: enableReconnect === false ? 'memory' : persist,
  })
}

/** Removes options that can only have one value here, and refuses those that do not exist. */
function withoutGone(rest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => {
      if (value === undefined) return false
      if (gone[name]) cannot(name, gone[name])
      const only = fixed[name]
      if (only && value !== only[0]) cannot(name, `cannot be ${!only[0]}: ${only[1]}`)
      return !only
    }),
  )
}

export function toFeatures({ pay, reownAuthentication, ...features }: Features = {}): OwnFeatures {
  const absent: Readonly<Record<string, unknown>> = { pay, reownAuthentication }
  for (const [name, value] of Object.entries(absent))
    if (value) cannot(`features.${name}`, 'is a service of the vendor of AppKit')
  return features
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

function toCustomWallet({ image_url: image, ...wallet }: CustomWallet): OwnCustomWallet {
  if (image !== undefined && !image.startsWith('data:'))
    invalid('customWallets.image_url', 'must be a `data:` image: the frame makes no request for the page')
  return defined<OwnCustomWallet>({ ...wallet, image })
}

/** AppKit allows one token per network. */
function toTokens(given: NonNullable<CreateAppKit['tokens']>): CreateAppKit['tokens'] {
  for (const [network, tokens] of Object.entries(given))
    for (const { image } of [tokens ?? []].flat())
      if (image !== undefined && !String(image).startsWith('data:'))
        invalid(`tokens.${network}.image`, 'must be a `data:` image: the frame makes no request for the page')
  return given
}

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
  if (imageUrl === undefined) return network
  if (!imageUrl.startsWith('data:'))
    invalid(`chainImages.${network.id}`, 'must be a `data:` image: the frame makes no request for the page')
  return { ...network, assets: { ...network.assets, imageUrl } }
}

/** An option with the value `undefined` counts as not given. */
const defined = <T>(values: Readonly<Record<string, unknown>>): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T // as: the core checks every option
