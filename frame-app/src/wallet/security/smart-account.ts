/** The networks on which the account uses the code of a contract (EIP-7702), and the way back to a plain account. */

import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import { createChainClient } from '../approval/eip155/chain.ts'
import { readDelegate } from '../batches/undelegation.ts'
import { checksum } from '../decode/eip155/transaction.ts'
import type { Account } from '../login/account.ts'
import { createShown } from './shown.ts'

export type SmartAccountScreen =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'list'
      readonly networks: readonly Caip2[]
      /** `sent`: the network has still to include it. */
      readonly note?: 'sent' | 'failed'
    }

export interface SmartAccount {
  screen(): SmartAccountScreen
  subscribe(onChange: () => void): () => void
  load(): Promise<void>
  undo(network: Caip2): Promise<void>
}

/** Asks the user, and sends it. @throws {AirlockError} */
export type Undelegate = (network: Caip2) => Promise<void>

const answerMs = 10_000

export function createSmartAccount({
  project: { smartAccounts = {}, rpc },
  account,
  undelegate,
}: {
  readonly project: Pick<ProjectRecord, 'smartAccounts' | 'rpc'>
  readonly account: Pick<Account, 'addresses'>
  readonly undelegate: Undelegate
}): SmartAccount {
  const shown = createShown<SmartAccountScreen>({ status: 'loading' })
  const read = async (): Promise<readonly Caip2[]> => {
    const signal = AbortSignal.timeout(answerMs)
    const { eip155 } = await account.addresses(signal)
    const asked = Object.keys(smartAccounts)
      .filter(isCaip2)
      .map(async (network) => {
        const client = createChainClient(network, rpc[network] ?? [], signal)
        return (await readDelegate(client, checksum(eip155))) === undefined ? [] : [network]
      })
    return (await Promise.all(asked)).flat()
  }
  return {
    screen: shown.get,
    subscribe: shown.subscribe,
    async load() {
      shown.set({ status: 'loading' })
      try {
        shown.set({ status: 'list', networks: await read() })
      } catch {
        shown.set({ status: 'failed' })
      }
    },
    async undo(network) {
      const before = shown.get()
      if (before.status !== 'list') return
      const { networks } = before
      try {
        await undelegate(network)
        shown.set({ status: 'list', networks: networks.filter((one) => one !== network), note: 'sent' })
      } catch (error) {
        const isDeclined = error instanceof AirlockError && (error.code === 'USER_REJECTED' || error.code === 'ABORTED')
        shown.set({ status: 'list', networks, ...(!isDeclined && { note: 'failed' as const }) })
      }
    },
  }
}
