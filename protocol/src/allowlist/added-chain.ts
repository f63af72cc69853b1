/** `wallet_addEthereumChain` (EIP-3085): a page requests a network by its id, and the project's list decides. */
import * as z from 'zod/mini'
import { AirlockError } from '../errors.ts'
import { type Caip2, isCaip2, referenceOf } from '../scalars/caip.ts'
import { AddedChain } from './dapp.ts'

/** The network to add. @throws {AirlockError} BAD_SHAPE */
export function readAddedChain(params: unknown): Caip2 {
  const read = z.safeParse(AddedChain, params)
  const id = `eip155:${Number(read.data?.[0].chainId)}`
  if (!isCaip2(id)) throw new AirlockError('BAD_SHAPE', { message: 'wallet_addEthereumChain: invalid params' })
  return id
}

/** 4902: only the project owner can add a network, because its node supplies balances, fees and nonces. */
export const unknownChain = (id: Caip2): AirlockError =>
  new AirlockError('CHAIN_NOT_SUPPORTED', {
    message: `Unrecognized chain ID 0x${Number(referenceOf(id)).toString(16)}: this wallet has the networks of the project only. Add it to \`networks\` and to the project record.`,
  })
