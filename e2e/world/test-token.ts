/**
 * A small token for local chains, as deployable code: `symbol` (default TST), `decimals` (6), balances, transfers and allowances of
 * ERC-20, with the whole supply at one holder.
 */
import { type Hex, toEventSelector, toFunctionSelector } from 'viem'
import { assemble, type Part } from './assembler.ts'

const selector = (signature: string) => BigInt(toFunctionSelector(signature))
const giveWord: Part[] = [0, 'MSTORE', 32, 0, 'RETURN']

const argument = (index: number): Part[] => [4 + 32 * index, 'CALLDATALOAD']

/** The slot of an allowance: the hash of its owner and its spender. */
const allowanceSlot = (owner: readonly Part[], spender: readonly Part[]): Part[] => [
  ...owner,
  0,
  'MSTORE',
  ...spender,
  32,
  'MSTORE',
  64,
  0,
  'KECCAK256',
]
/** The stack holds an amount and the current value; leaves the difference. */
const subtract: Part[] = ['DUP2', 'DUP2', 'LT', '>short', 'JUMPI', 'SUB']
const logAmount = (event: string, amount: Part[], from: Part[], to: Part[]): Part[] => [
  ...amount,
  0,
  'MSTORE',
  ...to,
  ...from,
  BigInt(toEventSelector(event)),
  32,
  0,
  'LOG3',
]

const functions = {
  'transfer(address,uint256)': move(['CALLER'], argument(0), argument(1)),
  'approve(address,uint256)': [
    ...argument(1),
    ...allowanceSlot(['CALLER'], argument(0)),
    'SSTORE',
    ...logAmount('Approval(address,address,uint256)', argument(1), ['CALLER'], argument(0)),
    1,
    ...giveWord,
  ],
  'transferFrom(address,address,uint256)': [
    ...argument(2),
    ...allowanceSlot(argument(0), ['CALLER']),
    'SLOAD',
    ...subtract,
    64,
    0,
    'KECCAK256',
    'SSTORE',
    ...move(argument(0), argument(1), argument(2)),
  ],
  'allowance(address,address)': [...allowanceSlot(argument(0), argument(1)), 'SLOAD', ...giveWord],
  'balanceOf(address)': [...argument(0), 'SLOAD', ...giveWord],
  'decimals()': [6, ...giveWord],
} as const satisfies Record<string, readonly Part[]>

/** A balance is stored in the slot whose number is its owner's address. */
function move(from: Part[], to: Part[], amount: Part[]): Part[] {
  return [
    ...amount,
    ...from,
    'SLOAD',
    ...subtract,
    ...from,
    'SSTORE',
    ...amount,
    ...to,
    'SLOAD',
    'ADD',
    ...to,
    'SSTORE',
    ...logAmount('Transfer(address,address,uint256)', amount, from, to),
    1,
    ...giveWord,
  ]
}

const runtimeOf = (symbol: Buffer) =>
  assemble([
    0,
    'CALLDATALOAD',
    224,
    'SHR',
    ...[...Object.keys(functions), 'symbol()'].flatMap((name): Part[] => [
      'DUP1',
      selector(name),
      'EQ',
      `>${name}`,
      'JUMPI',
    ]),
    0,
    0,
    'REVERT',
    ...Object.entries(functions).flatMap(([name, code]): readonly Part[] => [`:${name}`, ...code]),
    ':symbol()',
    32,
    0,
    'MSTORE',
    symbol.length,
    32,
    'MSTORE',
    BigInt(`0x${symbol.toString('hex').padEnd(64, '0')}`),
    64,
    'MSTORE',
    96,
    0,
    'RETURN',
    ':short',
    0,
    0,
    'REVERT',
  ])

interface TokenOptions {
  readonly holder: Hex
  readonly supply: bigint
  /** At most 32 bytes. */
  readonly symbol?: string
}

/** The deployment code: gives the supply to its holder and returns the runtime code. */
export function testToken({ holder, supply, symbol = 'TST' }: TokenOptions): Hex {
  const runtime = runtimeOf(Buffer.from(symbol))
  const before = (length: number) =>
    assemble([supply, BigInt(holder), 'SSTORE', runtime.length, length, 0, 'CODECOPY', runtime.length, 0, 'RETURN'])
  // The code contains its own length, which takes one byte whatever its value.
  const start = before(before(1).length)
  return `0x${Buffer.from([...start, ...runtime]).toString('hex')}`
}
