import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readParameters, type WalletParameters, writeParameters } from '../src/shared/boot/wallet-parameters.ts'

const query = '?projectId=demo&chainId=eip155%3A1&version=4&enableLogger=false'
const parameters = fc.record<WalletParameters>({
  projectId: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
  chainId: fc.constantFrom('eip155:1', 'eip155:31337', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
  isLogging: fc.boolean(),
})

test('the address says four things, and what is written is read', () => {
  expect(writeParameters({ projectId: 'demo', chainId: 'eip155:1', isLogging: false })).toBe(query)
  fc.assert(
    fc.property(parameters, (given) => {
      expect(readParameters(writeParameters(given))).toEqual(given)
    }),
  )
})

test.each([
  ['nothing', ''],
  ['one missing', '?projectId=demo&chainId=eip155%3A1&version=4'],
  ['one more', `${query}&rpcUrl=https%3A%2F%2Fevil.example`],
  ['one twice', `${query}&enableLogger=false`],
  ['another order', '?chainId=eip155%3A1&projectId=demo&version=4&enableLogger=false'],
  ['another spelling', query.replace('%3A', ':')],
  ['another version', query.replace('version=4', 'version=5')],
  ['a chain that is none', query.replace('eip155%3A1', 'javascript%3A1')],
  ['a switch that is neither', query.replace('false', '1')],
  ['a project that is none', query.replace('demo', 'de%2Fmo')],
  ['a name of a prototype', `${query}&__proto__=x`],
])('%s is not used', (_, hostile) => {
  expect(readParameters(hostile)).toBeUndefined()
})

test('any parameters that are read are written back unchanged, and nothing throws', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...query.slice(1).split(/[&=]/), '&', '=', '%', '+'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = `?${pieces.join('')}`
      const read = readParameters(text)
      if (read) expect(writeParameters(read)).toBe(text)
    }),
  )
})
