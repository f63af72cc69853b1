/**
 * A contract for local chains that writes any log it is asked for, so that tests can play every token there is. It keeps
 * nothing and answers nothing.
 */
import { concatHex, encodeAbiParameters, type Hex, numberToHex, pad, toEventSelector } from 'viem'
import { assemble } from './assembler.ts'

/** Input: how many topics, four words of topics, the data. */
const runtime = (() => {
  const data = [160, 'CALLDATASIZE', 'SUB'] as const
  const topics = (count: 3 | 4) =>
    Array.from({ length: count }, (_, index) => [(count - index) * 32, 'CALLDATALOAD'] as const).flat()
  return assemble([
    ...data,
    160,
    0,
    'CALLDATACOPY',
    0,
    'CALLDATALOAD',
    4,
    'EQ',
    '>four',
    'JUMPI',
    ...topics(3),
    ...data,
    0,
    'LOG3',
    'STOP',
    ':four',
    ...topics(4),
    ...data,
    0,
    'LOG4',
    'STOP',
  ])
})()

/** The deployment code. */
export const emitterCode: Hex = deploying(runtime)

export function deploying(code: readonly number[]): Hex {
  const before = (start: number) => assemble([BigInt(code.length), 'DUP1', BigInt(start), 0, 'CODECOPY', 0, 'RETURN'])
  const start = before(0xff).length
  return `0x${Buffer.from([...before(start), ...code]).toString('hex')}`
}

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
