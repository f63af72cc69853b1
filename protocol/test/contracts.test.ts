/** The contract tables: complete, consistently named, and one truth about deadlines, sizes and types. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { contracts } from '../src/contracts/describe.ts'
import { app as receivedByHost } from '../src/contracts/host-link/received-by-host.ts'
import type { HostEnd, ModalEnd } from '../src/contracts/host-link/types.ts'
import * as hostLink from '../src/contracts/host-link/types.ts'
import { SyncLocale } from '../src/contracts/shapes/options.ts'
import { ThemeVariables } from '../src/contracts/shapes/theme.ts'
import type { WalletEnd, WalletLinkModalEnd } from '../src/contracts/wallet-link/types.ts'
import * as walletLink from '../src/contracts/wallet-link/types.ts'
import { gatewayEndpoints } from '../src/gateway/endpoints.ts'
import { limits } from '../src/limits.ts'

/** The app events of the embedded wallet. SESSION_UPDATE is deliberately absent: it carried a token that was never read. */
const walletEvents =
  'SWITCH_NETWORK CONNECT_EMAIL CONNECT_DEVICE CONNECT_OTP CONNECT_SOCIAL GET_SOCIAL_REDIRECT_URI GET_FARCASTER_URI CONNECT_FARCASTER GET_USER SIGN_OUT IS_CONNECTED GET_CHAIN_ID GET_SMART_ACCOUNT_ENABLED_NETWORKS INIT_SMART_ACCOUNT SET_PREFERRED_ACCOUNT RPC_REQUEST UPDATE_EMAIL UPDATE_EMAIL_PRIMARY_OTP UPDATE_EMAIL_SECONDARY_OTP SYNC_THEME SYNC_DAPP_DATA RELOAD'.split(
    ' ',
  )
const typesOf = (link: string, direction?: string) =>
  contracts
    .filter((contract) => contract.link === link && (!direction || contract.direction === direction))
    .map((contract) => contract.type)

test('the wallet link has every app event of the specification, as a request of the modal', () => {
  expect(typesOf('wallet', 'modal → wallet')).toEqual(expect.arrayContaining(walletEvents))
  expect(contracts.map((contract) => contract.type)).not.toContain('SESSION_UPDATE')
})

test('the five events that the specification times out at 30 s have a fixed deadline', () => {
  for (const type of ['CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_OTP', 'CONNECT_SOCIAL', 'GET_SOCIAL_REDIRECT_URI'])
    expect(contracts.find((contract) => contract.link === 'wallet' && contract.type === type)?.deadline).toBe('fixed')
  expect(limits.deadlineMs).toBe(30_000)
})

test('type names are UPPER_SNAKE, look like no answer, and leave the channel’s own words alone', () => {
  const reserved = ['HELLO', 'INIT', 'READY', 'PROGRESS', 'CANCEL', 'BYE']
  for (const { type } of contracts) {
    expect(type).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/)
    expect(type).not.toMatch(/_(SUCCESS|ERROR)$/)
    expect(`${type}_SUCCESS`.length).toBeLessThanOrEqual(64)
    expect(reserved).not.toContain(type)
  }
})

test('only the UPPER_SNAKE shape with a pattern answers for notifications and requests alike: no type is both on one port', () => {
  const kinds = new Map<string, Set<string>>()
  for (const { link, port, type, kind } of contracts) {
    const name = `${link}/${port}/${type}`
    kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
  }
  for (const [name, both] of kinds) expect([name, both.size]).toEqual([name, 1])
})

describe.each([
  ['host', hostLink],
  ['wallet', walletLink],
] as const)('the %s link', (link, types) => {
  const own = contracts.filter((contract) => contract.link === link)

  test('the ends know the same person types as the facts', () => {
    const facts = own.filter((contract) => contract.deadline === 'person').map((contract) => contract.type)
    expect([...types.personTypes].sort()).toEqual([...new Set(facts)].sort())
  })

  test('the ends know the same large types as the facts', () => {
    const facts = own.filter((contract) => contract.large).map((contract) => contract.type)
    expect([...types.largeTypes].sort()).toEqual([...new Set(facts)].sort())
  })

  test('a deadline or size holds for the type on every port, since the ends look it up by type alone', () => {
    for (const { type, deadline, large } of own)
      for (const other of own.filter((contract) => contract.type === type))
        expect([type, other.deadline, other.large]).toEqual([type, deadline, large])
  })

  test('ports are those of the tables', () => {
    expect(new Set(own.map((contract) => contract.port))).toEqual(new Set(types.ports))
  })
})

test('every message has a sentence, and every request a schema for its answer', () => {
  for (const { type, summary, kind, response, deadline } of contracts) {
    expect([type, summary]).toEqual([type, expect.stringMatching(/^.{8,}[.?]$/)])
    expect(response !== undefined).toBe(kind === 'request')
    expect(deadline !== undefined).toBe(kind === 'request')
  }
})

