import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventBody, events, isEventName, isImpersonal, typeOfEvent } from '../src/contracts/analytics.ts'

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: length, maxLength: length })
const base58 = (min: number, max: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')),
    minLength: min,
    maxLength: max,
  })
const personal = fc.oneof(
  fc.tuple(hex(64), hex(64)).map(([topic, key]) => `wc:${topic}@2?relay-protocol=irn&symKey=${key}`),
  fc.tuple(hex(64), hex(64)).map(([topic, key]) => encodeURIComponent(`wc:${topic}@2?symKey=${key}`)),
  hex(40).map((address) => `0x${address}`),
  base58(32, 44),
  hex(38).map((data) => `bc1q${data}`),
  fc.emailAddress(),
)
const padding = fc.string({ unit: fc.constantFrom(' ', '.', '(', '-', 'é'), maxLength: 8 })

test('no text of an event can hold a pairing URI, an address, a key or an email address', () => {
  fc.assert(
    fc.property(padding, personal, padding, (before, secret, after) => {
      expect(isImpersonal(before + secret + after)).toBe(false)
    }),
  )
})

test('names of wallets and texts of their errors count as impersonal', () => {
  for (const words of [
    'MetaMask',
    'USER_REJECTED',
    'Failed to disconnect',
    'Crypto.com Onchain',
    '',
    'Brave Wallet, v1.2',
  ])
    expect(isImpersonal(words), words).toBe(true)
})

/** Puts the secret into every place of an event where any text at all is taken. */
test('no event takes a pairing URI or an account’s address in any property, whatever its name', () => {
  const keys = [
    'message',
    'name',
    'search',
    'error',
    'errorMessage',
    'errorType',
    'uri',
    'address',
    'cursor',
    'network',
    'ensName',
  ]
  const valid: Record<string, unknown> = {
    connected: true,
    isSmartAccount: false,
    network: 'eip155:1',
    networks: ['eip155:1'],
    badge: '',
    search: '',
    searchLength: 8,
    name: 'Wallet',
    platform: 'mobile',
    method: 'qrcode',
    message: 'failed',
    error: 'failed',
    namespace: 'all',
    accountType: 'eoa',
    provider: 'google',
    swapFromToken: 'ETH',
    swapToToken: 'DAI',
    swapFromAmount: '1.5',
    swapToAmount: '3',
    token: 'ETH',
    amount: 1,
  }
  const accepts = (name: string, properties: object) => isEventName(name) && events[name].safeParse(properties).success
  for (const [name, schema] of Object.entries(events)) {
    const own = Object.keys(schema.shape)
    const base = Object.fromEntries(
      own
        .filter((key) => key in valid)
        .map((key) => [key, name === 'SELECT_BUY_PROVIDER' && key === 'provider' ? 'meld' : valid[key]]),
    )
    expect(accepts(name, base), name).toBe(true)
    fc.assert(
      fc.property(fc.constantFrom(...new Set([...keys, ...own])), personal, (key, secret) => {
        expect(accepts(name, { ...base, [key]: secret }), `${name}.${key} = ${secret}`).toBe(false)
      }),
      { numRuns: 60 },
    )
  }
})

test('a body names its page by the origin alone', () => {
  const body = {
    eventId: '637c2085-ac6b-4f33-b31d-f65829310f6d',
    url: 'https://shop.example',
    domain: 'shop.example',
    timestamp: 1,
    props: { type: typeOfEvent('CLICK_NETWORKS'), event: 'CLICK_NETWORKS' },
  }
  expect(EventBody.safeParse(body).success).toBe(true)
  for (const change of [
    { url: 'https://shop.example/me' },
    { url: 'https://shop.example?wallet=1' },
    { domain: 'shop.example/me' },
    { eventId: 'fixed' },
    { address: '0x0' },
  ])
    expect(EventBody.safeParse({ ...body, ...change }).success, JSON.stringify(change)).toBe(false)
})
