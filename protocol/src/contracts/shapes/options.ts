/** The host's configuration: features, theme, locale, and the page's metadata. Received only by the modal. */
import * as z from 'zod/mini'
import { limits } from '../../limits.ts'
import { Caip2 } from '../../scalars/caip.ts'
import { HttpUrl, Id, Name, text } from '../../scalars/values.ts'
import { featureLists } from './feature-defaults.ts'
import { Network } from './network.ts'
import { ThemeMode, ThemeVariables } from './theme.ts'
import { ListedTokens } from './tokens.ts'
import { CustomWallet } from './wallets.ts'

const Switch = z.boolean()
const listOf = <const T extends readonly string[]>(names: T) => z.array(z.enum(names)).check(z.maxLength(names.length))
/** Every switch is resolved by the SDK (defaults: specification §1). */
export const Features = z.strictObject({
  email: Switch,
  emailShowWallets: Switch,
  analytics: Switch,
  allWallets: Switch,
  legalCheckbox: Switch,
  collapseWallets: Switch,
  receive: Switch,
  send: Switch,
  swaps: Switch,
  onramp: Switch,
  history: Switch,
  smartSessions: Switch,
  /** Social logins of the project record to offer, in this order; `false`: none. Absent: all of them, as listed. */
  socials: z.optional(z.union([z.literal(false), z.array(text(32))])),
  /** Where no window opens, the page may leave for a social login and come back. */
  socialRedirect: Switch,
  connectMethodsOrder: z.optional(listOf(featureLists.connectMethodsOrder)),
  connectorTypeOrder: listOf(featureLists.connectorTypeOrder),
  walletFeaturesOrder: listOf(featureLists.walletFeaturesOrder),
})
export type Features = z.infer<typeof Features>

export const DappData = z.strictObject({
  name: Name,
  description: z.optional(text(512)),
  /** The page's own URL; shown as a claim, never as the origin. */
  url: z.optional(HttpUrl),
  icons: z.array(HttpUrl).check(z.maxLength(8)),
  termsUrl: z.optional(HttpUrl),
  privacyUrl: z.optional(HttpUrl),
})

export const SyncTheme = z.strictObject({
  mode: ThemeMode,
  /** The current meaning of `auto` on the host. */
  system: z.enum(['light', 'dark']),
  motion: z.enum(['auto', 'off']),
  variables: ThemeVariables,
})

const language = {
  locale: z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)),
  dir: z.enum(['auto', 'ltr', 'rtl']),
}
export const SyncLocale = z.strictObject({
  ...language,
  messages: z.record(z.string().check(z.regex(/^[\w.-]{1,64}$/)), text(1000)),
})
/** The part that is sent to the wallet: no texts, because a page must not influence the texts of an approval. */
export const WalletLocale = z.strictObject(language)

const settings = {
  defaultNetwork: z.optional(Caip2),
  /** Pairing without any chain adapter (specification §2, opening rules). */
  basic: z.boolean(),
  allowUnsupportedChain: z.boolean(),
  enableNetworkSwitch: z.boolean(),
  featuredWalletIds: z.array(Id).check(z.maxLength(100)),
  includeWalletIds: z.array(Id).check(z.maxLength(1000)),
  excludeWalletIds: z.array(Id).check(z.maxLength(1000)),
  customWallets: z.array(CustomWallet).check(z.maxLength(50)),
  tokens: z.optional(ListedTokens),
  /**
   * The page wants its users to sign in with a message. `required`: otherwise they are disconnected. A session ends with its connection,
   * unless `signOutOnDisconnect` is false.
   */
  siwx: z.optional(z.strictObject({ required: z.boolean(), signOutOnDisconnect: z.optional(z.boolean()) })),
  debug: z.boolean(),
  sdkVersion: text(32),
}
/** The settings that the SDK checks with one schema; it checks networks and features one by one. */
export const FrameSettings = z.strictObject(settings)

export const FrameOptions = z.strictObject({
  networks: z.array(Network).check(z.minLength(1), z.maxLength(limits.networks)),
  features: Features,
  ...settings,
})
