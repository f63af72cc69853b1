/** Code of contracts: ours, which `scripts/contracts.ts` compiles, and published ones. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  createPublicClient,
  type Hex,
  http,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import * as z from 'zod'
import { callRpc } from './rpc.ts'

type Transaction = {
  readonly from: Hex
  readonly to?: Hex
  readonly data: Hex
  readonly value?: Hex
  readonly gas?: Hex
}

/** Sends from an account that the node has unlocked. @throws {Error} when the transaction fails */
export async function transact(nodeUrl: string, transaction: Transaction): Promise<TransactionReceipt> {
  const sent = await callRpc(nodeUrl, 'eth_sendTransaction', [{ gas: '0x1000000', ...transaction }])
  const client = createPublicClient({ transport: http(nodeUrl) })
  const receipt = await receiptOf(client, z.templateLiteral(['0x', z.string()]).parse(sent))
  if (receipt.status !== 'success') throw new Error('The transaction failed')
  return receipt
}

/**
 * Asks until there is one. viem's own wait asks once per block and can miss the block of the transaction; here no other block follows.
 */
async function receiptOf(client: PublicClient, hash: Hex): Promise<TransactionReceipt> {
  for (;;)
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      await setTimeout(10)
    }
}

/** @returns the address of the new contract */
export async function deploy(nodeUrl: string, from: Hex, data: Hex, value: Hex = '0x0'): Promise<Hex> {
  const { contractAddress } = await transact(nodeUrl, { from, data, value })
  if (!contractAddress) throw new Error('The transaction made no contract')
  return contractAddress
}

const root = resolve(import.meta.dirname, '../..')
const Code = z.string().transform((code): Hex => `0x${code.replace(/^0x/, '')}`)
const Compiled = z.object({ contracts: z.record(z.string(), z.object({ bytecode: Code })) })
const Published = z.object({ bytecode: Code })
const require = createRequire(import.meta.url)

/** @param source such as `e2e/world/contracts/ContractWallet.sol` */
export function compiledCode(source: string, name: string): Hex {
  const { contracts } = Compiled.parse(
    JSON.parse(readFileSync(resolve(root, source.replace(/\.sol$/, '.json')), 'utf8')),
  )
  const code = contracts[name]?.bytecode
  if (!code) throw new Error(`${source} has no ${name}: npm run contracts`)
  return code
}

/** @param artefact path in a package, as Truffle writes it */
export const publishedCode = (artefact: string): Hex => Published.parse(require(artefact)).bytecode
