/**
 * Reads EIP-712 typed data strictly and converts it to the canonical form that is shown and signed (`signing/request.ts`). Guarantees:
 * the canonical form has the same digest, it contains nothing that is not signed, and ambiguous data is refused: numbers rounded by JSON,
 * aliases of types, missing or duplicate fields, bytes of the wrong length. Pure.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { walk } from '@airlock/protocol/walk.ts'
import * as z from 'zod/mini'
import { TypedData } from '../../signing/request.ts'
import { checkedAddress } from './transaction.ts'

const limits = { depth: 24, nodes: 20_000, size: 512 * 1024 }

/** With further fields, which are left out. */
const Given = z.object(TypedData.shape)
type Given = z.infer<typeof Given>
type Types = Given['types']

/** Without `$`, although Solidity allows it: libraries cut a type name there and leave the type out of the digest. */
const identifier = /^[A-Za-z_]\w*$/
const atomic =
  /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))$/
/** Names that look like Solidity types although EIP-712 does not define them; libraries refuse names that begin with a type. */
const reserved = /^(?:u?int.*|bytes.*|address|bool|string|byte|u?fixed.*|function|mapping|tuple|enum|struct)$/

/** In the order of EIP-712. */
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** Version 3 has no arrays and no recursive structs. Data without them has the same digest in both versions. */
export type TypedDataVersion = 'v3' | 'v4'

/** @throws AirlockError BAD_SHAPE with the path of the invalid part, never its value. */
export function readTypedData(given: unknown, version: TypedDataVersion = 'v4'): TypedData {
  const { types: named, primaryType, domain, message } = readShape(given)
  if (primaryType === 'EIP712Domain') refuse('primaryType')
  const types = Object.hasOwn(named, 'EIP712Domain') ? named : { ...named, EIP712Domain: domainTypeOf(domain) }
  checkDomain(types['EIP712Domain'])
  const needed: Types = {}
  collect('EIP712Domain', types, needed)
  collect(primaryType, types, needed)
  if (version === 'v3') checkThird(primaryType, needed)
  return {
    types: needed,
    primaryType,
    domain: readStruct('EIP712Domain', domain, needed, 'domain'),
    message: readStruct(primaryType, message, needed, 'message'),
  }
}

function readShape(given: unknown): Given {
  const value = typeof given === 'string' ? readJson(given) : given
  if (walk(value, limits) !== 'ok') refuse('typed data')
  const parsed = z.safeParse(Given, value)
  return parsed.success ? parsed.data : refuse(String(parsed.error.issues[0]?.path[0] ?? 'typed data'))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('typed data')
  }
}

function checkDomain(fields: Types[string] = []): void {
  for (const { name, type } of fields)
    if (!domainFields.some((field) => field.name === name && field.type === type)) refuse(`EIP712Domain.${name}`)
}

/**
 * The domain type that libraries add if it is missing: the fields of the domain, in the order of EIP-712. Fields that libraries treat
 * differently are refused: empty values, unknown names, a chain id that is not a number.
 */
function domainTypeOf(domain: Given['domain']): Types[string] {
  for (const [name, value] of Object.entries(domain)) {
    const isKnown = domainFields.some((field) => field.name === name)
    const isNumber = typeof value === 'number'
    const isText = typeof value === 'string' && (value !== '' || name === 'name')
    if (!isKnown || !(name === 'chainId' ? isNumber : isText)) refuse(`domain.${name}`)
  }
  return domainFields.filter(({ name }) => Object.hasOwn(domain, name)).map((field) => ({ ...field }))
}

/** Collects a struct type and the types that it uses, and checks each of them once. */
function collect(name: string, all: Types, needed: Types): void {
  if (Object.hasOwn(needed, name)) return
  const fields = Object.hasOwn(all, name) ? all[name] : undefined
  if (!fields || !identifier.test(name) || reserved.test(name)) return refuse(`types.${name.slice(0, 64)}`)
  const names = new Set(fields.map((field) => field.name))
  if (names.size !== fields.length) refuse(`types.${name}`)
  needed[name] = fields.map((field) => ({ name: field.name, type: field.type }))
  for (const field of fields) {
    if (!identifier.test(field.name) || field.name === '__proto__') refuse(`types.${name}`)
    const base = field.type.replace(/(?:\[\d{0,4}\])+$/, '')
    if (!atomic.test(base)) collect(base, all, needed)
  }
}

/**
 * Libraries disagree about the digest of features that version 3 lacks, so data with such features is not signed as version 3. Visits each
 * struct once.
 */
function checkThird(name: string, types: Types, within: readonly string[] = [], seen = new Set<string>()): void {
  const onlyFourth = 'which needs eth_signTypedData_v4'
  if (within.includes(name)) refuse(`types.${name}`, `holds itself, ${onlyFourth}`)
  if (seen.has(name)) return
  seen.add(name)
  for (const field of types[name] ?? []) {
    if (field.type.endsWith(']')) refuse(`types.${name}.${field.name}`, `is a list, ${onlyFourth}`)
    if (Object.hasOwn(types, field.type)) checkThird(field.type, types, [...within, name], seen)
  }
}

function readStruct(name: string, given: Json | undefined, types: Types, path: string): Record<string, Json> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse(path)
  const fields = types[name] ?? refuse(path)
  return Object.fromEntries(
    fields.map((field) => {
      const inner = `${path}.${field.name}`
      const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined
      return [field.name, readValue(field.type, value, types, inner)]
    }),
  )
}

function readValue(type: string, given: Json | undefined, types: Types, path: string): Json {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const [, inner = '', length] = array
    if (!Array.isArray(given) || (length !== '' && given.length !== Number(length))) return refuse(path)
    return given.map((value, index) => readValue(inner, value, types, `${path}[${index}]`))
  }
  if (Object.hasOwn(types, type)) return readStruct(type, given, types, path)
  const value = readAtom(type, given)
  if (value === undefined)
    return refuse(path, type === 'address' ? 'is not an address with a right checksum' : undefined)
  return value
}

function readAtom(type: string, given: Json | undefined): Json | undefined {
  if (type === 'bool') return typeof given === 'boolean' ? given : undefined
  if (type === 'string') return typeof given === 'string' && !/\p{Cs}/u.test(given) ? given : undefined
  if (type === 'address')
    return typeof given === 'string' && /^0x[0-9a-fA-F]{40}$/.test(given) ? checkedAddress(given) : undefined
  if (type.startsWith('bytes')) {
    const length = type === 'bytes' ? '*' : `{${Number(type.slice(5)) * 2}}`
    const form = new RegExp(`^0x${length === '*' ? '(?:[0-9a-fA-F]{2})*' : `[0-9a-fA-F]${length}`}$`)
    return typeof given === 'string' && form.test(given) ? given.toLowerCase() : undefined
  }
  const value = readInteger(given)
  if (value === undefined) return undefined
  const bits = BigInt(type.replace(/\D/g, ''))
  const [least, most] = type.startsWith('u') ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]
  return value < least || value > most ? undefined : value.toString()
}

/** A number that JSON represents exactly, or text: decimal, or hex if it is not negative. */
function readInteger(given: Json | undefined): bigint | undefined {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : undefined
  if (typeof given !== 'string') return undefined
  return /^(?:-?(?:0|[1-9]\d{0,77})|0x[0-9a-fA-F]{1,64})$/.test(given) ? BigInt(given) : undefined
}

function refuse(path: string, reason = 'is not what its type says'): never {
  throw new AirlockError('BAD_SHAPE', { message: `Typed data: ${path.slice(0, 200)} ${reason}` })
}
