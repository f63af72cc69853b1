import { AirlockError } from '@airlock/protocol/errors.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAgreement } from './agreement.ts'
import { toPairingError } from './errors.ts'
import { readEvent } from './events.ts'

const address = `0x${'ab'.repeat(20)}`

describe('errors', () => {
  test.each([
    [{ code: 5000, message: 'User rejected.' }, 'USER_REJECTED', 4001],
    [{ code: 4001, message: 'no' }, 'USER_REJECTED', 4001],
    [{ code: 4902, message: 'Unrecognized chain' }, 'CHAIN_NOT_SUPPORTED', 4902],
    [{ code: -32000, message: 'insufficient funds' }, 'WALLET_FAILED', -32000],
    [{ code: 0, message: 'Proposal expired' }, 'PAIRING_EXPIRED', -32000],
    [new Error('Proposal expired'), 'PAIRING_EXPIRED', -32000],
    [new Error('Request expired. Please try again.'), 'TIMEOUT', -32000],
    [
      new Error('WebSocket connection closed abnormally with code: 3000 (Unauthorized: origin not allowed)'),
      'ORIGIN_NOT_ALLOWED',
      -32000,
    ],
    [
      new Error('WebSocket connection closed abnormally with code: 3000 (Unauthorized: invalid key)'),
      'INVALID_PROJECT_ID',
      -32000,
    ],
    [
      new Error(
        'WebSocket connection closed abnormally with code: 3000 (JWT validation error: JWT Token is not yet valid)',
      ),
      'CLOCK_WRONG',
      -32000,
    ],
    [new Error('Failed to publish payload, please try again. id:1 tag:1108'), 'RELAY_UNREACHABLE', -32000],
    [new Error("No matching key. session topic doesn't exist: ab"), 'DISCONNECTED', 4900],
    [{ code: 6000, message: 'User disconnected.' }, 'DISCONNECTED', 4900],
    // The answer to a sign-in request, which has no code.
    ['User rejected', 'USER_REJECTED', 4001],
    ['The user rejected nothing', 'WALLET_FAILED', -32000],
    [undefined, 'WALLET_FAILED', -32000],
  ])('%o becomes %s', (thrown, code, rpcCode) => {
    expect(toPairingError(thrown)).toMatchObject({ code, rpcCode })
  })

  test('anything thrown becomes an error of ours', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(toPairingError(thrown)).toBeInstanceOf(AirlockError)
      }),
    )
  })
})

describe('events', () => {
  const said = (name: string, data: unknown, chainId = 'eip155:1') =>
    readEvent({ event: { name, data }, chainId }, 'eip155')

  test.each([10, '10', '0xa', 'eip155:10'])('chainChanged with %o is eip155:10', (data) => {
    expect(said('chainChanged', data)).toEqual({ chain: 'eip155:10' })
  })

  test('accounts come with their chain or as bare addresses', () => {
    expect(said('accountsChanged', [`eip155:10:${address}`])).toEqual({ accounts: [`eip155:10:${address}`] })
    expect(said('accountsChanged', [address])).toEqual({ accounts: [`eip155:1:${address}`] })
    expect(said('accountsChanged', [])).toEqual({ accounts: [] })
  })

  test('each account once, a hundred at most, and nothing of what cannot be read', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `eip155:1:0x${index.toString(16).padStart(40, '0')}`)
    expect(said('accountsChanged', many)).toEqual({ accounts: many.slice(0, 100) })
    const shouted = `eip155:1:0x${'AB'.repeat(20)}`
    expect(said('accountsChanged', [`eip155:1:${address}`, shouted, address])).toEqual({
      accounts: [`eip155:1:${address}`],
    })
    // Ignored: an empty list would mean that no account is left.
    expect(said('accountsChanged', ['\u202e0xab', 'hello', {}, null])).toBeUndefined()
    expect(said('accountsChanged', [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${'A'.repeat(44)}`])).toBeUndefined()
  })

  test('Bitcoin wallets describe their addresses; those for collectibles are not for payments', () => {
    const chainId = 'bip122:000000000019d6689c085ae165831e93'
    const pays = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const collects = 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'
    const data = [
      { address: collects, intention: 'ordinal' },
      { address: pays, publicKey: '02', path: "m/84'/0'/0'/0/0", intention: 'payment' },
    ]
    expect(readEvent({ event: { name: 'bip122_addressesChanged', data }, chainId }, 'bip122')).toEqual({
      accounts: [`${chainId}:${pays}`],
    })
  })

  test('an event of another namespace, or one of no known form, is dropped', () => {
    expect(said('chainChanged', 'solana:abc')).toBeUndefined()
    expect(said('chainChanged', 10, 'solana:abc')).toBeUndefined()
    expect(said('something', 10)).toBeUndefined()
    fc.assert(fc.property(fc.anything(), (params) => void readEvent(params, 'eip155')))
  })
})

const session = {
  topic: 'a'.repeat(64),
  expiry: 1_700_000_000,
  namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods: [], events: [] } },
  peer: { metadata: { name: 'Pocket\u202e', icons: ['https://wallet.example/icon.png'] } },
}

test('a session is what has the form of one and grants an account', () => {
  expect(readAgreement(session)).toMatchObject({ wallet: 'Pocket', expiresAt: 1_700_000_000_000 })
  expect(readAgreement({ ...session, topic: 'x' })).toBeUndefined()
  expect(readAgreement({ ...session, namespaces: {} })).toBeUndefined()
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readAgreement(value)).toBeUndefined()
    }),
  )
})
