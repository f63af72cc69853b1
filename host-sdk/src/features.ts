/** The feature switches and their defaults (specification §1, behaviour facts §2.2). */
import type { FrameOptions } from './configuration.ts'
import { refuse } from './refuse.ts'
import type { Features } from './types.ts'

const lists = {
  socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
  connectorTypeOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
  walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
} as const

const defaults = {
  email: true,
  emailShowWallets: true,
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
  ...lists,
} as const

/** What a list may hold; the order of the connect methods has no default, it depends on the wallets found. */
const choices: Readonly<Record<string, readonly string[]>> = {
  ...lists,
  connectMethodsOrder: ['email', 'social', 'wallet'],
}

/** @throws {AirlockError} naming the feature */
export function readFeatures(features: Features): FrameOptions['features'] {
  for (const [name, value] of Object.entries(features)) {
    const isValid = Object.hasOwn(choices, name)
      ? isListOf(value, choices[name])
      : Object.hasOwn(defaults, name) && typeof value === 'boolean'
    if (!isValid && !(name === 'socials' && value === false)) refuse(`features.${name}`)
  }
  return {
    ...defaults,
    ...features,
    socials: features.socials || (features.socials === false ? [] : lists.socials),
  } as FrameOptions['features'] // every value was looked at
}

const isListOf = (value: unknown, allowed: readonly unknown[] = []) =>
  Array.isArray(value) && new Set(value).size === value.length && value.every((item) => allowed.includes(item))
