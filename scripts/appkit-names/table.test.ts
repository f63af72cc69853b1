/** Compares the table of the guide with the real entries: names that work exist, names that throw do throw, and every name has a row. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AirlockError } from '@airlock/host-sdk'
import * as main from '@airlock/host-sdk/appkit'
import { AppKit, type CreateAppKit, createAppKit } from '@airlock/host-sdk/appkit'
import * as core from '@airlock/host-sdk/appkit/core'
import * as reactLibrary from '@airlock/host-sdk/appkit/library/react'
import * as networks from '@airlock/host-sdk/appkit/networks'
import * as react from '@airlock/host-sdk/appkit/react'
import * as reactCore from '@airlock/host-sdk/appkit/react-core'
import * as bitcoin from '@airlock/host-sdk/appkit-adapter-bitcoin'
import * as ethers from '@airlock/host-sdk/appkit-adapter-ethers'
import * as ethers5 from '@airlock/host-sdk/appkit-adapter-ethers5'
import * as solana from '@airlock/host-sdk/appkit-adapter-solana'
import * as solanaReact from '@airlock/host-sdk/appkit-adapter-solana/react'
import * as wagmi from '@airlock/host-sdk/appkit-adapter-wagmi'
import * as siwe from '@airlock/host-sdk/appkit-siwe'
import { beforeEach, expect, test, vi } from 'vitest'
import { entries } from '../pack/entries.ts'
import { reportOf } from '../pack/report.ts'
import { guide, withTable } from './main.ts'
import { type Row, readNames, sectionsOf } from './table.ts'
import { types } from './verdicts.ts'

const names = readNames()
const sections = sectionsOf(names)
const rowsOf = (title: string): readonly Row[] => {
  const found = sections.find((section) => section.title === title)
  if (!found?.rows.length) throw new Error(`no rows of ${title}`)
  return found.rows
}
const withStatus = (title: string, status: Row['status']) => rowsOf(title).filter((row) => row.status === status)

const ours: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  './appkit': main,
  './appkit/core': core,
  './appkit/react': react,
  './appkit/react-core': reactCore,
  './appkit/library/react': reactLibrary,
  './appkit/networks': networks,
  './appkit-adapter-ethers': ethers,
  './appkit-adapter-ethers5': ethers5,
  './appkit-adapter-solana': solana,
  './appkit-adapter-solana/react': solanaReact,
  './appkit-adapter-wagmi': wagmi,
  './appkit-adapter-bitcoin': bitcoin,
  './appkit-siwe': siwe,
}
const options: CreateAppKit = {
  projectId: 'test',
  frameUrl: 'https://modal.example/p/test/',
  networks: [networks.mainnet, networks.solana],
}
/** Without a browser, each call creates a new instance. */
const create = (more: object): AppKit => createAppKit({ ...options, ...more })
const thrownBy = async (call: () => unknown): Promise<unknown> => {
  try {
    await call()
  } catch (error) {
    return error
  }
  return undefined
}

/** What the console has been told since the last call. */
let warned = vi.spyOn(console, 'warn')
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
const warnings = (): string => {
  const text = warned.mock.calls.flat().join('\n')
  warned.mockClear()
  return text
}

test('the guide has the table of these names', () => {
  const text = readFileSync(guide, 'utf8')
  expect(withTable(text) === text).toBe(true) // npm run appkit:names -- --table
})

test('every name has a row', () => {
  const listed = new Set(sections.flatMap(({ rows }) => rows.map(({ name }) => name)))
  const guideText = readFileSync(guide, 'utf8')
  for (const { values, types } of Object.values(names.entries))
    for (const name of [...values.map((value) => value.name), ...types])
      expect(listed.has(name) || guideText.includes(`\`${name}\``), name).toBe(true)
  for (const name of [...names.options, ...names.themeVariables, ...Object.keys(names.elements)])
    expect(listed).toContain(name)
  for (const row of sections.flatMap(({ rows }) => rows))
    if (row.status !== 'works') expect(row.note, row.name).toBeTruthy()
})

