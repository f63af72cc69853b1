/**
 * The only contracts to which an account can delegate (EIP-7702). The code of an account has full control of it, so the list is part of the
 * wallet: neither a page nor a project record can add to it.
 */
import type { SmartAccountNetwork } from '@airlock/protocol/contracts/smart-accounts.ts'
import type { EvmBatch } from './request.ts'

export interface Implementation {
  readonly id: SmartAccountNetwork['implementation']
  readonly name: string
  /** The contract, at the same address on every network. */
  readonly delegate: `0x${string}`
  /** keccak256 of its code. `null`: the code contains the network, so it has no single hash; only the existence of code can be checked. */
  readonly codeHash: `0x${string}` | null
  /** The contract that carries out its user operations (ERC-4337). */
  readonly entryPoint: `0x${string}`
  /** The form of its calls (`batch.ts`). */
  readonly batches: EvmBatch['form']
  /** The name of the EIP-712 domain in which it checks its user operations; `null`: it checks the EntryPoint's hash. */
  readonly signsAs: string | null
  readonly entryPointVersion: '0.7' | '0.8'
}

export const implementations: Readonly<Record<SmartAccountNetwork['implementation'], Implementation>> = {
  'simple7702-0.8': {
    id: 'simple7702-0.8',
    name: 'Simple7702Account',
    delegate: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
    codeHash: '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3',
    entryPoint: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    batches: 'executeBatch',
    signsAs: null,
    entryPointVersion: '0.8',
  },
  'delegator-1.3': {
    id: 'delegator-1.3',
    name: 'EIP7702StatelessDeleGator',
    delegate: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
    codeHash: null,
    entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    batches: 'execute',
    signsAs: 'EIP7702StatelessDeleGator',
    entryPointVersion: '0.7',
  },
}

const all = Object.values(implementations)

export const isDelegate = (address: string): boolean =>
  all.some(({ delegate }) => delegate.toLowerCase() === address.toLowerCase())

/** The code of an account that delegates (EIP-7702). */
export const delegationTo = (delegate: string): `0x${string}` => `0xef0100${delegate.slice(2).toLowerCase()}`

/** A signature of its typed data is a user operation, with which anyone can make the account do what the operation contains. */
export const isEntryPoint = (address: string): boolean =>
  all.some(({ entryPoint }) => entryPoint.toLowerCase() === address.toLowerCase())
