/** The networks on which the account uses the code of a contract (EIP-7702), and the way back to a plain account. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import { checksum } from '../../shared/chains/eip155/checksum.ts'
import { createChainClient } from '../approval/eip155/chain.ts'
import type { Account } from '../login/account.ts'
import { readDelegate } from '../requests/undelegation/undelegation.ts'
import { createShown, screenOf } from './shown.ts'

export type SmartAccountScreen =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | {
      readonly status: 'list'
      readonly networks: readonly Caip2[]
      /** Some networks have not answered: the account may be one there too. */
      readonly isPartial?: boolean
      /** `sent`: the network has still to include it. */
      readonly note?: 'sent' | 'failed'
    }

type Listed = Extract<SmartAccountScreen, { status: 'list' }>

/** Asks the user, and sends it. @throws {AirlockError} */
export type Undelegate = (network: Caip2) => Promise<void>

const answerMs = 10_000

interface SmartAccountContext {
  readonly project: Pick<ProjectRecord, 'smartAccounts' | 'rpc'>
  readonly account: Pick<Account, 'addresses'>
  readonly undelegate: Undelegate
}

export type SmartAccount = ReturnType<typeof createSmartAccount>

export function createSmartAccount({ project, account, undelegate }: SmartAccountContext) {
  const { smartAccounts = {}, rpc } = project
  const shown = createShown<SmartAccountScreen>({ status: 'loading' })
  /** A network that does not answer hides only itself: the way back on the others must not depend on it. */
  const read = async (): Promise<Pick<Listed, 'networks' | 'isPartial'>> => {
    const signal = AbortSignal.timeout(answerMs)
    const { eip155 } = await account.addresses(signal)
    const asked = Object.keys(smartAccounts)
      .filter(isCaip2)
      .map(async (network) => {
        const client = createChainClient(network, rpc[network] ?? [], signal)
        return (await readDelegate(client, checksum(eip155))) === undefined ? [] : [network]
      })
    const answers = await Promise.allSettled(asked)
    const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (answers.length > 0 && known.length === 0) throw new AirlockError('NETWORK')
    return { networks: known.flat(), ...(known.length < answers.length && { isPartial: true }) }
  }
  return {
    ...screenOf(shown),
    async load(): Promise<void> {
      shown.set({ status: 'loading' })
      try {
        shown.set({ status: 'list', ...(await read()) })
      } catch {
        shown.set({ status: 'failed' })
      }
    },
    async undo(network: Caip2): Promise<void> {
      const before = shown.get()
      if (before.status !== 'list') return
      const { networks } = before
      const { note: _, ...list } = before
      try {
        await undelegate(network)
        shown.set({ ...list, networks: networks.filter((one) => one !== network), note: 'sent' })
      } catch (error) {
        const isDeclined = error instanceof AirlockError && (error.code === 'USER_REJECTED' || error.code === 'ABORTED')
        shown.set({ ...list, ...(!isDeclined && { note: 'failed' as const }) })
      }
    },
  }
}
