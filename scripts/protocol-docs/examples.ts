/** Texts that match the patterns of our schemas. The generator fails for a pattern without an example. */
import { allowlist } from '../../protocol/src/allowlist/index.ts'

const hex = (length: number) => 'a1'.repeat(length / 2)
const id = '6f1b0c1e-8d7a-4c55-9b1e-2f4a7c9d0e11'

const texts = [
  id,
  'Connect',
  'CONNECTED',
  'USER_REJECTED',
  'build-1.2.3',
  'clipboard-write',
  'metamask',
  'solflare',
  'eip155:1',
  'eip155:0',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'https://app.example/path?query=1',
  'http://localhost:3000',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml,%3Csvg/%3E',
  `0x${hex(40)}`,
  'io.example.wallet',
  'wallet:one/2@x',
  'wc:abc@2?relay-protocol=irn',
  '#0a84ff',
  'rgb(10, 132, 255)',
  'oklch(70% 0.1 200)',
  'Inter, "Helvetica Neue", sans-serif',
  'Inter',
  'en',
  'pt-BR',
  `eip155:1:0x${hex(40)}`,
  'bip122:000000000019d6689c085ae165831e93:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'ada@mail.example',
  '012345',
  '1234',
  '42',
  '0x',
  '0x1',
  '0x0',
  '0xde0b6b3a7640000',
  `0x${hex(64)}`,
  '0x7fffffff',
  '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'cHNidP8BAAAAAAAA',
  hex(64),
  ...Object.keys(allowlist.eip155).slice(0, 3),
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
]

/** Every example that `pattern` matches, in a fixed order. */
export function examplesOf(pattern: string, maxLength = Number.POSITIVE_INFINITY): string[] {
  const expression = new RegExp(pattern)
  const found = texts.filter((text) => text.length <= maxLength && expression.test(text))
  if (found.length === 0) throw new Error(`no example matches ${pattern}: add one to examples.ts`)
  return found
}
