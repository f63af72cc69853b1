/**
 * A small token for local chains, as deployable code: `transfer`, `balanceOf`, `symbol` (default TST) and `decimals`
 * (6) of ERC-20, with the whole supply at one holder. Assembled here, because no contract compiler is available as a
 * package.
 */
import { type Hex, toEventSelector, toFunctionSelector } from 'viem'

const opcodes = {
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CODECOPY: 0x39,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  DUP2: 0x81,
  LOG3: 0xa3,
  RETURN: 0xf3,
  REVERT: 0xfd,
} as const

/** An opcode name, a value to push, a jump target to push (`>name`), or a label (`:name`). */
type Part = keyof typeof opcodes | bigint | number | `>${string}` | `:${string}`

function assemble(parts: readonly Part[]): number[] {
  const code: number[] = []
  const places = new Map<string, number>()
  const jumps: [at: number, name: string][] = []
  for (const part of parts) {
    if (typeof part === 'number' || typeof part === 'bigint') {
      const hex = part.toString(16)
      const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
      code.push(0x5f + bytes.length, ...bytes)
    } else if (part.startsWith('>')) {
      code.push(0x61, 0, 0)
      jumps.push([code.length - 2, part.slice(1)])
    } else if (part.startsWith(':')) {
      places.set(part.slice(1), code.length)
      code.push(opcodes.JUMPDEST)
    } else code.push(opcodes[part as keyof typeof opcodes]) // as: the other forms are handled above
  }
  for (const [at, name] of jumps) {
    const place = places.get(name) ?? 0
    code[at] = place >> 8
    code[at + 1] = place & 0xff
  }
  return code
}

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
