/** JSON-RPC over HTTP to one local chain. Answers are parsed; the node's own error codes are kept. */
import { anything, object, optional, quantity, readWith, text } from '../../parse.ts'
import { ProviderRpcError, rpcError } from '../errors.ts'

export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

const timeoutMs = 10_000
const answerFields = object({ result: anything, error: anything })
const nodeError = object({ code: integer, message: text, data: optional(anything) })

export function createRpc(rpcUrl: string): Rpc {
  return async (method, params) => {
    const { result, error } = await post(rpcUrl, { jsonrpc: '2.0', id: 1, method, params })
    const refusal = readWith(nodeError, error)
    if (refusal) throw new ProviderRpcError(refusal)
    if (error !== undefined && error !== null) throw rpcError('internal')
    return result
  }
}

export async function readChainId(rpc: Rpc): Promise<number> {
  return Number(quantity(await rpc('eth_chainId', [])))
}

/** Requests test money from a local chain. Fails silently: a chain that is down is reported when it is used. */
export async function fundEmptyAccount(rpc: Rpc, account: string): Promise<void> {
  const gift = 10n ** 19n
  try {
    const balance = BigInt(quantity(await rpc('eth_getBalance', [account, 'latest'])))
    if (balance === 0n) await rpc('anvil_setBalance', [account, `0x${gift.toString(16)}`])
  } catch {
    // See above.
  }
}

async function post(url: string, body: unknown) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return answerFields(await response.json())
  } catch {
    throw rpcError('chainUnreachable')
  }
}

function integer(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new TypeError('expected a whole number')
}
