/**
 * The delegation framework 1.3.0, which carries out smart sessions, at its real addresses. Its packages hold code that was compiled anew:
 * the same sources, other metadata, so that the deterministic deployer would put it at other addresses. It is put in place instead, and its
 * constructors run there, because their results name the address and the network.
 */
import {
  AllowedMethodsEnforcer,
  AllowedTargetsEnforcer,
  DelegationManager,
  EIP7702StatelessDeleGator,
  ERC20TransferAmountEnforcer,
  ExactCalldataEnforcer,
  NativeTokenTransferAmountEnforcer,
  TimestampEnforcer,
} from '@metamask/delegation-abis/bytecode'
import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import { concatHex, encodeAbiParameters, type Hex, isHex, pad } from 'viem'
import * as z from 'zod'
import { transact } from './contracts.ts'
import { callRpc } from './rpc.ts'

const Address = z.templateLiteral(['0x', z.string()])
export const framework = z
  .object({
    DelegationManager: Address,
    EntryPoint: Address,
    EIP7702StatelessDeleGatorImpl: Address,
    AllowedMethodsEnforcer: Address,
    AllowedTargetsEnforcer: Address,
    ERC20TransferAmountEnforcer: Address,
    ExactCalldataEnforcer: Address,
    NativeTokenTransferAmountEnforcer: Address,
    TimestampEnforcer: Address,
  })
  .parse(DELEGATOR_CONTRACTS['1.3.0']?.[1])

/** Nobody's: on real networks its owner can pause the manager. */
const founder = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const words = (...all: Hex[]): Hex =>
  encodeAbiParameters(
    all.map(() => ({ type: 'bytes32' })),
    all.map((one) => pad(one)),
  )

const parts: readonly (readonly [keyof typeof framework, string, Hex])[] = [
  ['DelegationManager', DelegationManager, words(founder)],
  [
    'EIP7702StatelessDeleGatorImpl',
    EIP7702StatelessDeleGator,
    words(framework.DelegationManager, framework.EntryPoint),
  ],
  ['AllowedMethodsEnforcer', AllowedMethodsEnforcer, '0x'],
  ['AllowedTargetsEnforcer', AllowedTargetsEnforcer, '0x'],
  ['ERC20TransferAmountEnforcer', ERC20TransferAmountEnforcer, '0x'],
  ['ExactCalldataEnforcer', ExactCalldataEnforcer, '0x'],
  ['NativeTokenTransferAmountEnforcer', NativeTokenTransferAmountEnforcer, '0x'],
  ['TimestampEnforcer', TimestampEnforcer, '0x'],
]

/** Does nothing if it is there already. */
export async function deployDelegationFramework(nodeUrl: string): Promise<void> {
  for (const [name, code, settings] of parts) {
    const address = framework[name]
    if ((await callRpc(nodeUrl, 'eth_getCode', [address, 'latest'])) !== '0x') continue
    if (!isHex(code)) throw new Error(`${name} is not hex`)
    await callRpc(nodeUrl, 'anvil_setCode', [address, concatHex([code, settings])])
    const made = await callRpc(nodeUrl, 'eth_call', [{ from: founder, to: address }, 'latest'])
    // For what the constructor stores.
    await transact(nodeUrl, { from: founder, to: address, data: '0x' })
    await callRpc(nodeUrl, 'anvil_setCode', [address, made])
  }
}
