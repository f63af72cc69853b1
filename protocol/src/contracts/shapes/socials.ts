/** Social logins: the names of providers, and how the project record lists those that it offers. */
import * as z from 'zod/mini'
import { SocialId } from '../../scalars/social-id.ts'
import { WalletIcon, WalletName } from './announced.ts'

/** Providers that the modal knows by name and mark. */
export const namedSocials = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const
export type NamedSocial = (typeof namedSocials)[number]

/** One provider of the project record. Name and icon are needed only where the modal does not know them. */
export const SocialProvider = z.strictObject({
  id: SocialId,
  name: z.optional(WalletName),
  icon: z.optional(WalletIcon),
})
export type SocialProvider = z.infer<typeof SocialProvider>

/** In the order in which they are shown. */
export const SocialProviders = z.array(SocialProvider).check(z.minLength(1), z.maxLength(16))

/**
 * The page of the wallet service that leads to the provider. The window opens with this URL in the press itself; the login that belongs to
 * the ticket is registered meanwhile.
 */
export const socialPage = (serviceUrl: string, ticket: string): string =>
  `${serviceUrl.replace(/\/$/, '')}/social/${ticket}`
