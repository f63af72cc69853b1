/**
 * A contract for local chains that answers as configured and writes any requested log, so that tests and the demo can simulate every kind
 * of token. It stores nothing.
 */
import {
  concatHex,
  encodeAbiParameters,
  type Hex,
  hexToBytes,
  numberToHex,
  pad,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { assemble, deploying, type Part } from './assembler.ts'

export type Said = {
  /** A number: this many zero bytes. */
  readonly name?: string | number
  readonly symbol?: string
  readonly decimals?: bigint
}

/** Offset of the answers in the code; the code before them is shorter. */
const answersAt = 1024

/** Input: a query, or the number of topics, four words of topics, and the data. */
function runtimeOf({ name, symbol, decimals }: Said): readonly number[] {
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
  const answers: readonly (readonly [question: string, answer: Hex | undefined])[] = [
    ['name()', typeof name === 'string' ? text(name) : undefined],
    ['symbol()', symbol === undefined ? undefined : text(symbol)],
    ['decimals()', decimals === undefined ? undefined : numberToHex(decimals, { size: 32 })],
  ]
  const data = concatHex(answers.map(([, answer]) => answer ?? '0x'))
  let at = answersAt
  const replies = answers.flatMap(([question, answer]): Part[] => {
    const label = `:${question}` as const
    if (answer) {
      const length = (answer.length - 2) / 2
      const from = at
      at += length
      return [label, length, from, 0, 'CODECOPY', length, 0, 'RETURN']
    }
    if (question === 'name()' && typeof name === 'number')
      return [label, 32, 0, 'MSTORE', name, 32, 'MSTORE', name + 64, 0, 'RETURN']
    return [label, 0, 0, 'REVERT']
  })
  const code = assemble([
    0,
    'CALLDATALOAD',
    224,
    'SHR',
    ...answers.flatMap(([question]): Part[] => [
      'DUP1',
      BigInt(toFunctionSelector(question)),
      'EQ',
      `>${question}`,
      'JUMPI',
    ]),
    ...writeLog,
    ...replies,
  ])
  return [...code, ...Array<number>(answersAt - code.length).fill(0), ...hexToBytes(data)]
}

const dataParts = [160, 'CALLDATASIZE', 'SUB'] as const satisfies readonly Part[]
const topicParts = (count: 3 | 4): readonly Part[] =>
  Array.from({ length: count }, (_, index): readonly Part[] => [(count - index) * 32, 'CALLDATALOAD']).flat()
const writeLog: readonly Part[] = [
  ...dataParts,
  160,
  0,
  'CALLDATACOPY',
  0,
  'CALLDATALOAD',
  4,
  'EQ',
  '>four',
  'JUMPI',
  ...topicParts(3),
  ...dataParts,
  0,
  'LOG3',
  'STOP',
  ':four',
  ...topicParts(4),
  ...dataParts,
  0,
  'LOG4',
  'STOP',
]

/** The deployment code. */
export const emitterCode = (said: Said = {}): Hex => deploying(runtimeOf(said))

/** Input for the contract. @param topics three or four */
export const logOf = (topics: readonly Hex[], data: Hex): Hex =>
  concatHex([
    numberToHex(topics.length, { size: 32 }),
    ...[0, 1, 2, 3].map((index) => pad(topics[index] ?? '0x', { size: 32 })),
    data,
  ])

const word = (value: bigint | Hex): Hex =>
  typeof value === 'bigint' ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 })

export const transferLog = (from: Hex, to: Hex, amount: bigint): Hex =>
  logOf([toEventSelector('Transfer(address,address,uint256)'), word(from), word(to)], word(amount))

export const nftLog = (from: Hex, to: Hex, tokenId: bigint): Hex =>
  logOf([toEventSelector('Transfer(address,address,uint256)'), word(from), word(to), word(tokenId)], '0x')

export const manyLog = (from: Hex, to: Hex, tokenId: bigint, amount: bigint): Hex =>
  logOf(
    [toEventSelector('TransferSingle(address,address,address,uint256,uint256)'), word(from), word(from), word(to)],
    concatHex([word(tokenId), word(amount)]),
  )

export const batchLog = (from: Hex, to: Hex, items: readonly (readonly [tokenId: bigint, amount: bigint])[]): Hex =>
  logOf(
    [toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'), word(from), word(from), word(to)],
    encodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      [items.map(([tokenId]) => tokenId), items.map(([, amount]) => amount)],
    ),
  )
