/** EIP-712 data from dapps: parsed, flattened to short lines for the user, and signed. */
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Hex, list, object, optional, type Parsed, record, text } from '../parse.ts'

const limits = { rows: 40, depth: 8, value: 300 }

const shape = object({
  types: (value) => {
    const members = list(object({ name: text, type: text }))
    return Object.fromEntries(Object.entries(record(value)).map(([name, one]) => [name, members(one)]))
  },
  primaryType: text,
  domain: object({
    name: optional(text),
    version: optional(text),
    chainId: optional(chainReference),
    verifyingContract: optional(text),
    salt: optional(text),
  }),
  message: record,
})
export type TypedData = Parsed<typeof shape>

export function parseTypedData(raw: string): TypedData {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch {
    throw new TypeError('expected typed data as JSON')
  }
  const data = shape(value)
  if (!Object.hasOwn(data.types, data.primaryType)) throw new TypeError('primaryType: is not among the types')
  return data
}

export function summarize({ domain, message, primaryType }: TypedData) {
  const rows: { name: string; value: string }[] = []
  const isComplete = flatten(message, '', rows, 0)
  return { primaryType, domain: domain.name, contract: domain.verifyingContract, rows, hidden: !isComplete }
}

/** Returns false if something was omitted; the window then refers to the full text. */
function flatten(value: unknown, name: string, rows: { name: string; value: string }[], depth: number): boolean {
  if (rows.length >= limits.rows || depth > limits.depth) return false
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, part]) =>
      flatten(part, name === '' ? key : `${name}.${key}`, rows, depth + 1),
    )
    return parts.every(Boolean)
  }
  const written = String(value)
  rows.push({ name, value: written.slice(0, limits.value) })
  return written.length <= limits.value
}

/** A number or text; both hex and decimal are in use. */
function chainReference(value: unknown): string {
  const written = typeof value === 'number' ? String(value) : text(value)
  if (/^(?:0x[0-9a-fA-F]{1,16}|\d{1,16})$/.test(written)) return written
  throw new TypeError('expected a chain id')
}

export function signTypedData(account: PrivateKeyAccount, { domain, ...data }: TypedData): Promise<Hex> {
  const { chainId, ...rest } = domain
  return account.signTypedData({
    ...data,
    domain: { ...defined(rest), ...(chainId === undefined ? {} : { chainId: BigInt(chainId) }) },
  })
}

function defined(fields: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
