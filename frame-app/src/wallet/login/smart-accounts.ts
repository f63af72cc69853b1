/** Where an account may be a smart account, and whether it already is one. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { type Caip2, isCaip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import type { IsDeployed } from './deployed.ts'

/** `smartAccount`: the account may use the code of a contract, where the project has smart accounts. */
export type PreferredType = 'eoa' | 'smartAccount'

export interface SmartAccountFacts {
  /** Chain ids. */
  networks(): number[]
  isOn(chainId: Caip2): boolean
  readonly isDeployed: IsDeployed
}

/** The service has checked the entries of the record. */
export function createSmartAccounts({ rpc, smartAccounts = {} }: ProjectRecord): SmartAccountFacts {
  const ids = Object.keys(smartAccounts).filter(isCaip2)
  let asking: Promise<IsDeployed> | undefined
  return {
    networks: () => ids.map((id) => Number(referenceOf(id))),
    isOn: (chainId) => ids.includes(chainId),
    async isDeployed(chainId, address) {
      asking ??= import('./deployed.ts').then(({ createDeployed }) => createDeployed((id) => rpc[id] ?? [], Date.now))
      return (await asking)(chainId, address)
    },
  }
}
