/** The solana driver: balances through listed nodes. Code that builds and reads transactions is in other files, which load separately. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'
import type { ChainDriver } from '../driver.ts'
import { createNodes } from '../nodes.ts'

/** Lamports as nodes send them: a whole number, which may be too large for a double to be exact. */
const Balance = z.object({ value: z.number().check(z.nonnegative(), z.refine(Number.isInteger)) })

export const solanaDriver: ChainDriver = {
  createReader(network, urls) {
    const nodes = createNodes(urls, 'getHealth')
    return {
      ...nodes,
      async nativeBalance(address, signal) {
        const answer = await nodes.request('getBalance', [address, { commitment: 'confirmed' }], signal)
        const read = z.safeParse(Balance, answer)
        if (!read.success) throw new AirlockError('NETWORK', { message: 'The node gave no balance.' })
        const { decimals, symbol } = network.currency
        return { value: BigInt(read.data.value), decimals, symbol }
      },
    }
  },
}
