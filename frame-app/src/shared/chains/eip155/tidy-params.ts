/**
 * Params as pages write them, in the form that execution-apis demands: ethers 5 puts zeros in front of a number, other libraries send
 * `null` for what they leave out. Browser wallets take these forms, so a page that works with one of them works with every wallet here.
 * The amount, the data and the recipient never change; what is not one of these forms stays as it is and is refused.
 */
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import type { Json } from '@airlock/protocol/json.ts'

type Fields = { readonly [name: string]: Json }

const quantities: ReadonlySet<string> = new Set(
  'value gas gasLimit gasPrice maxFeePerGas maxPriorityFeePerGas nonce type chainId fromBlock toBlock blockNumber yParity'.split(
    ' ',
  ),
)
/** Fields in which the empty text means no bytes. */
const bytes: ReadonlySet<string> = new Set(['data', 'input'])

/** @returns the params themselves for a method that has no such fields */
export function tidyParams(
  { numbers = [], fields }: Pick<RpcMethod, 'numbers' | 'fields'>,
  params: Json | undefined,
): Json | undefined {
  if (!Array.isArray(params) || (numbers.length === 0 && !fields)) return params
  return params.map((param, index) => {
    if (numbers.includes(index)) return isFields(param) ? tidyFields(param, false) : tidyBlock(param)
    return index === 0 && fields && isFields(param) ? tidyFields(param, fields === 'transaction') : param
  })
}

const isFields = (value: Json): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

function tidyFields(fields: Fields, dropsNull: boolean): Json {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, Json][] => {
      if (name === 'calls' && Array.isArray(value))
        return [[name, value.map((call) => (isFields(call) ? tidyFields(call, dropsNull) : call))]]
      if (dropsNull && value === null) return []
      if (quantities.has(name)) return [[name, tidyQuantity(value)]]
      return [[name, bytes.has(name) && value === '' ? '0x' : value]]
    }),
  )
}

/** Nodes also take the hash of a block, which may begin with zeros. */
const hashLength = 66
const tidyBlock = (value: Json): Json =>
  typeof value === 'string' && value.length === hashLength ? value : tidyQuantity(value)

/** A number in hex, with or without zeros in front, or none at all. */
const hex = /^0x0*([0-9a-f]*)$/i

function tidyQuantity(value: Json): Json {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? `0x${value.toString(16)}` : value
  const digits = typeof value === 'string' ? hex.exec(value)?.[1] : undefined
  return digits === undefined ? value : `0x${digits || '0'}`
}
