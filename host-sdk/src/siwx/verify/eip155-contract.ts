/**
 * Asks a node whether a contract account accepts a signature: one `eth_call` of a creation, which changes nothing. The answer is one byte
 * from our own code, so that the account's contract cannot make us ask another address.
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { contracts } from '../../../contracts/SignatureValidator.json'
import { SiwxError } from '../error.ts'

const answersWithinMs = 10_000
const longestAnswer = 10_000

export interface ContractProof {
  readonly account: Uint8Array
  readonly hash: Uint8Array
  readonly signature: Uint8Array
  readonly rpcUrl: string
}

/** @throws SiwxError NODE_UNREACHABLE */
export async function isByContract({ account, hash, signature, rpcUrl }: ContractProof): Promise<boolean> {
  const code = hexToBytes(contracts.SignatureValidator.bytecode.slice(2))
  const call = concatBytes(code, argumentsOf(account, hash, signature))
  try {
    return (await askNode(rpcUrl, `0x${bytesToHex(call)}`)) === '0x01'
  } catch (cause) {
    throw new SiwxError('NODE_UNREACHABLE', { cause })
  }
}

/** `(address, bytes32, bytes)` in ABI words of 32 bytes. */
function argumentsOf(account: Uint8Array, hash: Uint8Array, signature: Uint8Array): Uint8Array {
  const word = (value: number) => hexToBytes(value.toString(16).padStart(64, '0'))
  const rest = new Uint8Array((32 - (signature.length % 32)) % 32)
  return concatBytes(new Uint8Array(12), account, hash, word(96), word(signature.length), signature, rest)
}

/** @returns the result of the call; `undefined` if it was reverted */
async function askNode(rpcUrl: string, data: string): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ data }, 'latest'] }),
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(answersWithinMs),
  })
  const answer: unknown = JSON.parse(await readBounded(response))
  if (typeof answer !== 'object' || answer === null) throw new Error('The node answered something else')
  const error: unknown = Reflect.get(answer, 'error')
  if (typeof error === 'object' && error !== null) {
    // A rate limit or another failure of the node does not show that the signature is invalid.
    if (isReverted(error)) return undefined
    throw new Error(`The node refused: ${String(Reflect.get(error, 'message'))}`)
  }
  if (!response.ok || !('result' in answer)) throw new Error(`The node answered with status ${response.status}`)
  return answer.result
}

async function readBounded({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true })
    if (text.length > longestAnswer) {
      await reader?.cancel()
      throw new Error('The answer of the node is too long')
    }
  }
  return text
}

/** Nodes report a revert with code 3, or in the message. */
const isReverted = (error: object): boolean =>
  Reflect.get(error, 'code') === 3 || /revert/i.test(String(Reflect.get(error, 'message')))
