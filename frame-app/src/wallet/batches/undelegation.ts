/** The way back: the account stops using the code of a contract (EIP-7702). Asked for by the user in the wallet, never by a page. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Address, type Client, type Hex, numberToHex } from 'viem'
import { estimateGas, getCode } from 'viem/actions'
import { evmChainId } from '../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../shared/chains/eip155/checksum.ts'
import { toRaw } from '../approval/eip155/filled.ts'
import { complete, feesOf, withReserve } from '../approval/eip155/transaction.ts'
import type { Call, Prepared } from '../approval/prepared.ts'
import { address, network, toIntent } from '../decode/intent.ts'
import { delegationTo } from '../signing/implementations.ts'
import { authorizationGas } from './fill.ts'

/** The code of an account that delegates: this, and the contract. */
const prefix = delegationTo('0x')

/** The contract whose code the account uses. @throws {AirlockError} NETWORK */
export async function readDelegate(client: Client, account: Address): Promise<Hex | undefined> {
  const code = await getCode(client, { address: account })
  return code?.toLowerCase().startsWith(prefix) ? `0x${code.slice(prefix.length)}` : undefined
}

export async function prepareUndelegation(
  call: Call,
  { account, client, nextNonce }: { account: string; client: Client; nextNonce: () => Promise<number> },
): Promise<Prepared> {
  const signer = checksum(account)
  const chainId = evmChainId(call.scope)
  const delegate = await readDelegate(client, signer)
  if (delegate === undefined) throw new AirlockError('NOT_AVAILABLE')
  const { nonce, gas, fees, fee, warnings } = await complete(client, {
    from: signer,
    chainId,
    nonce: nextNonce,
    gas: async () => withReserve((await estimateGas(client, { account: signer, to: signer })) + authorizationGas),
    fees: () => feesOf({}, client),
  })
  const request = {
    kind: 'evmUndelegation',
    signer,
    chainId,
    nonce,
    gas: numberToHex(gas),
    maxFeePerGas: numberToHex(fees.most),
    maxPriorityFeePerGas: numberToHex(fees.priority),
  } as const
  const facts = [address('contract', delegate), network(call.scope)]
  const intent = toIntent({ kind: 'undelegate', facts }, { warnings: ['undelegates', ...warnings] })
  return { call, request, fee, intent, raw: toRaw(request), tokens: new Map() }
}
