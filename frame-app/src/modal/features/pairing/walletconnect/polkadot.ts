/**
 * Converts our Polkadot methods to those of a session: they have the same names, and the account is written as
 * the wallet has granted it. A wallet's answer is parsed, never passed on unread.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { PolkadotSignature } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { askedMessage, askedPayload, forWallet } from '../../../../shared/chains/polkadot/asked.ts'
import { accountKey, addressOn } from '../../../../shared/chains/polkadot/ss58.ts'
import { parseOr } from '../../../core/parse-or.ts'
import { invalidForm } from './errors.ts'
import type { Translated } from './solana.ts'

const Signed = z.object({ signature: PolkadotSignature })

/**
 * @param accounts addresses of the session on this chain, as the wallet wrote them; one of them signs
 * @throws AirlockError BAD_SHAPE, UNAUTHORIZED, CHAIN_NOT_SUPPORTED, METHOD_NOT_ALLOWED
 */
export function toSession(method: string, params: Json, accounts: readonly string[], scope: Caip2): Translated {
  const own = (address: string) => {
    const key = accountKey(address)
    const found = key === undefined ? undefined : accounts.find((one) => accountKey(one) === key)
    if (found === undefined) throw new AirlockError('UNAUTHORIZED')
    return found
  }
  switch (method) {
    case 'polkadot_accounts':
      return { answer: accounts.map((address) => ({ address: addressOn(scope, address) ?? address })) }
    case 'polkadot_signMessage': {
      const { address, message } = askedMessage(params)
      return { method, params: { address: own(address), message }, read: readSignature }
    }
    case 'polkadot_signTransaction': {
      const { address, payload } = askedPayload(params, scope)
      const signer = own(address)
      // as: parsed JSON
      const transactionPayload = forWallet(payload, signer) as unknown as Json
      return { method, params: { address: signer, transactionPayload }, read: readSignature }
    }
    default:
      throw new AirlockError('METHOD_NOT_ALLOWED')
  }
}

const readSignature = (answer: Json): Json => parseOr('WALLET_FAILED', Signed, answer, invalidForm)