test.each(['Functions, classes, hooks and components', 'Networks'])(
  '%s: what works is exported where the table says',
  (title) => {
    const typeNames = new Set(Object.values(names.entries).flatMap((entry) => entry.types))
    for (const { name, places } of withStatus(title, 'works').filter(
      (row) => title !== 'Networks' || !typeNames.has(row.name),
    )) {
      expect(places.length, name).toBeGreaterThan(0)
      for (const place of places) expect(Object.keys(ours[place] ?? {}), `${place} ${name}`).toContain(name)
    }
  },
)

test('each of our entries in the table is an entry of the package', () => {
  const known = entries.map((entry): string => entry.name)
  for (const place of sections.flatMap(({ rows }) => rows.flatMap((row) => row.places))) expect(known).toContain(place)
})

test('a name that is not offered is not exported', () => {
  for (const { name } of withStatus('Functions, classes, hooks and components', 'not offered'))
    for (const entry of Object.values(ours)) expect(Object.keys(entry)).not.toContain(name)
})

test('types that work are in the reviewed API', () => {
  const api = readFileSync(join(resolve(import.meta.dirname, '../..'), 'host-sdk/api/report.md'), 'utf8')
  for (const [place, list] of Object.entries(types)) {
    const report = reportOf(api, place)
    for (const name of list)
      expect(report).toMatch(new RegExp(`export (interface|type) ${name}\\b|export \\{ (\\w+ as )?${name} \\}`))
  }
})

const samples: Readonly<Record<string, unknown>> = {
  adapters: [],
  allWallets: 'HIDE',
  allowUnsupportedChain: true,
  chainImages: { 1: 'data:image/png;base64,AAAA' },
  customRpcUrls: { 'eip155:1': [{ url: 'https://node.example' }] },
  customWallets: [{ id: 'kestrel', name: 'Kestrel', image_url: 'data:image/png;base64,AAAA' }],
  debug: false,
  defaultAccountTypes: { eip155: 'smartAccount', solana: 'eoa' },
  defaultNetwork: networks.solana,
  enableReconnect: false,
  excludeWalletIds: ['a'],
  featuredWalletIds: ['a'],
  includeWalletIds: ['a'],
  features: { email: false },
  metadata: { name: 'App', description: 'About it', url: 'https://app.example', icons: [] },
  networks: [networks.base],
  privacyPolicyUrl: 'https://app.example/privacy',
  projectId: 'other',
  showWallets: false,
  termsConditionsUrl: 'https://app.example/terms',
  tokens: { 'eip155:8453': { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } },
  themeMode: 'dark',
  themeVariables: { '--w3m-accent': '#0a7a4b' },
  enableNetworkSwitch: false,
  siweConfig: Object.fromEntries(
    ['getNonce', 'createMessage', 'verifyMessage', 'getSession', 'signOut'].map((name) => [name, async () => null]),
  ),
  siwx: Object.fromEntries(
    ['createMessage', 'getSessions', 'addSession', 'setSessions', 'revokeSession'].map((name) => [
      name,
      async () => [],
    ]),
  ),
}

test('an option that works is taken, and one of only one value takes it', () => {
  for (const { name, note = '' } of withStatus('Options of `createAppKit`', 'works')) {
    const [, only] = /^only `(true|false)`/.exec(note) ?? []
    if (!only) expect(samples, name).toHaveProperty(name)
    create({ [name]: only ? only === 'true' : samples[name] })
  }
})

test('an option that throws, or has the wrong one of two values, throws with its name', () => {
  const thrown = (more: object) => {
    try {
      create(more)
    } catch (error) {
      return error
    }
    return undefined
  }
  for (const { name, status, note = '' } of rowsOf('Options of `createAppKit`')) {
    const [, only, otherwise] = /^only `(true|false)`(; otherwise it warns)?/.exec(note) ?? []
    if ((status === 'works' && !only) || otherwise || status === 'warns') continue
    const error = thrown({ [name]: only ? only !== 'true' : {} })
    expect(error, name).toBeInstanceOf(AirlockError)
    expect(String(error)).toContain(`\`${name}\``)
  }
  for (const { name } of withStatus('`features`', 'throws'))
    expect(String(thrown({ features: { [name]: true } }))).toContain(`features.${name}`)
  expect(String(thrown({ themeVariables: { '--w3m-shadow': 20 } }))).toContain('`--w3m-shadow` is not offered')
  expect(String(thrown({ nothingOfTheKind: 1 }))).toContain('nothingOfTheKind')
})

