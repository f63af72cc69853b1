/** Options of AppKit without a counterpart, and switches with only one possible value here. */

export const gone: Readonly<Record<string, string>> = {
  basic: 'is internal to AppKit: pass an empty list of `adapters` to offer only pairing',
  connectorImages: 'has no counterpart: a wallet is shown with its own picture, `externalWallets` with `image`',
  coinbasePreference: 'has no counterpart: set it in the Coinbase SDK and pass its provider in `externalWallets`',
  universalProvider: 'has no counterpart: the pairing client runs in the frame',
  universalProviderConfigOverride: 'has no counterpart: the pairing client runs in the frame',
  sdkVersion: 'is internal to AppKit',
}

export const fixed: Readonly<Record<string, readonly [only: boolean, why: string]>> = {
  enableWallets: [true, 'the modal always offers wallets'],
  enableInjected: [true, 'installed wallets are offered; hide one with `excludeWalletIds`'],
  enableEIP6963: [true, 'installed wallets are offered; hide one with `excludeWalletIds`'],
  enableWalletConnect: [true, 'the project record decides whether pairing is offered'],
  enableWalletGuide: [true, 'the guide is part of the modal'],
  enableCoinbase: [false, 'pass the provider of the Coinbase SDK in `externalWallets`'],
  enableEmbedded: [false, 'the modal is never part of the page'],
  disableAppend: [false, 'choose the place with `mount`'],
  manualWCControl: [false, 'the pairing client runs in the frame'],
  experimental_preferUniversalLinks: [false, 'the modal offers each link that a wallet has'],
  enableAuthLogger: [true, '`debug` decides what is logged'],
}
