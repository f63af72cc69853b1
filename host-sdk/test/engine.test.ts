/**
 * The engine in the bundle gives the same verdicts as zod: replays the conformance vectors of the host end, and
 * compares both on random changes to valid values.
 */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { memoryPort } from '../../protocol/test/support/memory-port.ts'
import { settled } from '../../protocol/test/support/peer.ts'
import { handshakeVectors, messageVectors } from '../../protocol/test/support/vectors.ts'
import { change, decode, type Names } from '../../scripts/protocol-docs/tagged.ts'
import { address, connectedAccount } from './support.ts'

const load = async () => {
  vi.resetModules()
  return {
    channel: await import('@airlock/protocol/channel.ts'),
    handshake: await import('@airlock/protocol/contracts/handshake.ts'),
    host: await import('@airlock/protocol/contracts/host-link/received-by-host.ts'),
    types: await import('@airlock/protocol/contracts/host-link/types.ts'),
    account: await import('@airlock/protocol/contracts/shapes/account.ts'),
    signIn: await import('@airlock/protocol/contracts/shapes/sign-in.ts'),
    injected: await import('@airlock/protocol/allowlist/injected.ts'),
    bitcoin: await import('@airlock/protocol/allowlist/injected-bitcoin.ts'),
    errors: await import('@airlock/protocol/contracts/wire-error.ts'),
    envelope: await import('@airlock/protocol/envelope.ts'),
    parse: await import('@airlock/protocol/parse.ts'),
    read: await import('@airlock/protocol/read.ts'),
  }
}
vi.doMock('zod/mini', () => import('../engine/zod-mini.ts'))
const small = await load()
vi.doUnmock('zod/mini')
const real = await load()

test('the two sides of these tests run on different engines', () => {
  expect(Object.keys(small.envelope.Envelope)).toEqual(['run', 'isOptional', 'check', 'shape'])
  expect(Object.keys(real.envelope.Envelope)).not.toContain('run')
})

const names: Names = { freshId: () => crypto.randomUUID() }
const crossed = (value: unknown): unknown => {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}

const received = messageVectors.filter(
  ({ link, to, wrongDirection }) => link === 'host' && (to === 'host' || !wrongDirection),
)

function play(port: 'app' | 'injected' | 'provider', epoch: number) {
  const wire = memoryPort()
  const ran: string[] = []
  const refusals: string[] = []
  const receives = small.host[port]
  const note = (type: string) => () => {
    ran.push(type)
    return {}
  }
  const all = (types: object) => Object.fromEntries(Object.keys(types).map((type) => [type, note(type)]))
  const channel = small.channel.createChannel({
    transport: wire,
    epoch,
    receives,
    tells: [],
    handlers: all(receives.requests),
    listeners: all(receives.notifications),
    personTypes: small.types.personTypes,
    largeTypes: small.types.largeTypes,
    onRefusal: (reason) => refusals.push(reason),
  })
  return { wire, channel, ran, refusals }
}

test('there are vectors for everything the host end receives', () => {
  const tables = Object.values(small.host)
  const types = tables.flatMap(({ requests, notifications }) => [
    ...Object.keys(requests),
    ...Object.keys(notifications),
  ])
  expect(received.map(({ type }) => type).sort()).toEqual(types.sort())
})

describe.each(received)('$port/$type', ({ port, type, epoch, valid, hostile }) => {
  test.each(valid)('accepted: $name', async ({ message }) => {
    const { wire, ran, refusals, channel } = play(port as 'app', epoch)
    wire.deliver(crossed(decode(message, names)))
    await settled()
    expect([ran, refusals]).toEqual([[type], []])
    channel.close('DESTROYED')
  })

  test('every hostile one is refused with its reason', async () => {
    for (const { name, of, reason, closes: _, ...difference } of hostile) {
      const { wire, ran, refusals, channel } = play(port as 'app', epoch)
      wire.deliver(crossed(change(decode(valid[of]?.message ?? null, names), difference, names)))
      await settled()
      expect({ name, ran, refusals }).toEqual({ name, ran: [], refusals: [reason] })
      channel.close('DESTROYED')
    }
  })
})