test('options about looks only are left out, and named in the console once', () => {
  for (const { name, note = '', status } of rowsOf('Options of `createAppKit`')) {
    const [, only] = /^only `(true|false)`; otherwise it warns/.exec(note) ?? []
    if (!only && status !== 'warns') continue
    for (const told of [name, '']) {
      create({ [name]: only ? only !== 'true' : {} })
      expect(warnings(), name).toContain(told)
    }
    expect(warnings()).toBe('')
  }
  for (const { name } of withStatus('`themeVariables`', 'warns')) {
    create({ themeVariables: { [name]: 40 } })
    expect(warnings()).toContain(name)
    create({ themeVariables: { [name]: 40 } })
    expect(warnings()).toBe('')
  }
})

test('every feature, theme variable and field that works is taken', () => {
  const featureOf: Readonly<Record<string, unknown>> = {
    connectMethodsOrder: ['wallet', 'email'],
    connectorTypeOrder: ['injected'],
    socials: ['google', 'github'],
    walletFeaturesOrder: ['receive', 'send'],
  }
  const terms = { termsConditionsUrl: 'https://app.example/terms' }
  for (const { name } of withStatus('`features`', 'works'))
    create({ ...terms, features: { [name]: featureOf[name] ?? true } })
  const variableOf: Readonly<Record<string, unknown>> = {
    '--w3m-accent': '#0a7a4b',
    '--w3m-border-radius-master': '2px',
    '--w3m-color-mix': '#000000',
    '--w3m-font-family': 'Georgia',
    '--w3m-font-size-master': '10px',
    '--w3m-z-index': 10,
  }
  for (const { name } of withStatus('`themeVariables`', 'works'))
    create({ themeVariables: { [name]: variableOf[name] } })
  const wallet = Object.fromEntries(
    withStatus('`customWallets`', 'works').map(({ name }) => [name, `https://${name.replace('_', '-')}.example/`]),
  )
  create({ customWallets: [{ ...wallet, id: 'kestrel', name: 'Kestrel', image_url: 'data:image/png;base64,AAAA' }] })
})

test('members: what works is there, what throws says so, and the rest is absent', async () => {
  const kit = create({})
  const memberOf = (name: string): unknown => Reflect.get(kit, name)
  for (const { name, status, shape } of rowsOf('Members of `AppKit`')) {
    const isThere = name in kit || name in AppKit
    expect(isThere, name).toBe(status !== 'not offered')
    const member = memberOf(name)
    if (status === 'works' && shape) expect(member, name).toBeTypeOf('function')
    if (status !== 'throws') continue
    const error = await thrownBy(() => (typeof member === 'function' ? Reflect.apply(member, kit, []) : undefined))
    expect(error, name).toBeInstanceOf(AirlockError)
    expect(String(error)).toContain(name)
  }
  for (const { name } of withStatus('Options of `open`', 'throws'))
    expect(String(await thrownBy(() => kit.open(Object.fromEntries([[name, 'x']]))))).toContain(name)
  for (const { name } of withStatus('Views of `open`', 'throws'))
    expect(String(await thrownBy(() => kit.open(Object.fromEntries([['view', name]]))))).toContain(name)
  // Without a browser, the core refuses all of them in the same way.
  for (const { name } of withStatus('Views of `open`', 'works'))
    expect(await thrownBy(() => kit.open(Object.fromEntries([['view', name]])))).toMatchObject({
      code: 'NOT_AVAILABLE',
      message: 'not available',
    })
})

test('adapter classes work, and refuse options without a counterpart', () => {
  for (const Adapter of [ethers.EthersAdapter, ethers5.Ethers5Adapter, solana.SolanaAdapter, bitcoin.BitcoinAdapter])
    create({ adapters: [new Adapter()] })
  expect(() => new solana.SolanaAdapter({ wallets: [] })).toThrow('wallets')
  expect(() => new bitcoin.BitcoinAdapter({ networks: [] })).toThrow('networks')
})
