/** `personal_sign` and `eth_signTypedData_v4`: what is shown, and what is signed after approval. */
import { type Address, address, type Hex, hex, object, readWith, text } from '../../parse.ts'
import { rpcError } from '../errors.ts'
import { parseTypedData, summarize } from '../typed-data.ts'
import { assertConnected, type Context, type Plan } from './plan.ts'

export function planPersonalSign(params: readonly unknown[], { state, worker }: Context): Plan {
  const { account, message } = readSignParams(params)
  assertConnected(state, account)
  return {
    kind: 'ask',
    ask: () => Promise.resolve({ kind: 'message', account, message }),
    run: () => worker.call('signMessage', { address: account, message }),
  }
}

export function planSignTypedData(params: readonly unknown[], { state, worker }: Context): Plan {
  const { account, raw, data } = readTypedDataParams(params, state.chainId)
  assertConnected(state, account)
  return {
    kind: 'ask',
    ask: () => Promise.resolve({ kind: 'typedData', account, raw, ...summarize(data) }),
    run: () => worker.call('signTypedData', { address: account, typedData: raw }),
  }
}

export function readTypedDataParams([first, second]: readonly unknown[], chainId: number) {
  const account = address(first)
  // Most libraries pass JSON text, some pass the object itself.
  const raw = typeof second === 'string' ? text(second) : text(JSON.stringify(second))
  const data = parseTypedData(raw)
  if (data.domain.chainId !== undefined && BigInt(data.domain.chainId) !== BigInt(chainId))
    throw rpcError('badParams', 'The data is for another chain than the selected one.')
  return { account, raw, data }
}

/** The standard order is message, address; many dapps swap them, and some send the text without hex encoding. */
export function readSignParams([first, second]: readonly unknown[]): { account: Address; message: Hex } {
  const read = object({ account: address, message: toBytes })
  if (readWith(address, second) === undefined) return read({ account: first, message: second })
  return read({ account: second, message: first })
}

function toBytes(value: unknown): Hex {
  const bytes = readWith(hex, value)
  if (bytes !== undefined) return bytes
  const encoded = new TextEncoder().encode(text(value))
  return `0x${Array.from(encoded, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
