/**
 * The bundled wallets, in order of recommendation. Validated at start: a wrong entry stops the service, because users are sent to these
 * URLs. Pictures are in `pictures.ts`.
 */
import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { Rdns, text } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { expand, isGroup } from './chains.ts'
import table from './wallets.json' with { type: 'json' }

/** Maximum length of 300 characters: enough for a trustworthy link. */
const HttpsUrl = z
  .string()
  .check(z.maxLength(300), z.regex(/^https:\/\/[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(\/[\w./?=&%#:@+~-]*)?$/))
const plainSchemes = ['http:', 'https:', 'javascript:', 'data:', 'blob:', 'file:', 'about:', 'intent:']
/** An app's URL scheme, optionally with a path. */
const AppLink = z.string().check(
  z.maxLength(300),
  z.regex(/^[a-zA-Z][a-zA-Z0-9+.-]{1,40}:\/\/[\w./?=&:@+~-]*$/),
  z.refine((link) => !plainSchemes.some((scheme) => link.toLowerCase().startsWith(scheme))),
)
const Networks = z.string().check(z.refine((name) => isGroup(name) || Caip2.safeParse(name).success))

export const ListedWallet = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  name: text(40).check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} .’-]*$/u)),
  homepage: HttpsUrl,
  rdns: z.optional(Rdns),
  mobile_link: z.optional(AppLink),
  link_mode: z.optional(HttpsUrl),
  desktop_link: z.optional(AppLink),
  webapp_link: z.optional(HttpsUrl),
  app_store: z.optional(HttpsUrl),
  play_store: z.optional(HttpsUrl),
  chrome_store: z.optional(HttpsUrl),
  networks: z.array(Networks).check(z.minLength(1), z.maxLength(16)),
})
export type ListedWallet = z.infer<typeof ListedWallet>

/** One entry of an answer, shaped like the hosted listing's; absent links are `null`. */
export type WalletAnswer = {
  readonly id: string
  readonly name: string
  readonly badge_type: 'none' | 'certified'
  readonly homepage: string
  readonly image_id: string
  readonly order: number
  readonly chains: readonly string[]
} & Links
type Links = Readonly<Record<(typeof links)[number], string | null>>

export const links = [
  'rdns',
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
] as const satisfies readonly (keyof ListedWallet)[]

/** Picture id in the format of the hosted listing, derived from the wallet's id. */
export const imageIdOf = (id: string): string =>
  [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20, 32)].join('-')

export function readWallets(input: unknown): readonly WalletAnswer[] {
  return z.parse(z.array(ListedWallet), input).map(
    (wallet, index): WalletAnswer => ({
      id: wallet.id,
      name: wallet.name,
      badge_type: 'none',
      homepage: wallet.homepage,
      image_id: imageIdOf(wallet.id),
      order: (index + 1) * 10,
      chains: expand(wallet.networks),
      ...(Object.fromEntries(links.map((link) => [link, wallet[link] ?? null])) as Links), // as: all of them
    }),
  )
}

export const wallets: readonly WalletAnswer[] = readWallets(table)
