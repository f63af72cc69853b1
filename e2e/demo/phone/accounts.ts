/** Two accounts whose keys are stored in plain text by this page: they are for chains without value, and the page says so. */
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Hex, list, type Parser, readWith } from '../parse.ts'
import { read, write } from './storage.ts'

const count = 2
const privateKey: Parser<Hex> = (value) => {
  if (typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)) return `0x${value.slice(2)}`
  throw new TypeError('expected a key')
}

export type Accounts = readonly [PrivateKeyAccount, ...PrivateKeyAccount[]]

export function loadAccounts(): Accounts {
  const stored = readWith(list(privateKey, { max: count }), read('keys')) ?? []
  const keys = Array.from({ length: count }, (_, index) => stored[index] ?? generatePrivateKey())
  write('keys', keys)
  const [first = generatePrivateKey(), ...rest] = keys
  return [privateKeyToAccount(first), ...rest.map((key) => privateKeyToAccount(key))]
}
