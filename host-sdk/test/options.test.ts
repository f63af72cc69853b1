import { featureDefaults } from '@airlock/protocol/contracts/shapes/feature-defaults.ts'
import { FrameOptions, SyncLocale, SyncTheme } from '@airlock/protocol/contracts/shapes/options.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { parse } from '@airlock/protocol/parse.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { toJson } from '../src/dom.ts'
import { toFrameNetwork } from '../src/networks.ts'
import { readOptions } from '../src/options.ts'
import type { Options } from '../src/types.ts'
import { ethereum, optimism, options } from './support.ts'

const wrong = (more: Record<string, unknown>) => {
  try {
    readOptions({ ...options(), ...more } as Options)
  } catch (error) {
    if (error instanceof AirlockError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'accepted'
}

test('the defaults are those of the specification', () => {
  const { frame, theme, locale } = readOptions(options())
  expect(frame).toEqual({
    allowUnsupportedChain: false,
    enableNetworkSwitch: true,
    shortcuts: true,
    debug: true,
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    customWallets: [],
    basic: false,
    sdkVersion: '0.1.0',
    features: featureDefaults,
  })
  const off = Object.entries(frame.features).flatMap(([name, value]) => (value ? [] : [name]))
  expect(off).toEqual(['legalCheckbox', 'smartSessions', 'collapseWallets'])
  expect(theme).toMatchObject({ mode: 'auto', motion: 'auto' })
  expect(locale).toEqual({ locale: 'en', dir: 'auto', messages: {} })
})

test('what is read fits the schemas of the frame', () => {
  const config = readOptions(
    options({
      defaultNetwork: optimism,
      features: { email: false, socials: false, connectMethodsOrder: ['wallet', 'email'] },
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
      features: { email: false, socials: [], connectMethodsOrder: ['wallet', 'email'] },
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

test.each([
  [{ siwx: {}, siweConfig: {} }, 'INVALID_OPTIONS: Cannot set both `siweConfig` and `siwx` options'],
  [{ projectId: '' }, 'INVALID_OPTIONS: Project ID Not Configured'],
  [{ projectId: undefined }, 'INVALID_OPTIONS: Project ID Not Configured'],
  [{ projectId: 'a b' }, 'INVALID_OPTIONS: Project ID Not Configured'],
  [{ frameUrl: undefined }, 'FRAME_URL_REQUIRED'],
  [{ frameUrl: '/frame' }, '`frameUrl`'],
  [{ frameUrl: 'ftp://modal.example' }, '`frameUrl`'],
  [{ frameUrl: 'javascript:alert(1)' }, '`frameUrl`'],
  [{ frameUrl: 'https://me@modal.example' }, '`frameUrl`'],
  [{ networks: [] }, '`networks` is empty'],
  [{ networks: undefined }, '`networks` is empty'],
  [{ networks: 'eip155:1' }, '`networks` is empty'],
  [{ networks: [ethereum, ethereum] }, '`networks` holds a network twice'],
  [{ networks: [null] }, '`networks`'],
  [{ networks: [{}] }, '`networks`'],
  [{ networks: [{ ...ethereum, caipNetworkId: 'eip155:x' }] }, 'Invalid CAIP-2 network id: eip155:x'],
  [{ networks: [{ ...ethereum, caipNetworkId: 'cosmos:1' }] }, 'Invalid CAIP-2 network id'],
  [{ networks: [{ ...ethereum, chainNamespace: 'solana' }] }, 'Invalid CAIP-2 network id'],
  [{ defaultNetwork: { ...ethereum, caipNetworkId: 'eip155:5' } }, '`defaultNetwork`'],
  [{ themeMode: 'blue' }, '`themeMode`'],
  [{ dir: 'up' }, '`dir`'],
  [{ motion: 1 }, '`motion`'],
  [{ persist: 'cookie' }, '`persist`'],
  [{ locale: 'not a locale' }, '`locale`'],
  [{ features: { mail: true } }, '`features.mail`'],
  [{ features: { toString: true } }, '`features.toString`'],
  [{ features: { email: 'yes' } }, '`features.email`'],
  [{ features: { socials: ['myspace'] } }, '`features.socials`'],
  [{ features: { socials: true } }, '`features.socials`'],
  [{ features: { swaps: [] } }, '`features.swaps`'],
  [{ features: { connectMethodsOrder: ['email', 'email'] } }, '`features.connectMethodsOrder`'],
  [{ features: { walletFeaturesOrder: ['stake'] } }, '`features.walletFeaturesOrder`'],
  [{ allowUnsupportedChain: 1 }, '`allowUnsupportedChain`'],
  [{ lockScroll: 'no' }, '`lockScroll`'],
  [{ customWallets: {} }, '`customWallets`'],
  [{ featuredWalletIds: 'x' }, '`featuredWalletIds`'],
  [{ mount: 'body' }, '`mount`'],
])('%o is refused by name', (more, text) => {
  expect(wrong(more)).toContain(text)
})

test('whatever the page passes, the answer is a configuration or a typed error', () => {
  const keys = ['networks', 'features', 'customWallets', 'themeVariables', 'metadata', 'adapters', 'transports', 'dir']
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.anything(), (key, value) => {
      expect(() => wrong({ [key]: value, debug: false })).not.toThrow()
    }),
    { numRuns: 2000 },
  )
})

test('an unknown option is a warning for developers, unless debug is off', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  readOptions({ ...options(), netwroks: [] } as Options)
  expect(warn).toHaveBeenCalledWith('[airlock] unknown option `netwroks`')
  readOptions({ ...options({ debug: false }), netwroks: [] } as Options)
  expect(warn).toHaveBeenCalledTimes(1)
})
