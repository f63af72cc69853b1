/** Prepares the requests of Solana accounts: each call goes to the kind of request that answers its method. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type AskedKind, notAvailable, type Preparer, type PreparerOptions } from '../approval/prepared.ts'
import { createSolanaTools } from '../approval/solana/tools.ts'
import { createSolanaMessages } from './message/solana.ts'
import { createSolanaTransactions } from './transaction/solana.ts'

/** Exported here so that the build puts it in this chunk, which already has its code. */
export { createSolanaSweeper } from '../rotation/solana.ts'

export function createSolanaPreparer(options: PreparerOptions): Preparer {
  const tools = createSolanaTools(options)
  const kinds: readonly AskedKind[] = [createSolanaMessages(tools), ...createSolanaTransactions(tools)]
  return {
    async prepare(call, signal) {
      try {
        const kind = kinds.find(({ methods }) => methods.includes(call.method))
        if (!kind) throw notAvailable(call)
        return await kind.prepare(call, signal)
      } catch (error) {
        throw error instanceof AirlockError ? error : new AirlockError('INTERNAL', { cause: error })
      }
    },
  }
}
