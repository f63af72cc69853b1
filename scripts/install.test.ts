/** The install of the locked packages. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type LockFile, withAddresses } from './install.mjs'

const lock: LockFile = {
  packages: {
    '': { name: 'airlock', version: '0.1.0' },
    'node_modules/@airlock/protocol': { resolved: 'protocol' },
    'node_modules/viem': { version: '2.57.1', integrity: 'sha512-a' },
    'node_modules/@noble/curves': { version: '2.4.0', integrity: 'sha512-b' },
    'node_modules/viem/node_modules/ox': { version: '0.14.45', integrity: 'sha512-c' },
    'node_modules/ethers5': { name: 'ethers', version: '5.8.0', integrity: 'sha512-d' },
  },
}

test.each(['https://registry.example/npm', 'https://registry.example/npm/'])(
  'each package gets its address in %s, and keeps the hash that it is checked by',
  (registry) => {
    const { packages } = withAddresses(lock, registry)
    expect(Object.values(packages).map(({ integrity, resolved }) => [integrity, resolved])).toEqual([
      [undefined, undefined],
      [undefined, 'protocol'],
      ['sha512-a', 'https://registry.example/npm/viem/-/viem-2.57.1.tgz'],
      ['sha512-b', 'https://registry.example/npm/@noble/curves/-/curves-2.4.0.tgz'],
      ['sha512-c', 'https://registry.example/npm/ox/-/ox-0.14.45.tgz'],
      ['sha512-d', 'https://registry.example/npm/ethers/-/ethers-5.8.0.tgz'],
    ])
  },
)

test('the committed lock file has a hash of each package, and no address', () => {
  const committed = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile // as: npm's own file
  const loaded = Object.entries(committed.packages).filter(
    ([place, { resolved = '' }]) => place.includes('node_modules/') && !/^[a-z0-9-]+$/.test(resolved),
  )
  expect(loaded.length).toBeGreaterThan(1_000)
  for (const [place, { integrity, resolved }] of loaded) {
    expect(integrity, place).toMatch(/^sha512-/)
    expect(resolved, place).toBeUndefined()
  }
})
