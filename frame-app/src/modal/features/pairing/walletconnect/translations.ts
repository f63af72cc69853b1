/** A page's calls as the methods of a session, and the wallet's answers as the page expects them. On EVM only the answers are read. */
import { findMethod } from '@airlock/protocol/allowlist/index.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Namespace } from '@airlock/protocol/scalars/caip.ts'
import { toSession as bip122 } from './bitcoin.ts'
import { toSession as polkadot } from './polkadot.ts'
import { toSession as solana, type Translated } from './solana.ts'

/** @param accounts addresses of the session on this chain, as the wallet wrote them */
type Translate = (method: string, params: Json, accounts: readonly string[], scope: Caip2) => Translated

/** What is signed or sent comes back in hex. A contract may need no signature at all. */
const signed = /^(0x)?([0-9a-f]{2})*$/i
const transactionId = /^(0x)?[0-9a-f]{64}$/i
/** @throws AirlockError WALLET_FAILED: a page that was told of no id would believe that nothing was sent, or wait for ever */
const eip155: Translate = (method, params) => ({
  method,
  params,
  read(answer) {
    const { signs, sends } = findMethod('eip155', method) ?? {}
    const form = signs ? signed : sends === 'wallet' ? transactionId : undefined
    if (!form) return answer
    if (typeof answer !== 'string' || !form.test(answer))
      throw new AirlockError('WALLET_FAILED', { message: `The wallet answered ${method} in an unknown form.` })
    // Some wallets leave the mark out.
    return `0x${answer.replace(/^0x/i, '')}`
  },
})

export const translations: Readonly<Partial<Record<Namespace, Translate>>> = { eip155, solana, bip122, polkadot }
