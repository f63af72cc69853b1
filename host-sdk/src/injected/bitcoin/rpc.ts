/** JSON-RPC over one function `request(method, params)`, which answers with an envelope. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { fieldOf, quietly } from '../../dom.ts'
import type { Call } from './functions.ts'

export type Rpc = (method: string, params?: unknown) => Promise<unknown>

/** @param refusal the wallet's code for a user's rejection, besides that of EIP-1193 */
export function createRpc(request: Call, refusal: number): Rpc {
  const failed = (error: unknown) => {
    const code = quietly(() => fieldOf(error, 'code'))
    const message = quietly(() => fieldOf(error, 'message'))
    // A plain object with the wallet's own code; `forward.ts` reduces it.
    return code === refusal ? new AirlockError('USER_REJECTED') : { code, message }
  }
  return async (method, params) => {
    let envelope: unknown
    try {
      envelope = await request(method, params)
    } catch (thrown) {
      // Some wallets throw the envelope.
      throw failed(quietly(() => fieldOf(thrown, 'error')) ?? thrown)
    }
    const error = fieldOf(envelope, 'error')
    if (error !== undefined && error !== null) throw failed(error)
    return fieldOf(envelope, 'result')
  }
}

/** JSON-RPC: the method is unknown. */
export const isUnknownMethod = (error: unknown): boolean => fieldOf(error, 'code') === -32601
