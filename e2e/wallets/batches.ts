/** Several calls as one transaction (EIP-5792), by an account whose key delegates to a contract (EIP-7702). */
import { randomBytes } from 'node:crypto'
import { type Hex, isHex, numberToHex, toHex } from 'viem'
import * as z from 'zod'
import { compiledCode, deploy } from '../world/contracts.ts'
import { callRpc } from '../world/rpc.ts'
import type { Signer } from './account.ts'
import { parse, WalletError } from './wallet.ts'

const Bytes = z.custom<Hex>((value) => isHex(value, { strict: true }))
const Batch = z.tuple([
  z.object({
    version: z.string(),
    chainId: Bytes,
    from: Bytes.optional(),
    atomicRequired: z.boolean(),
    calls: z
      .array(z.object({ to: Bytes, data: Bytes.optional(), value: Bytes.optional() }))
      .min(1)
      .readonly(),
  }),
])
const Receipt = z.object({
  status: Bytes,
  transactionHash: Bytes,
  blockHash: Bytes,
  blockNumber: Bytes,
  gasUsed: Bytes,
})

interface Chain {
  readonly chainId: number
  readonly nodeUrl: string
}

/** The first account of the local nodes pays for the contract. */
const founder = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export function createBatches(signer: Signer) {
  const sent = new Map<string, { hash: Hex; chain: Chain }>()
  return {
    capabilities: (chainIds: readonly number[]) =>
      Object.fromEntries(chainIds.map((id) => [numberToHex(id), { atomic: { status: 'ready' } }])),
    async send(params: unknown, chain: Chain): Promise<{ id: string }> {
      const [{ chainId, calls, from }] = parse(Batch, params)
      if (Number(chainId) !== chain.chainId) throw new WalletError(5710, 'The wallet is on another network.')
      const code = compiledCode('e2e/world/contracts/BatchAccount.sol', 'BatchAccount')
      const contract = await deploy(chain.nodeUrl, founder, code)
      const hash = await signer.sendBatch(
        calls.map(({ to, data = '0x', value = '0x0' }) => ({ to, data, value: BigInt(value) })),
        { from, contract, chain },
      )
      const id = toHex(randomBytes(32))
      sent.set(id, { hash, chain })
      return { id }
    },
    async status(params: unknown) {
      const [id] = parse(z.tuple([z.string()]), params)
      const batch = sent.get(id)
      if (!batch) throw new WalletError(5730, 'No calls have this id.')
      const answer = await callRpc(batch.chain.nodeUrl, 'eth_getTransactionReceipt', [batch.hash])
      const head = { version: '2.0.0', id, chainId: numberToHex(batch.chain.chainId), atomic: true }
      if (answer === null) return { ...head, status: 100 }
      const receipt = parse(Receipt, answer)
      return { ...head, status: receipt.status === '0x1' ? 200 : 500, receipts: [{ ...receipt, logs: [] }] }
    },
  }
}
