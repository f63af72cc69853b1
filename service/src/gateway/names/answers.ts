/** The registry's answers to a resolver query about a name (ENSIP-10), encoded as its contract would return them. */
import {
  decodeFunctionData,
  encodeAbiParameters,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  namehash,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { Names, RegisteredName } from '../../store/contract/names.ts'
import { nameRefusals } from './refusals.ts'

const resolveAbi = parseAbi(['function resolve(bytes name, bytes data)'])
const recordAbi = parseAbi([
  'function addr(bytes32 node)',
  'function addr(bytes32 node, uint256 coinType)',
  'function text(bytes32 node, string key)',
  'function name(bytes32 node)',
])

/** Text records that ENS clients ask for (ENSIP-5, ENSIP-18), by our attributes. */
const texts: Readonly<Record<string, string>> = { description: 'bio', bio: 'bio' }

const nothing: Hex = '0x'
/** Maximum number of labels in a DNS-encoded name. */
const maxLabels = 16

/**
 * Unregistered names and absent records give empty answers, not failures.
 * @param question the `resolve` call
 * @throws {GatewayRefusal} 400 if it is not a question, or is about a name of another zone
 */
export async function answerQuestion(names: Names, zone: string, question: Hex): Promise<Hex> {
  const { name, record } = readQuestion(question)
  if (name !== zone && !name.endsWith(`.${zone}`)) throw nameRefusals.badZone(name)
  if (!record) return nothing
  const [node] = record.args
  if (node !== namehash(name)) throw nameRefusals.badQuestion()
  return encode(record, await names.find(name))
}

type Question = ReturnType<typeof readQuestion>

function readQuestion(question: Hex) {
  try {
    const { args } = decodeFunctionData({ abi: resolveAbi, data: question })
    const [dnsName, data] = args
    return { name: readDnsName(dnsName), record: readRecord(data) }
  } catch {
    throw nameRefusals.badQuestion()
  }
}

/** `undefined`: a kind of record that the registry does not have. */
function readRecord(data: Hex) {
  try {
    return decodeFunctionData({ abi: recordAbi, data })
  } catch {
    return undefined
  }
}

/** @throws {RangeError} if it is too short or too long, or has an invalid ENS label */
function readDnsName(encoded: Hex): string {
  const bytes = hexToBytes(encoded)
  const labels: string[] = []
  let at = 0
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    const label = Buffer.from(bytes.subarray(at + 1, at + 1 + length)).toString('latin1')
    if (label.length !== length || !/^[a-z0-9_-]+$/.test(label)) throw new RangeError('This is no name')
    labels.push(label)
    at += 1 + length
  }
  if (at !== bytes.length - 1 || labels.length > maxLabels) throw new RangeError('This is no name')
  return labels.join('.')
}

function encode(record: NonNullable<Question['record']>, found: RegisteredName | undefined): Hex {
  switch (record.functionName) {
    case 'name':
      return text(found?.name)
    case 'text': {
      const [, key] = record.args
      const attribute = Object.hasOwn(texts, key) ? texts[key] : undefined
      return text(attribute === undefined ? undefined : found?.attributes[attribute])
    }
    case 'addr': {
      const [, coinType] = record.args
      const address = addressOf(found, coinType ?? 60n)
      if (coinType === undefined) return encodeAbiParameters([{ type: 'address' }], [address ?? zeroAddress])
      return encodeAbiParameters([{ type: 'bytes' }], [address ?? nothing])
    }
  }
}

const text = (value = ''): Hex => encodeAbiParameters([{ type: 'string' }], [value])

function addressOf(found: RegisteredName | undefined, coinType: bigint): Hex | undefined {
  const address = found?.addresses.find((one) => BigInt(one.coinType) === coinType)?.address
  return address !== undefined && isAddress(address) ? getAddress(address) : undefined
}
