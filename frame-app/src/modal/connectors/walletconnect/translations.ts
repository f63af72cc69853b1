/** Namespaces of which a session has other methods, or other forms of them, than a page. Elsewhere a call is passed on as it is. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { toSession as bip122 } from './bitcoin.ts'
import { toSession as polkadot } from './polkadot.ts'
import { toSession as solana, type Translation } from './solana.ts'

/** What the wallet is asked and how its answer is read, or an answer for which no wallet is asked. */
export type Translated = Translation | { readonly answer: Json }

/** @param accounts addresses of the session on this chain, as the wallet wrote them */
type Translate = (method: string, params: Json, accounts: readonly string[], scope: Caip2) => Translated

export const translations: Readonly<Partial<Record<Namespace, Translate>>> = { solana, bip122, polkadot }
