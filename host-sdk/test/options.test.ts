import { Policy } from '@airlock/protocol/contracts/handshake.ts'
import { app } from '@airlock/protocol/contracts/host-link/received-by-modal.ts'
import { featureDefaults } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import { FrameOptions, SyncLocale, SyncTheme } from '@airlock/protocol/contracts/shapes/options.ts'
import { namedSocials } from '@airlock/protocol/contracts/shapes/socials.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import { walk } from '@airlock/protocol/walk.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readDapp } from '../src/dapp.ts'
import { toJson } from '../src/dom.ts'
import { toFrameNetwork } from '../src/networks.ts'
import { type Config, readOptions, sdkVersion } from '../src/options.ts'
import type { Options } from '../src/types.ts'
import { ethereum, optimism, options } from './support.ts'

const { caipNetworkId: _, chainNamespace: __, ...chain } = ethereum
const safe = { id: 'safe', name: 'Safe', provider: { request: () => {} } }

const wrong = (more: Record<string, unknown>) => {
  try {
    readOptions({ ...options(), ...more } as Options)
  } catch (error) {
    if (error instanceof AirlockError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'accepted'
}

test('a page that gives itself no name is called by its address', () => {
  vi.stubGlobal('location', { host: 'shop.example:8443', origin: 'https://shop.example:8443' })
  const pageOf = (title: string) => vi.stubGlobal('document', { title, querySelector: () => null })
  try {
    pageOf('Shop')
    expect(readDapp(undefined).name).toBe('Shop')
    pageOf('')
    expect(readDapp(undefined).name).toBe('shop.example:8443')
  } finally {
    vi.unstubAllGlobals()
  }
})

test('the defaults are those of the specification', () => {
  const { frame, theme, locale } = readOptions(options())
  expect(frame).toEqual({
    allowUnsupportedChain: false,
    enableNetworkSwitch: true,
    debug: true,
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    customWallets: [],
    basic: false,
    sdkVersion,
    features: featureDefaults,
  })
  expect(frame.features).toEqual({
    swaps: true,
    onramp: true,
    receive: true,
    send: true,
    email: true,
    emailShowWallets: true,
    history: true,
    analytics: true,
    allWallets: true,
    legalCheckbox: false,
    collapseWallets: false,
    // Two differ: the record decides about smart sessions, and leaving the page is ours.
    smartSessions: true,
    socialRedirect: false,
    connectorTypeOrder: ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'],
    walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
  })
  // Without a wish of the page, the social logins are all of the record that the modal knows by name.
  expect(namedSocials).toEqual(['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'])
  expect(theme).toMatchObject({ mode: 'auto', motion: 'auto' })
  expect(locale).toEqual({ locale: 'en', dir: 'auto', messages: {} })
})

test('the configuration fits the schemas of the frame', () => {
  const config = readOptions(
    options({
      defaultNetwork: optimism,
      features: { email: false, socials: false, swaps: false, connectMethodsOrder: ['wallet', 'email'] },
      customWallets: [{ id: 'w', name: 'W', mobile_link: 'wally://', chrome_store: 'https://store.example/w' }],
      transports: { 'eip155:1': 'https://mine.example' },
      themeVariables: { accent: '#123456' },
    }),
  )
  const networks = config.networks.map((network) => toFrameNetwork(network, config.transports))
  const frame = parse(FrameOptions, toJson({ ...config.frame, networks }))
  expect(frame).toMatchObject({
    ok: true,
    value: {
      defaultNetwork: 'eip155:10',
      features: { email: false, connectMethodsOrder: ['wallet', 'email'] },
      customWallets: [{ mobileLink: 'wally://', chromeStore: 'https://store.example/w' }],
      networks: [{ rpcUrls: ['https://mine.example', 'https://rpc.example'] }, {}],
    },
  })
  expect(parse(SyncTheme, config.theme).ok).toBe(true)
  expect(parse(SyncLocale, config.locale).ok).toBe(true)
  expect(config.schemes).toEqual(['wally'])
})

test('domain names of wallets are written in small letters, other ids stay as they are', () => {
  const { frame } = readOptions(
    options({
      excludeWalletIds: ['Com.Wally', 'Wally'],
      customWallets: [
        { id: 'Com.Wally', name: 'Wally', rdns: 'Com.Wally' },
        { id: 'W', name: 'W' },
      ],
    }),
  )
  expect(frame.excludeWalletIds).toEqual(['com.wally', 'Wally'])
  expect(frame.customWallets).toEqual([
    { id: 'com.wally', name: 'Wally', rdns: 'com.wally' },
    { id: 'W', name: 'W' },
  ])
})

test('an empty list of adapters leaves pairing only', () => {
  expect(readOptions(options({ adapters: [] })).frame.basic).toBe(true)
  expect(readOptions(options()).frame.basic).toBe(false)
})

test('a feature that is undefined is not given: it has its default', () => {
  // as: pages without the strictest types write it.
  const given = { email: undefined, swaps: false } as object
  const { features } = readOptions(options({ features: given })).frame
  expect(features).toMatchObject({ email: true, swaps: false })
})

test.each([
  [{ netwroks: [] }, 'INVALID_OPTIONS: Option `netwroks` is unknown or not valid'],
  [{ shortcuts: false }, 'INVALID_OPTIONS: Option `shortcuts` is unknown or not valid'],
  [{ siweConfig: {} }, 'INVALID_OPTIONS: Option `siweConfig` is unknown or not valid'],
  [{ siwx: {}, siweConfig: {} }, 'INVALID_OPTIONS: Cannot set both `siweConfig` and `siwx` options'],
  [{ projectId: '' }, 'INVALID_OPTIONS: Project ID Not Configured'],
  [{ projectId: undefined }, 'INVALID_OPTIONS: Project ID Not Configured'],
  [{ projectId: 'a b' }, 'INVALID_OPTIONS: Project ID Not Configured'],
  [{ frameUrl: undefined }, 'FRAME_URL_REQUIRED: `frameUrl` is required'],
  [{ frameUrl: '/frame' }, '`frameUrl`'],
  [{ frameUrl: 'ftp://modal.example' }, '`frameUrl`'],
  [{ frameUrl: 'javascript:alert(1)' }, '`frameUrl`'],
  [{ frameUrl: 'https://me@modal.example' }, '`frameUrl`'],
  [{ networks: [] }, '`networks` is empty'],
  [{ networks: undefined }, '`networks` is empty'],
  [{ networks: 'eip155:1' }, '`networks` is empty'],
  [{ networks: [ethereum, ethereum] }, '`networks` contains a network twice'],
  [{ networks: [null] }, '`networks`'],
  [{ networks: [{}] }, '`networks`'],
  [{ networks: [{ ...ethereum, caipNetworkId: 'eip155:x' }] }, 'Invalid CAIP-2 network id: eip155:x'],
  [{ networks: [{ ...ethereum, caipNetworkId: 'cosmos:1' }] }, 'Invalid CAIP-2 network id'],
  [{ networks: [{ ...ethereum, chainNamespace: 'solana' }] }, 'Invalid CAIP-2 network id'],
  [{ networks: [{ ...ethereum, id: 5 }] }, 'Invalid CAIP-2 network id: eip155:1'],
  [{ networks: [{ ...chain, id: 'x' }] }, 'Invalid CAIP-2 network id: eip155:x'],
  [{ defaultNetwork: { ...ethereum, id: 5, caipNetworkId: 'eip155:5' } }, '`defaultNetwork`'],
  [{ themeMode: 'blue' }, '`themeMode`'],
  [{ dir: 'up' }, '`dir`'],
  [{ motion: 1 }, '`motion`'],
  [{ persist: 'cookie' }, '`persist`'],
  [{ locale: 'not a locale' }, '`locale`'],
  [{ features: { mail: true } }, '`features.mail`'],
  [{ features: { toString: true } }, '`features.toString`'],
  [{ features: { toString: [] } }, '`features.toString`'],
  [{ features: { email: 'yes' } }, '`features.email`'],
  [{ features: { socials: ['m'.repeat(33)] } }, '`features.socials'],
  [{ features: { socials: true } }, '`features.socials'],
  [{ features: { connectMethodsOrder: ['email', 'social', 'fax'] } }, '`features.connectMethodsOrder.2`'],
  [{ features: { walletFeaturesOrder: ['stake'] } }, '`features.walletFeaturesOrder.0`'],
  [{ allowUnsupportedChain: 1 }, '`allowUnsupportedChain`'],
  [{ lockScroll: 'no' }, '`lockScroll`'],
  [{ announce: 'no' }, '`announce`'],
  [{ customWallets: {} }, '`customWallets`'],
  [{ externalWallets: {} }, '`externalWallets`'],
  [{ tokens: { 1: { address: `0x${'ab'.repeat(20)}` } } }, '`tokens.1`'],
  [{ tokens: { 'eip155:1': 'USDC' } }, '`tokens.eip155:1.'],
  [{ tokens: { 'eip155:1': { address: '0xab' } } }, '`tokens.eip155:1.0.address`'],
  [{ tokens: { 'eip155:1': [{ address: `0x${'ab'.repeat(20)}`, symbol: 'USDC' }] } }, '`tokens.eip155:1.0.symbol`'],
  [
    { tokens: { 'eip155:1': [{ address: `0x${'ab'.repeat(20)}`, image: 'https://host.example/icon.png' }] } },
    '`tokens.eip155:1.0.image`',
  ],
  [{ tokens: { 'bip122:000000000019d6689c085ae165831e93': { address: 'x' } } }, 'd6689c085ae165831e93.0.address`'],
  [{ tokens: null }, '`tokens`'],
  [{ externalWallets: [{ id: 'safe', name: 'Safe' }] }, '`externalWallets`'],
  [{ externalWallets: [{ ...safe, id: 'two words' }] }, '`externalWallets.id`'],
  [{ externalWallets: [{ ...safe, image: 'https://host.example/icon.png' }] }, '`externalWallets.image`'],
  [{ externalWallets: [{ ...safe, icon: 'x' }] }, '`externalWallets.icon`'],
  [{ featuredWalletIds: 'x' }, '`featuredWalletIds`'],
  [{ mount: 'body' }, '`mount`'],
  [{ networks: [{ ...ethereum, name: 'x'.repeat(200) }] }, 'Network eip155:1 is not valid: `name`'],
  [
    { networks: [{ ...ethereum, assets: { imageUrl: 'https://host.example/icon.png' } }] },
    'Network eip155:1 is not valid: `image`',
  ],
  [{ networks: [{ ...ethereum, assets: { imageId: 'abc' } }] }, 'Network eip155:1 is not valid: `imageId`'],
  [
    { networks: [{ ...ethereum, nativeCurrency: { name: 'E', symbol: 'x'.repeat(17), decimals: 18 } }] },
    'Network eip155:1 is not valid: `currency.symbol`',
  ],
  [{ networks: [{ ...ethereum, nativeCurrency: { ...ethereum.nativeCurrency, decimals: 18n } }] }, 'eip155:1'],
  [{ transports: { 'eip155:10': 'ws://rpc.example' } }, 'Network eip155:10 is not valid: `rpcUrls.0`'],
  [{ transports: { 10: 'https://rpc.example' } }, '`transports.10`'],
  [{ themeVariables: { accent: 'url(https://tracker.example)' } }, '`themeVariables.accent`'],
  [{ themeVariables: { accent: 1n } }, '`theme`'],
  [{ themeVariables: { accnt: '#fff' } }, '`themeVariables.accnt`'],
  [{ messages: { 'connect.title': 7 } }, '`messages.connect.title`'],
  [{ locale: Symbol('en') }, '`locale`'],
  [{ metadata: { name: 'x'.repeat(200) } }, '`metadata.name`'],
  [{ metadata: { name: 'App', logo: 'x' } }, '`metadata.logo`'],
  [{ features: { legalCheckbox: true } }, '`features.legalCheckbox` needs a `termsUrl` or `privacyUrl`'],
  [{ metadata: { name: 'App', icons: ['javascript:alert(1)'] } }, '`metadata.icons.0`'],
  [{ excludeWalletIds: ['two words'] }, '`excludeWalletIds.0`'],
  [{ customWallets: [{ id: 'w', name: 'W', homepage: 'ftp://w.example' }] }, '`customWallets.0.homepage`'],
  [{ customWallets: [{ id: 'w', name: 'W', play_store: 'x' }] }, '`customWallets.0.play_store`'],
  [{ customWallets: [{ id: 'w', name: 'W', image: 'https://w.example/icon.png' }] }, '`customWallets.0.image`'],
  [{ customWallets: [{ id: 'w', name: 'W', chains: ['eip155:1'] }] }, '`customWallets.0.chains`'],
  [{ customWallets: [{ id: 'w', name: 'W', mobile_link: `${'w'.repeat(40)}://x` }] }, '`customWallets`'],
  [
    { customWallets: [{ id: 'w', name: 'W', desktop_link: 'w://x' }] },
    '`customWallets`: no link can have the scheme w',
  ],
  [{ customWallets: [{ id: 'w', name: 'W', mobile_link: 'javascript:alert(1)' }] }, 'have the scheme javascript'],
])('%o is refused by name', (more, text) => {
  expect(wrong(more)).toContain(text)
})

test('tokens are one or a list for each network, and none are not sent', () => {
  const [one, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`]
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const image = 'data:image/png;base64,iVBORw0KGgo='
  const { frame } = readOptions(
    options({
      tokens: {
        'eip155:1': { address: one, image },
        'eip155:10': [{ address: one }, { address: other }],
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { address: usdc },
      },
    }),
  )
  expect(frame.tokens).toEqual({
    'eip155:1': [{ address: one, image }],
    'eip155:10': [{ address: one }, { address: other }],
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [{ address: usdc }],
  })
  expect(readOptions(options()).frame).not.toHaveProperty('tokens')
  const many = Array.from({ length: 101 }, () => ({ address: one }))
  expect(wrong({ tokens: { 'eip155:1': many } })).toContain('`tokens.eip155:1`')
})

test('more than fits a message is refused by name', () => {
  const many = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, index) => make(index))
  const networks = many(101, (id) => ({ ...ethereum, id, caipNetworkId: `eip155:${id}` }))
  expect(wrong({ networks })).toBe('INVALID_OPTIONS: More than 100 networks')
  const messages = Object.fromEntries(many(2000, (key) => [key, 'x'.repeat(1000)]))
  expect(wrong({ messages })).toContain('`messages`')
  expect(wrong({ customWallets: many(51, (id) => ({ id: `${id}`, name: 'W' })) })).toContain('`customWallets`')
})

/** The messages sent to the frame for these options. */
const crossing = ({ networks, transports, frame, theme, locale, dapp, schemes }: Config) => ({
  CONFIGURE: {
    options: { ...frame, networks: networks.map((network) => toFrameNetwork(network, transports)) },
    hints: [],
    theme,
    locale,
    dapp,
  },
  INIT: { schemes },
})

test('any input gives a configuration that the frame accepts, or a typed error', () => {
  const text = fc.oneof(fc.string({ maxLength: 300 }), fc.webUrl(), fc.constantFrom('#123', 'w://x', 'a_b:c', 'en-US'))
  const value = fc.oneof(fc.anything({ withBigInt: true, withDate: true, withSparseArray: true }), text)
  const wallet = fc.record(
    { id: text, name: text, rdns: text, homepage: value, mobile_link: text, desktop_link: text, image: value },
    { requiredKeys: ['id', 'name'] },
  )
  const given = fc.record(
    {
      networks: fc.oneof(value, fc.array(fc.constant({ ...ethereum, name: 'x'.repeat(120) }))),
      features: fc.oneof(value, fc.record({ socials: value, email: value }, { requiredKeys: [] })),
      customWallets: fc.oneof(value, fc.array(wallet, { maxLength: 3 })),
      themeVariables: fc.oneof(value, fc.record({ accent: value, fontScale: value }, { requiredKeys: [] })),
      metadata: fc.oneof(value, fc.record({ name: value, icons: value, url: value }, { requiredKeys: ['name'] })),
      messages: fc.oneof(value, fc.dictionary(text, text)),
      excludeWalletIds: fc.oneof(value, fc.array(text)),
      adapters: value,
      transports: fc.oneof(value, fc.dictionary(fc.constant('eip155:1'), text)),
      locale: value,
      dir: value,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(given, (more) => {
      let config: Config
      try {
        config = readOptions({ ...options(), debug: false, ...more } as Options)
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(INVALID_OPTIONS|NOT_AVAILABLE)$/) as unknown })
        return
      }
      const { CONFIGURE, INIT } = structuredClone(crossing(config))
      expect(walk(CONFIGURE, { depth: limits.depth, nodes: limits.nodesLarge, size: limits.sizeLarge })).toBe('ok')
      expect(parse(app.requests.CONFIGURE, CONFIGURE)).toMatchObject({ ok: true })
      expect(parse(Policy, INIT)).toMatchObject({ ok: true })
    }),
    { numRuns: 3000 },
  )
})

test('the features of the account can be switched and ordered, and an order of something else is refused by name', () => {
  const features = {
    receive: false,
    send: false,
    swaps: false,
    onramp: false,
    history: false,
    smartSessions: false,
    walletFeaturesOrder: ['send', 'receive'],
  } as const
  expect(readOptions(options({ features })).frame.features).toMatchObject(features)
  expect(wrong({ features: { walletFeaturesOrder: ['steal'] } })).toContain('features.walletFeaturesOrder')
})

test('social logins are those of the record, in the order of the page, or none', () => {
  for (const socials of [['acme', 'google'], [], false] as const)
    expect(readOptions(options({ features: { socials } })).frame.features.socials).toEqual(socials)
})
