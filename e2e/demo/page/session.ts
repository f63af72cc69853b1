/** The page's side of a smart session: a key that lives as long as the page, and pays through the contract that checks the limits. */
import { concatHex, encodeFunctionData, numberToHex, padHex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { DemoConfig } from '../config.ts'
import { type Address, address, hex, list, object, quantity } from '../parse.ts'
import { type Airlock, currentEvmNetwork } from './airlock.ts'
import { give } from './faucet.ts'
import { ask, transactionHash, waitForReceipt } from './provider.ts'

const redeeming = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)'])
/** One call, which reverts if it fails (ERC-7579). */
const single = padHex('0x00', { size: 32 })
const granted = list(object({ context: hex, delegationManager: address }))
const sessionSeconds = 3600
const gas = 500_000n

interface Wanted {
  readonly from: Address
  readonly recipients: readonly Address[]
  /** In wei, for all payments together. */
  readonly allowance: bigint
}

/** Asks the user. @returns what pays in the session, without asking again */
export async function startSession(airlock: Airlock, config: DemoConfig, { from, recipients, allowance }: Wanted) {
  const key = privateKeyToAccount(generatePrivateKey())
  const chainId = await ask(airlock, quantity, 'eth_chainId')
  const chain = currentEvmNetwork(airlock.getState()) ?? config.networks[0].caipNetworkId
  const [session] = await ask(airlock, granted, 'wallet_requestExecutionPermissions', [
    {
      chainId,
      from,
      to: key.address,
      permission: {
        type: 'native-token-transfer',
        isAdjustmentAllowed: false,
        data: { allowance: numberToHex(allowance), recipients },
      },
      rules: [{ type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1000) + sessionSeconds } }],
    },
  ])
  const [payee] = recipients
  if (!session || !payee) throw new Error('the wallet gave no session')
  const { context, delegationManager } = session
  // The key pays the fees of its transactions.
  const { hash } = await give({ asset: 'ETH', chain, address: key.address })
  if (hash) await waitForReceipt(airlock, hash)

  return {
    /** @returns the block @throws if the session does not allow it, or has ended */
    async pay(wei: bigint): Promise<bigint> {
      const call = concatHex([payee, padHex(numberToHex(wei), { size: 32 })])
      const data = encodeFunctionData({
        abi: redeeming,
        functionName: 'redeemDelegations',
        args: [[context], [single], [call]],
      })
      const [nonce, price] = await Promise.all([
        ask(airlock, quantity, 'eth_getTransactionCount', [key.address, 'pending']),
        ask(airlock, quantity, 'eth_gasPrice'),
      ])
      const signed = await key.signTransaction({
        type: 'eip1559',
        chainId: Number(chainId),
        nonce: Number(nonce),
        to: delegationManager,
        data,
        gas,
        maxFeePerGas: 2n * BigInt(price),
        maxPriorityFeePerGas: 0n,
      })
      const { isSuccess, block } = await waitForReceipt(
        airlock,
        await ask(airlock, transactionHash, 'eth_sendRawTransaction', [signed]),
      )
      if (!isSuccess) throw new Error('the session does not allow this payment, or it has ended')
      return block
    },
  }
}
