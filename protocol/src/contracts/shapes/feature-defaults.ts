/**
 * The allowed values of the feature lists, and every feature's default (specification §1, behaviour facts §2.2). Without zod: the
 * SDK fills defaults before it loads a schema.
 */
export const featureLists = {
  socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
  connectMethodsOrder: ['email', 'social', 'wallet'],
  connectorTypeOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
} as const

const { socials, connectorTypeOrder, walletFeaturesOrder } = featureLists

/** The order of the connect methods has no default: it depends on the wallets found. */
export const featureDefaults = {
  email: true,
  emailShowWallets: true,
  socials,
  swaps: true,
  send: true,
  receive: true,
  onramp: true,
  history: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  connectorTypeOrder,
  walletFeaturesOrder,
} as const
