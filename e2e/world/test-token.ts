/**
 * A small token for local chains, as deployable code: `transfer`, `balanceOf`, `symbol` (default TST) and `decimals`
 * (6) of ERC-20, with the whole supply at one holder.
 */
import { type Hex, toEventSelector, toFunctionSelector } from 'viem'
import { assemble, type Part } from './assembler.ts'

const selector = (signature: string) => BigInt(toFunctionSelector(signature))
const giveWord: Part[] = [0, 'MSTORE', 32, 0, 'RETURN']

const runtimeOf = (symbol: Buffer) =>
  assemble([
    0,
    'CALLDATALOAD',
    224,
    'SHR',
    ...(['transfer(address,uint256)', 'balanceOf(address)', 'symbol()', 'decimals()'] as const).flatMap(
      (name): Part[] => ['DUP1', selector(name), 'EQ', `>${name}`, 'JUMPI'],
    ),
    0,
    0,
    'REVERT',
    // A balance is stored in the slot whose number is its owner's address.
    ':transfer(address,uint256)',
    36,
    'CALLDATALOAD',
    'CALLER',
    'SLOAD', // balance, amount
    'DUP2',
    'DUP2',
    'LT',
    '>short',
    'JUMPI',
    'SUB',
    'CALLER',
    'SSTORE',
    36,
    'CALLDATALOAD',
    4,
    'CALLDATALOAD',
    'SLOAD',
    'ADD',
    4,
    'CALLDATALOAD',
    'SSTORE',
    36,
    'CALLDATALOAD',
    0,
    'MSTORE',
    4,
    'CALLDATALOAD',
    'CALLER',
    BigInt(toEventSelector('Transfer(address,address,uint256)')),
    32,
    0,
    'LOG3',
    1,
    ...giveWord,
    ':balanceOf(address)',
    4,
    'CALLDATALOAD',
    'SLOAD',
    ...giveWord,
    ':decimals()',
    6,
    ...giveWord,
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
