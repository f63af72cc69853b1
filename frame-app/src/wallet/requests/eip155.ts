/** Prepares the requests of EVM accounts: each call goes to the kind of request that answers its method. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isAboutNode } from '../../shared/chains/nodes.ts'
import { createEvmTools, type EvmOptions, toAirlockError } from '../approval/eip155/tools.ts'
import { type AskedKind, notAvailable, type Preparer, type ReadyRequest } from '../approval/prepared.ts'
import { createEvmMessages } from './message/eip155.ts'
import { createTransactions } from './transaction/eip155.ts'
import { createTypedData } from './typed-data/eip155.ts'

/** Not a method for pages: the wallet itself sends it when the user turns the account back into a plain one. */
export const undelegateMethod = 'airlock_undelegate'

export function createEip155Preparer(options: EvmOptions): Preparer {
  const tools = createEvmTools(options)
  const transactions = createTransactions(tools)
  const kinds: readonly AskedKind[] = [
    createEvmMessages(tools),
    createTypedData(tools, 'v3'),
    createTypedData(tools, 'v4'),
    transactions,
  ]
  return {
    async prepare(call, signal) {
      const answers = ({ methods }: AskedKind) => methods.includes(call.method)
      try {
        const kind =
          kinds.find(answers) ??
          (await loadOnChain()).createSmartAccountKinds(tools, { transactions, undelegateMethod }).find(answers)
        if (!kind) throw notAvailable(call)
        return mayRenewLater(await kind.prepare(call, signal))
      } catch (thrown) {
        const error = toAirlockError(thrown)
        // A node that is over its limit, or lacks the state, has not answered the question.
        throw isAboutNode(error) ? new AirlockError('NETWORK', { cause: error }) : error
      }
    },
  }
}

/** If a node refuses to return the count, the transaction may still be valid. */
const mayRenewLater = (ready: ReadyRequest): ReadyRequest => ({
  ...ready,
  kind: {
    ...ready.kind,
    async renew(of, signal) {
      try {
        return ready.kind.renew ? await ready.kind.renew(of, signal) : of
      } catch (thrown) {
        const error = toAirlockError(thrown)
        throw error.code === 'WALLET_FAILED' ? new AirlockError('NETWORK', { cause: thrown }) : error
      }
    },
  },
})

const loadOnChain = () => import('./on-chain.ts')
