import { expect, test } from 'vitest'
import { parseProjects } from '../src/frames/projects.ts'
import { local, production } from './records.ts'

const sponsored = (bundler: string, paymaster: string) => ({
  smartAccounts: { 'eip155:1': { implementation: 'simple7702-0.8', bundler, paymaster } },
})

test.each([
  ['a plain-text host', { hostOrigins: ['http://shop.example'] }, /not encrypted/],
  ['a plain-text RPC endpoint', { rpc: { 'eip155:1': ['http://rpc.example/'] } }, /not encrypted/],
  ['a plain-text wallet', { walletOrigin: 'http://wallet.example' }, /not encrypted/],
  ['a wallet on the origin of a host', { walletOrigin: 'https://shop.example' }, /is one of its host origins/],
  ['a local host', { hostOrigins: ['https://app.localhost'] }, /is local/],
  ['a plain-text listing', { listingUrl: 'http://api.example' }, /not encrypted/],
  ['a local listing', { listingUrl: 'https://api.localhost' }, /is local/],
  ['plain-text analytics', { analyticsUrl: 'http://api.example' }, /not encrypted/],
  ['a listing with a query', { listingUrl: 'https://api.example/?a=1' }, /project list is not valid/],
  [
    'an origin with a slash',
    { hostOrigins: ['https://shop.example/'] },
    /project shop: hostOrigins has "https:\/\/shop\.example\/", which is no origin such as "https:\/\/shop\.example"/,
  ],
  [
    'a name as an origin',
    { pinnedHosts: ['shop.example'] },
    /pinnedHosts has "shop\.example", which is no origin such as/,
  ],
  ['a pinned stranger', { pinnedHosts: ['https://other.example'] }, /not among its host origins/],
  [
    'a plain-text relay',
    { pairing: { relayUrl: 'ws://relay.example', projectId: '0'.repeat(32) } },
    /ws:\/\/relay\.example is not encrypted/,
  ],
  [
    'a relay address with a query',
    { pairing: { relayUrl: 'wss://relay.example/?a=b', projectId: '0'.repeat(32) } },
    /project list is not valid/,
  ],
  ['a network without a coin', { networks: { 'eip155:5000': { name: 'Five' } } }, /networks\.eip155:5000 has to be/],
  [
    'a coin that can be read as an amount',
    { networks: { 'eip155:5000': { name: 'Five', symbol: '0 ETH' } } },
    /networks\.eip155:5000 has to be/,
  ],
  ['swaps without a router', { swap: { 'eip155:5000': { wrapped: '0x1', bases: [] } } }, /swap\.eip155:5000 has no/],
  [
    'a bundler without a paymaster',
    { smartAccounts: { 'eip155:1': { implementation: 'simple7702-0.8', bundler: 'https://bundler.example' } } },
    /smartAccounts\.eip155:1 has to be/,
  ],
  [
    'sessions of an implementation without them',
    { smartAccounts: { 'eip155:1': { implementation: 'simple7702-0.8', sessions: true } } },
    /smartAccounts\.eip155:1 has to be/,
  ],
  ['a plain-text bundler', sponsored('http://bundler.example', 'https://pay.example'), /not encrypted/],
  ['a local paymaster', sponsored('https://bundler.example', 'https://127.0.0.1/'), /is local/],
  ['another scheme', { rpc: { 'eip155:1': ['ftp://rpc.example/'] } }, /project list is not valid/],
])('a production project with %s does not start', (_what, change, message) => {
  expect(() => parseProjects([{ ...production, ...change }])).toThrow(message)
})

test('a network has a sponsor and smart sessions', () => {
  const bundler = 'https://bundler.example/'
  const smartAccounts = {
    'eip155:1': { implementation: 'delegator-1.3', bundler, paymaster: 'https://pay.example/', sessions: true },
  }
  expect(parseProjects([{ ...production, smartAccounts }]).get('shop')).toMatchObject({ smartAccounts })
})

test('a project names its networks for approvals', () => {
  const networks = {
    'eip155:5000': { name: 'Harbour Chain', symbol: 'HBR' },
    // A rollup that pays in the coin of another network.
    'eip155:5001': { name: 'Ether Chain', symbol: 'ETH' },
    // As the wallet's own table has it.
    'eip155:10': { name: 'OP Mainnet', symbol: 'ETH' },
  }
  expect(parseProjects([{ ...production, networks }]).get('shop')).toMatchObject({ networks })
})

test.each([
  ['Ethereum', 'eip155:1'],
  [' ether EUM', 'eip155:1'],
  ['\uff25thereum', 'eip155:1'],
  ['Eth\u00e9reum', 'eip155:1'],
  ['base-sepolia', 'eip155:84532'],
  ['SOLANA', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
])('a record calls no other network "%s"', (name, owner) => {
  for (const development of [false, true])
    expect(() =>
      parseProjects([{ ...production, development, networks: { 'eip155:5000': { name, symbol: 'HBR' } } }]),
    ).toThrow(`Project shop: networks.eip155:5000 cannot be called "${name}": that is ${owner}`)
  expect(() => parseProjects([{ ...production, networks: { 'eip155:137': { name, symbol: 'POL' } } }])).toThrow(
    'cannot be called',
  )
})

test('a development project may be local and plain', () => {
  expect(parseProjects([local]).get('demo')).toEqual(local)
})

test('a project names its wallet and draws it', () => {
  const named = { ...production, walletName: 'Harbour Wallet', walletIcon: 'data:image/png;base64,iVBORw0KGgo=' }
  expect(parseProjects([named]).get('shop')).toEqual(named)
})

test.each([
  ['two lines', { walletName: 'Harbour\nWallet' }],
  ['nothing to read', { walletName: ' ' }],
  ['65 letters', { walletName: 'W'.repeat(65) }],
  ['a picture elsewhere', { walletIcon: 'https://shop.example/wallet.png' }],
  ['a picture that is markup', { walletIcon: 'data:image/svg+xml,<svg/>' }],
  ['a picture over 16 kB', { walletIcon: `data:image/png;base64,${'A'.repeat(16_384)}` }],
])('a wallet with %s does not start', (_what, change) => {
  expect(() => parseProjects([{ ...production, ...change }])).toThrow(/project list is not valid/)
})

test('an unknown key, an empty list and a second record for one project do not start', () => {
  expect(() => parseProjects([{ ...production, extra: 1 }])).toThrow(/not valid/)
  expect(() => parseProjects([])).toThrow(/not valid/)
  expect(() => parseProjects([production, production])).toThrow(/listed twice/)
})
