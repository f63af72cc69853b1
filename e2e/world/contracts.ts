/** Code of contracts: ours, which `scripts/contracts.ts` compiles, published ones, and one that a test makes up. */
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  createPublicClient,
  encodeErrorResult,
  type Hex,
  http,
  numberToHex,
  type PublicClient,
  parseAbi,
  size,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import * as z from 'zod'
import { artefactOf } from '../../scripts/contracts.ts'
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
const Constants = z.object({ multicall3Bytecode: z.templateLiteral(['0x', z.string()]) })
const require = createRequire(import.meta.url)

/** @param source such as `e2e/world/contracts/ContractWallet.sol` */
export function compiledCode(source: string, name: string): Hex {
  const { contracts } = Compiled.parse(artefactOf(resolve(root, source)))
  const code = contracts[name]?.bytecode
  if (!code) throw new Error(`${source} has no ${name}: npm run contracts`)
  return code
}

/** @param artefact path in a package, as Truffle writes it */
export const publishedCode = (artefact: string): Hex => Published.parse(require(artefact)).bytecode

/** Multicall3, for local chains. viem carries its code for chains without it, but does not export it by name. */
export async function multicall3Code(): Promise<Hex> {
  const folder = dirname(require.resolve('viem/package.json'))
  const constants: unknown = await import(pathToFileURL(join(folder, '_esm/constants/contracts.js')).href)
  return Constants.parse(constants).multicall3Bytecode
}

const lookup = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])

/**
 * A contract that names an address outside the chain to whoever asks it, as if the answer were there (EIP-3668).
 * @param sender the account that the question must be about @returns the code that deploys it
 */
export function lureCode(sender: Hex, url: string): Hex {
  const data = encodeErrorResult({ abi: lookup, args: [sender, [url], '0x1234', '0x1626ba7e', '0x'] })
  const lengthOf = (code: Hex) => numberToHex(size(code), { size: 2 }).slice(2)
  // Copies what follows itself to the memory, and reverts with it; the first part returns it.
  const runtime: Hex = `0x61${lengthOf(data)}600e60003961${lengthOf(data)}6000fd${data.slice(2)}`
  return `0x61${lengthOf(runtime)}600e60003961${lengthOf(runtime)}6000f3${runtime.slice(2)}`
}
