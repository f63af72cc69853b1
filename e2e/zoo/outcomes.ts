/** What is compared in the zoo, with the real modules and in a browser: the outcomes that the table expects, and the truth of a wallet. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { FlowName, Kind, ZooWallet } from './wallet.ts'

/** The expected outcome of every flow that this wallet can play. */
export function outcomesOf({ usual }: Pick<Kind, 'usual'>, { expects }: Pick<Kind['wallets'][number], 'expects'>) {
  const { connect, switch: switched } = expects
  return Object.entries(usual).map(([name, outcome]) => {
    const flow = name as FlowName // as: the keys of the table
    const likeAnother = connect ? 'not connected' : flow === 'switch at once' ? switched : undefined
    return { flow, outcome: expects[flow] ?? likeAnother ?? outcome }
  })
}

/** What the page is told. */
export interface ToldOf {
  readonly status: string
  readonly chain: string
  readonly address: string | undefined
  readonly network: string | null
}

/** Whether the page is told what is so in the wallet. */
export function truthOf(
  { networks }: Pick<Kind, 'networks'>,
  wallet: Pick<ZooWallet, 'chain' | 'account' | 'isOther'>,
  { status, chain, address = '', network }: ToldOf,
): string {
  const name = (id: string | null) => ['A', 'B'][networks.findIndex((one) => one.id === id)] ?? id
  if (status !== 'connected') return status
  if (network !== chain) return `account on ${name(chain)}, network ${name(network)}`
  const own = wallet.chain() ?? chain
  if (chain !== own) return `says ${name(chain)}, is on ${name(own)}`
  const shared = wallet.account(own as Caip2) // as: of one of them
  if (shared === undefined) return 'says connected, shares nothing'
  if (address.toLowerCase() !== shared.toLowerCase()) return 'says the old account'
  if (address !== shared) return `writes ${address}`
  return `on ${name(chain)}${wallet.isOther() ? ', other account' : ''}`
}
