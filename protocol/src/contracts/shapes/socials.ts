/** Social logins: provider names, and the format of the project record's list. */
import * as z from 'zod/mini'
import { SocialId } from '../../scalars/social-id.ts'
import { WalletIcon, WalletName } from './announced.ts'

/** Providers whose name and logo the modal has. */
export const namedSocials = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'] as const
export type NamedSocial = (typeof namedSocials)[number]

/** One provider of the project record. Name and icon are needed only if the modal does not have them. */
export const SocialProvider = z.strictObject({
  id: SocialId,
  name: z.optional(WalletName),
  icon: z.optional(WalletIcon),
})

/** In display order. */
export const SocialProviders = z.array(SocialProvider).check(z.minLength(1), z.maxLength(16))

/**
 * The page of the wallet service that redirects to the provider. The window opens with this URL during the press; meanwhile the login with
 * this ticket is registered.
 */
export const socialPage = (serviceUrl: string, ticket: string): string =>
  `${serviceUrl.replace(/\/$/, '')}/social/${ticket}`
