/** EVM code from names, because no contract compiler is available as a package. */
import type { Hex } from 'viem'

const opcodes = {
  STOP: 0x00,
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  ISZERO: 0x15,
  AND: 0x16,
  SHR: 0x1c,
  KECCAK256: 0x20,
  ADDRESS: 0x30,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  GASPRICE: 0x3a,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  COINBASE: 0x41,
  NUMBER: 0x43,
  PREVRANDAO: 0x44,
  BASEFEE: 0x48,
  POP: 0x50,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  DUP2: 0x81,
  LOG3: 0xa3,
  LOG4: 0xa4,
  CALL: 0xf1,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  REVERT: 0xfd,
} as const

/** An opcode name, a value to push, a jump target to push (`>name`), or a label (`:name`). */
export type Part = keyof typeof opcodes | bigint | number | `>${string}` | `:${string}`

export function assemble(parts: readonly Part[]): number[] {
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

/** The deployment code of `code`. */
export function deploying(code: readonly number[]): Hex {
  const before = (start: number) => assemble([code.length, 'DUP1', start, 0, 'CODECOPY', 0, 'RETURN'])
  // Its own length takes one byte, whatever its value.
  const start = before(0xff).length
  return `0x${Buffer.from([...before(start), ...code]).toString('hex')}`
}
