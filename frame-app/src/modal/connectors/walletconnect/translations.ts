/** Namespaces whose session methods differ from a page's in name or form. In other namespaces a call is passed on unchanged. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { toSession as bip122 } from './bitcoin.ts'
import { toSession as polkadot } from './polkadot.ts'
import { toSession as solana, type Translation } from './solana.ts'

/** The request to the wallet and the reader of its answer, or an answer for which no wallet is asked. */
export type Translated = Translation | { readonly answer: Json }

/** @param accounts addresses of the session on this chain, as the wallet wrote them */
type Translate = (method: string, params: Json, accounts: readonly string[], scope: Caip2) => Translated

export const translations: Readonly<Partial<Record<Namespace, Translate>>> = { solana, bip122, polkadot }
