import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { parseProjects } from '../src/frames/projects.ts'
import { local, production } from './records.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
const file = join(folder, 'projects.json')
afterAll(() => rmSync(folder, { recursive: true }))

test('the environment and the project file become a checked configuration', () => {
  writeFileSync(file, JSON.stringify([production]))
  const config = readConfig({ AIRLOCK_PROJECTS: file, AIRLOCK_PORT: '8080' })
  expect(config.port).toBe(8080)
  expect([...config.projects.keys()]).toEqual(['shop'])
})

test('the server of the wallet is the one that knows the modal', () => {
  const modal = readConfig({ AIRLOCK_PROJECTS: file })
  expect([modal.frame, modal.distDir]).toEqual([{ kind: 'modal' }, resolve('dist/frame')])
  const wallet = readConfig({ AIRLOCK_PROJECTS: file, AIRLOCK_MODAL_ORIGIN: 'https://modal.example' })
  expect([wallet.frame, wallet.distDir]).toEqual([
    { kind: 'wallet', modalOrigin: 'https://modal.example' },
    resolve('dist/wallet'),
  ])
  expect(() => readConfig({ AIRLOCK_PROJECTS: file, AIRLOCK_MODAL_ORIGIN: '*' })).toThrow(/AIRLOCK_MODAL_ORIGIN/)
})

test('listing and analytics get a port and callers of their own, or are not served', () => {
  expect(readConfig({ AIRLOCK_PROJECTS: file }).api).toBeUndefined()
  const api = {
    AIRLOCK_API_PORT: '8081',
    AIRLOCK_API_ORIGINS: 'https://modal.example, https://modal.other',
    AIRLOCK_API_NO_ANALYTICS: 'shop',
  }
  expect(readConfig({ AIRLOCK_PROJECTS: file, ...api }).api).toEqual({
    port: 8081,
    origins: ['https://modal.example', 'https://modal.other'],
    withoutAnalytics: new Set(['shop']),
  })
  expect(() => readConfig({ AIRLOCK_PROJECTS: file, ...api, AIRLOCK_API_ORIGINS: '*' })).toThrow(/AIRLOCK_API_ORIGINS/)
})

test.each([{}, { AIRLOCK_PROJECTS: file, AIRLOCK_PORT: '70000' }, { AIRLOCK_PROJECTS: file, AIRLOCK_PORT: 'web' }])(
  'a wrong environment is named (%j)',
  (env) => {
    expect(() => readConfig(env)).toThrow(/The environment is not valid:[\s\S]*AIRLOCK_/)
  },
)

test('a project file that is no JSON is named', () => {
  writeFileSync(file, '{')
  expect(() => readConfig({ AIRLOCK_PROJECTS: file })).toThrow(/cannot be read as JSON/)
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
  ['another scheme', { rpc: { 'eip155:1': ['ftp://rpc.example/'] } }, /project list is not valid/],
])('a production project with %s does not start', (_what, change, message) => {
  expect(() => parseProjects([{ ...production, ...change }])).toThrow(message)
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