test('each end handles exactly the calls of the other, by type', () => {
  expectTypeOf<HostEnd['app']['calls']>().toEqualTypeOf<ModalEnd['app']['handles']>()
  expectTypeOf<ModalEnd['app']['calls']>().toEqualTypeOf<HostEnd['app']['handles']>()
  expectTypeOf<ModalEnd['app']['tells']>().toEqualTypeOf<HostEnd['app']['hears']>()
  expectTypeOf<HostEnd['injected']['tells']>().toEqualTypeOf<ModalEnd['injected']['hears']>()
  expectTypeOf<WalletLinkModalEnd['app']['calls']>().toEqualTypeOf<WalletEnd['app']['handles']>()
  expectTypeOf<WalletEnd['app']['calls']>().toEqualTypeOf<WalletLinkModalEnd['app']['handles']>()
  expectTypeOf<HostEnd['app']['calls']['SWITCH_NETWORK']['response']>().toExtend<{ chainId: string }>()
  expectTypeOf<WalletEnd['app']['handles']['CONNECT_OTP']['request']>().toEqualTypeOf<{ otp: string }>()
  expectTypeOf<'STATE'>().toExtend<keyof HostEnd['app']['hears']>()
  expectTypeOf<'STATE'>().not.toExtend<keyof HostEnd['app']['tells']>()
})

describe('theme tokens [C51]', () => {
  test.each([
    ['accent', '#0a84ff', true],
    ['accent', 'rgb(10, 132, 255)', true],
    ['accent', 'url(https://evil.example)', false],
    ['accent', 'red;}</style>', false],
    ['accent', 'expression(alert(1))', false],
    ['accent', 'var(--x)', false],
    ['canvas', '@import "x"', false],
    ['fontFamily', 'Inter, "Helvetica Neue", sans-serif', true],
    ['fontFamily', '"A", B, "C D"', true],
    ['fontFamily', 'Inter; color: red', false],
    ['fontFamily', 'url(x)', false],
    ['fontFamily', 'x'.repeat(201), false],
    ['radiusScale', 2, false],
    ['fontScale', 1.1, false],
  ])('%s %j: %s', (token, value, expected) => {
    expect(ThemeVariables.safeParse({ [token]: value }).success).toBe(expected)
  })

  test('a list of fonts that almost matches is refused at once: there is one way to read each text', () => {
    for (const separator of [', a', ',a', ' a', ', "a"', ', '])
      expect(ThemeVariables.safeParse({ fontFamily: `a${separator.repeat(40)};`.slice(0, 200) }).success).toBe(false)
  })
})

test('a locale message with a key that names a prototype is refused', () => {
  const messages = JSON.parse('{"__proto__":"x"}') as object
  expect(SyncLocale.safeParse({ locale: 'en', dir: 'ltr', messages: { 'a b': 'x' } }).success).toBe(false)
  expect(Object.keys(messages)).toEqual(['__proto__']) // such a message never gets this far: the pre-walk refuses it
})

test.each([
  ['t'.repeat(43), true],
  ['t'.repeat(42), false],
  ['../'.padEnd(43, 't'), false],
  ['//evil.example/'.padEnd(43, 't'), false],
  [`${'t'.repeat(43)}?to=`, false],
])('a ticket, which becomes a part of an address, is nothing but a ticket: %s [C261]', (ticket, expected) => {
  expect(receivedByHost.requests.LOGIN_LEAVE.safeParse({ ticket }).success).toBe(expected)
})

test('the gateway has the calls of the specification by method, path and parameters, but those of sessions', () => {
  const calls: Readonly<Record<string, readonly string[]>> = {
    'GET /v1/supported-chains': [],
    'GET /v1/identity/:address': ['sender'],
    'GET /v1/account/:address/history': ['cursor', 'onramp', 'chainId'],
    'GET /v1/convert/quotes': ['amount', 'userAddress', 'from', 'to', 'gasPrice'],
    'GET /v1/convert/tokens': ['chainId'],
    'POST /v1/fungible/price': ['currency', 'addresses', 'projectId'],
    'GET /v1/convert/allowance': ['tokenAddress', 'userAddress'],
    'GET /v1/convert/gas-price': ['chainId'],
    'POST /v1/convert/build-transaction': [
      'amount',
      'eip155',
      'projectId',
      'from',
      'to',
      'userAddress',
      'disableEstimate',
    ],
    'GET /v1/convert/build-approve': ['userAddress', 'from', 'to'],
    'GET /v1/account/:address/balance': ['currency', 'chainId', 'forceUpdate'],
    'GET /v1/profile/account/:name': ['apiVersion'],
    'GET /v1/profile/reverse/:address': ['sender', 'apiVersion'],
    'GET /v1/profile/suggestions/:name': ['zone'],
    'POST /v1/profile/account': ['coin_type', 'address', 'message', 'signature'],
    'POST /v1/generators/onrampurl': [
      'destinationWallets',
      'defaultNetwork',
      'partnerUserId',
      'defaultExperience',
      'presetCryptoAmount',
      'presetFiatAmount',
    ],
    'GET /v1/onramp/options': [],
    'POST /v1/onramp/quote': ['purchaseCurrency', 'paymentCurrency', 'amount', 'network'],
  }
  const had = new Map<string, z.ZodMiniType>(
    Object.values(gatewayEndpoints).map(({ method, path, request }) => [`${method} ${path}`, request]),
  )
  for (const [call, parameters] of Object.entries(calls)) {
    const request = had.get(call)
    expect(request, call).toBeInstanceOf(z.ZodMiniObject)
    if (!(request instanceof z.ZodMiniObject)) continue
    expect(Object.keys(request.shape), call).toEqual(expect.arrayContaining([...parameters]))
    if (call.startsWith('GET')) expect(Object.keys(request.shape), call).toEqual(expect.arrayContaining(['st', 'sv']))
  }
})