describe.each(handshakeVectors.filter(({ schema }) => schema === 'HELLO' || schema === 'READY'))(
  '$schema',
  ({ schema, valid, hostile }) => {
    const read = (value: unknown) =>
      small.read.readMessage<unknown>(schema === 'HELLO' ? small.handshake.Hello : small.handshake.Ready, value)
    test('is read as with zod', () => {
      for (const { message } of valid) expect(read(crossed(decode(message, names)))).toBeDefined()
      for (const { name, of, ...difference } of hostile)
        expect([name, read(crossed(change(decode(valid[of]?.message ?? null, names), difference, names)))]).toEqual([
          name,
          undefined,
        ])
    })
  },
)

test('a page that has extended Object.prototype changes no verdict', () => {
  const message = { id: undefined, epoch: 1, type: 'PING', payload: {} }
  const read = (value: unknown) => small.parse.parse(small.envelope.Envelope, value).ok
  Object.assign(Object.prototype, { extend: 1 })
  const verdicts = [read(message), read({ ...message, more: 1 })]
  Reflect.deleteProperty(Object.prototype, 'extend')
  expect(verdicts).toEqual([true, false])
})

// Random changes to valid values, judged by both engines ------------------------------------------------------------

const account = {
  ...connectedAccount,
  wallet: { ...connectedAccount.wallet, icon: 'data:image/png;base64,AA' },
  balance: { formatted: '1.0', symbol: 'ETH', asOf: 1 },
  profile: { name: 'n' },
}
const session = {
  data: { accountAddress: address, chainId: 'eip155:1', uri: 'https://app.example', version: '1' },
  message: 'm',
  signature: '0x00',
  cacao: {
    h: { t: 'caip122' },
    p: { iss: 'i', domain: 'd', aud: 'a', version: '1', nonce: 'n', iat: 't', resources: ['r'] },
    s: { t: 'eip191', s: '0x00' },
  },
}
const snapshot = {
  open: true,
  view: 'Connect',
  active: 'eip155',
  network: 'eip155:1',
  unsupported: null,
  networks: ['eip155:1'],
  accounts: [account],
  session,
  theme: 'dark',
  health: 'ok',
}
const hint = { connectorId: 'w', connectorType: 'injected', name: 'W', namespace: 'eip155', network: 'eip155:1' }
const chain = {
  chainId: '0x1',
  chainName: 'N',
  nativeCurrency: { name: 'n', symbol: 's', decimals: 18 },
  rpcUrls: ['https://a.example'],
  blockExplorerUrls: ['https://b.example'],
}
const params: Record<keyof typeof small.injected.injectedEvm, unknown[]> = {
  eth_requestAccounts: [],
  eth_accounts: [],
  eth_chainId: [],
  wallet_switchEthereumChain: [{ chainId: '0x1' }],
  wallet_addEthereumChain: [chain],
  wallet_revokePermissions: [{ eth_accounts: {} }],
  personal_sign: ['0x00', address],
  eth_sendTransaction: [{ from: address }],
  eth_getBalance: [address, 'latest'],
  eth_call: [{ to: address }, '0x1'],
  eth_estimateGas: [{ to: address }],
  eth_getTransactionReceipt: [`0x${'1'.repeat(64)}`],
  wallet_getCapabilities: [address],
  wallet_getAssets: [{ account: address }],
  wallet_sendCalls: [{ version: '2.0.0', from: address }],
  wallet_getCallsStatus: ['0x01'],
}
const pubkey = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const solanaParams: Record<keyof typeof small.injected.injectedSolana, unknown[]> = {
  solana_connect: [],
  solana_accounts: [],
  solana_disconnect: [],
  solana_signMessage: [{ message: '2', pubkey }],
  solana_signIn: [
    {
      input: {
        domain: 'd',
        statement: 's',
        uri: 'https://d.example/',
        version: '1',
        chainId: 'mainnet',
        nonce: 'n',
        issuedAt: 't',
        resources: ['r'],
      },
      pubkey,
    },
  ],
  solana_signTransaction: [{ transaction: '2', pubkey }],
  solana_signAllTransactions: [{ transactions: ['2'], pubkey }],
  solana_signAndSendTransaction: [{ transaction: '2', pubkey, options: { preflightCommitment: 'confirmed' } }],
}
const coin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const bitcoinParams: Record<keyof typeof small.bitcoin.injectedBitcoin, unknown[]> = {
  bitcoin_connect: [],
  bitcoin_accounts: [],
  bitcoin_disconnect: [],
  bitcoin_switchNetwork: [],
  bitcoin_signMessage: [{ address: coin, message: 'hello', protocol: 'bip322' }],
  bitcoin_sendTransfer: [{ from: coin, recipient: coin, amount: '1000', memo: 'lunch' }],
  bitcoin_signPsbt: [
    { psbt: 'cHNidP8BAAAAAAAA', inputs: [{ address: coin, index: 0, sighashTypes: [1] }], broadcast: true },
  ],
}
const standing = {
  accounts: [{ address: coin, purpose: 'payment', publicKey: 'ab'.repeat(32), path: "m/84'/0'/0'/0/0" }],
  network: 'bip122:000000000019d6689c085ae165831e93',
}
type Subject = [
  name: string,
  one: Parameters<typeof small.parse.parse>[0],
  other: Parameters<typeof small.parse.parse>[0],
  sample: unknown,
]
const subjects: Subject[] = [
  ['Snapshot', small.account.Snapshot, real.account.Snapshot, snapshot],
  ['SignInSession', small.signIn.SignInSession, real.signIn.SignInSession, session],
  ['Account', small.account.Account, real.account.Account, account],
  ['ReconnectHint', small.account.ReconnectHint, real.account.ReconnectHint, hint],
  ['WireError', small.errors.WireError, real.errors.WireError, { code: 1, message: 'm', reason: 'ABC', data: [1] }],
  [
    'Envelope',
    small.envelope.Envelope,
    real.envelope.Envelope,
    { id: crypto.randomUUID(), epoch: 1, type: 'A', payload: {} },
  ],
  ...Object.entries(params).map(([method, sample]): Subject => {
    const key = method as keyof typeof params
    return [method, small.injected.injectedEvm[key].params, real.injected.injectedEvm[key].params, sample]
  }),
  ...Object.entries(solanaParams).map(([method, sample]): Subject => {
    const key = method as keyof typeof solanaParams
    return [method, small.injected.injectedSolana[key].params, real.injected.injectedSolana[key].params, sample]
  }),
  ...Object.entries(bitcoinParams).map(([method, sample]): Subject => {
    const key = method as keyof typeof bitcoinParams
    return [method, small.bitcoin.injectedBitcoin[key].params, real.bitcoin.injectedBitcoin[key].params, sample]
  }),
  ['BitcoinStanding', small.bitcoin.BitcoinStanding, real.bitcoin.BitcoinStanding, standing],
]

