/**
 * The allowed values of the feature lists, and every feature's default (specification §1). Without zod: the SDK fills
 * defaults before it loads a schema.
 */
export const featureLists = {
  connectMethodsOrder: ['email', 'social', 'wallet'],
  connectorTypeOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
} as const

/** The order of the connect methods has no default: it depends on the wallets found. */
export const featureDefaults = {
  email: true,
  emailShowWallets: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  collapseWallets: false,
  receive: true,
  send: true,
  swaps: true,
  onramp: true,
  history: true,
  smartSessions: true,
  socialRedirect: false,
  connectorTypeOrder: featureLists.connectorTypeOrder,
  walletFeaturesOrder: featureLists.walletFeaturesOrder,
} as const
