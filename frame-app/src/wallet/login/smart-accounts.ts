/** Where an account may be a smart account, whether it already is one, and what the user has chosen. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, isCaip2, type Namespace, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import type { IsDeployed } from './deployed.ts'
import type { LoginStore } from './store.ts'

/** `smartAccount`: the account may use the code of a contract, where the project has smart accounts. */
export type PreferredType = 'eoa' | 'smartAccount'

export type SmartAccountFacts = ReturnType<typeof createSmartAccounts>

/** The service has checked the entries of the record. */
export function createSmartAccounts({ rpc, smartAccounts = {} }: ProjectRecord) {
  const ids = Object.keys(smartAccounts).filter(isCaip2)
  let asking: Promise<IsDeployed> | undefined
  return {
    /** Chain ids. */
    networks: () => ids.map((id) => Number(referenceOf(id))),
    isOn: (chainId: Caip2) => ids.includes(chainId),
    async isDeployed(chainId: Caip2, address: string): ReturnType<IsDeployed> {
      asking ??= import('../requests/on-chain.ts').then(({ createDeployed }) =>
        createDeployed((id) => rpc[id] ?? [], Date.now),
      )
      return (await asking)(chainId, address)
    },
  }
}

type User = WalletEnd['app']['handles']['GET_USER']['response']

/** The network and the type of account that the user has chosen. */
export function createChoices({
  store,
  firstChain,
  hasNodes,
  smartAccounts,
}: {
  readonly store: Pick<LoginStore, 'read' | 'write'>
  readonly firstChain: Caip2
  readonly hasNodes: (chainId: Caip2) => boolean
  readonly smartAccounts: SmartAccountFacts
}) {
  /** Storage may hold a network of an unsupported namespace: an earlier version kept any. */
  const currentChain = (): Caip2 => {
    const kept = store.read('lastUsedChain')
    return kept !== undefined && isServed(namespaceOf(kept)) ? kept : firstChain
  }

  /** The address is the same for both types: the smart account is the same account with the code of a contract (EIP-7702). */
  const typesOn = async (
    chainId: Caip2,
    address: string,
    wanted: PreferredType = 'smartAccount',
  ): Promise<Pick<User, 'accounts' | 'preferredAccountType' | 'smartAccountDeployed'>> => {
    const isOn = smartAccounts.isOn(chainId)
    const types: readonly PreferredType[] = isOn ? ['eoa', 'smartAccount'] : ['eoa']
    return {
      accounts: types.map((type) => ({ address, type })),
      preferredAccountType: isOn ? (store.read('preferredAccountType') ?? wanted) : 'eoa',
      smartAccountDeployed: isOn && (await smartAccounts.isDeployed(chainId, address).catch(() => undefined)),
    }
  }

  return {
    typesOn,
    chain: currentChain,
    switchTo(chainId: Caip2): void {
      servedNamespace(chainId)
      if (!hasNodes(chainId)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      store.write('lastUsedChain', chainId)
    },
    smartAccountNetworks(): number[] {
      const networks = smartAccounts.networks()
      store.write('smartAccountEnabledNetworks', networks)
      return networks
    },
    preferredType: (): PreferredType => store.read('preferredAccountType') ?? 'smartAccount',
  }
}

const isServed = (namespace: Namespace): namespace is keyof Addresses =>
  namespace === 'eip155' || namespace === 'solana'

export function servedNamespace(chainId: Caip2): keyof Addresses {
  const namespace = namespaceOf(chainId)
  if (!isServed(namespace)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  return namespace
}