const strange = fc.oneof(
  // The pre-walk refuses keys that name a prototype, and the two engines differ on them, so none is generated.
  fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('"__proto__"')),
  fc.constantFrom<unknown>(
    '',
    'x'.repeat(2000),
    '😀'.repeat(128),
    '😀'.repeat(129),
    -0,
    0.5,
    2 ** 53,
    -1,
    [],
    {},
    [[]],
    null,
    'eip155',
    'eip155:01',
    'data:image/png,',
    'https://x',
    '0x',
    address,
  ),
)

/** The value with one part replaced, removed or added. */
function mutate(value: unknown, random: { pick: (max: number) => number; put: unknown }): unknown {
  if (typeof value !== 'object' || value === null || random.pick(4) === 0) return random.put
  if (Array.isArray(value)) {
    const copy: unknown[] = Array.from(value as unknown[])
    const at = random.pick(copy.length + 1)
    if (random.pick(4) === 0) copy.splice(at, 1)
    else copy[at] = at < copy.length ? mutate(copy[at], random) : random.put
    return copy
  }
  const entries = Object.entries(value)
  const at = random.pick(entries.length + 1)
  const entry = entries[at]
  if (!entry) return { ...value, added: random.put }
  if (random.pick(4) === 0) return Object.fromEntries(entries.filter((other) => other !== entry))
  return { ...value, [entry[0]]: mutate(entry[1], random) }
}

test.each(subjects)('%s is judged alike, and yields the same value', (_, one, other, sample) => {
  expect(small.parse.parse(one, sample)).toEqual({ ok: true, value: sample })
  fc.assert(
    fc.property(
      fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
      strange,
      fc.integer({ min: 1, max: 2 }),
      (numbers, put, times) => {
        let next = 0
        const pick = (max: number) => (numbers[next++ % numbers.length] ?? 0) % max
        let value = sample
        for (let time = 0; time < times; time++) value = mutate(value, { pick, put })
        const mine = small.parse.parse(one, value)
        const theirs = real.parse.parse(other, value)
        expect(mine.ok).toBe(theirs.ok)
        if (mine.ok && theirs.ok) expect(mine.value).toEqual(theirs.value)
      },
    ),
    { numRuns: 1500 },
  )
})
