/** Wallets as they cross the host link. Names, rdns and icons are claims of the announcing wallet. */
import * as z from 'zod/mini'
import { limits } from '../../limits.ts'
import { Caip2, Namespace } from '../../scalars/caip.ts'
import { HttpUrl, Icon, Id, Link, Name, Rdns } from '../../scalars/values.ts'

/** An injected wallet as the host saw it. Names and rdns are the wallet's own claims. */
export const InjectedWallet = z.strictObject({
  /** Opaque; created by the host, valid for one session. */
  handle: Id,
  /** `external`: passed in by the page's developer. */
  type: z.enum(['announced', 'injected', 'external']),
  /** The developer's id for it; wallets that announce themselves have none. */
  id: z.optional(Id),
  namespace: Namespace,
  /** Networks of the page that the wallet says it serves. Absent if its standard does not say. */
  chains: z.optional(z.array(Caip2).check(z.maxLength(limits.networks))),
  name: Name,
  rdns: z.optional(Rdns),
  icon: z.optional(Icon),
  /** Another wallet of this page claims the same uuid or rdns: neither claim can be trusted. */
  disputed: z.boolean(),
})
export type InjectedWallet = z.infer<typeof InjectedWallet>

/** The injected wallets of the page. */
export const InjectedWallets = z.strictObject({
  wallets: z.array(InjectedWallet).check(z.maxLength(limits.wallets + limits.rivalWallets)),
  /** More wallets announced themselves than the list holds. */
  hasMore: z.boolean(),
})
export type InjectedWallets = z.infer<typeof InjectedWallets>

/** A wallet the host's developer lists (specification §3, Wallet listing). */
export const CustomWallet = z.strictObject({
  id: Id,
  name: Name,
  icon: z.optional(Icon),
  rdns: z.optional(Rdns),
  homepage: z.optional(HttpUrl),
  mobileLink: z.optional(Link),
  desktopLink: z.optional(Link),
  webappLink: z.optional(HttpUrl),
  appStore: z.optional(HttpUrl),
  playStore: z.optional(HttpUrl),
  chromeStore: z.optional(HttpUrl),
})
export type CustomWallet = z.infer<typeof CustomWallet>
