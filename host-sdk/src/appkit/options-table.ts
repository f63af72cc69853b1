/** Options of AppKit without a counterpart, and switches with only one possible value here. */

const pairing = 'is AppKit’s and not offered: the pairing client runs in the frame'
const vendor = 'is a service of the vendor of AppKit, and not offered'

export const gone: Readonly<Record<string, string>> = {
  basic: 'is internal to AppKit: pass an empty list of `adapters` to offer only pairing',
  universalProvider: pairing,
  universalProviderConfigOverride: pairing,
  sdkType: 'is internal to AppKit',
  sdkVersion: 'is internal to AppKit',
}

/** They change nothing that a user can do, so they are left out with a line in the console. */
export const cosmetic: Readonly<Record<string, string>> = {
  connectorImages: 'has no counterpart: a wallet is shown with its own picture, `externalWallets` with `image`',
  coinbasePreference: 'has no counterpart: set it in the Coinbase SDK and pass its provider in `externalWallets`',
  enableMobileFullScreen: 'has no counterpart: on a phone the modal is a sheet',
}

interface Fixed {
  readonly only: boolean
  readonly why: string
  /** The other value changes nothing that a user can do. */
  readonly isCosmetic?: true
}

export const fixed: Readonly<Record<string, Fixed>> = {
  enableWallets: { only: true, why: 'the modal always offers wallets' },
  enableInjected: { only: true, why: 'installed wallets are offered; hide one with `excludeWalletIds`' },
  enableEIP6963: { only: true, why: 'installed wallets are offered; hide one with `excludeWalletIds`' },
  enableWalletConnect: { only: true, why: 'the project record decides whether pairing is offered' },
  enableWalletGuide: { only: true, why: 'the guide is part of the modal', isCosmetic: true },
  enableCoinbase: {
    only: false,
    why: 'its wallet is offered if it is installed; pass the provider of the Coinbase SDK in `externalWallets`',
    isCosmetic: true,
  },
  enableEmbedded: { only: false, why: 'the modal is never part of the page' },
  disableAppend: { only: false, why: 'choose the place with `mount`' },
  manualWCControl: { only: false, why: 'the pairing client runs in the frame' },
  experimental_preferUniversalLinks: { only: false, why: 'the modal offers each link that a wallet has' },
  enableAuthLogger: { only: true, why: '`debug` decides what is logged', isCosmetic: true },
}

/** Members of `features`. All of them may be `false`, since nothing of the kind is there. */
export const goneFeatures: Readonly<Record<string, string>> = {
  pay: vendor,
  payWithExchange: vendor,
  payments: vendor,
  reownAuthentication: vendor,
  emailCapture: vendor,
  headless:
    'is AppKit’s and not offered: the list of wallets stays in the modal; a button of yours calls `airlock.connect({ walletId })`',
  multiWallet: 'is AppKit’s and not offered: one wallet is connected in each namespace',
}
export const cosmeticFeatures: Readonly<Record<string, string>> = {
  reownBranding: 'has no counterpart: the modal shows no brand of AppKit',
}
