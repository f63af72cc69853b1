/** Airlock as a wallet of the Wallet Standard: its list, networks, and sign-in messages. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Keypair } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toRpcError } from '../src/providers/rpc-error.ts'
import { registerWalletStandard, solanaAdapter } from '../src/solana/index.ts'
import { signInText } from '../src/standard/sign-in.ts'
import { createStore } from '../src/store/store.ts'
import type { Airlock, Network, SolanaProvider, State } from '../src/types.ts'
import { emptyState, ethereum, solana } from './support.ts'

const address = Keypair.generate().publicKey.toBase58()
const development: Network = {
  ...solana,
  id: 'AirLockLocaLSoLanaChain111111111',
  caipNetworkId: 'solana:AirLockLocaLSoLanaChain111111111',
  rpcUrls: { default: { http: ['http://127.0.0.1:8899'] } },
}
const connected: State['accounts'] = {
  solana: {
    namespace: 'solana',
    status: 'connected',
    restoring: false,
    address,
    caipAddress: `${development.caipNetworkId}:${address}`,
    accounts: [`${development.caipNetworkId}:${address}`],
  },
}

interface Listed {
  readonly name: string
  readonly chains: readonly string[]
  readonly accounts: readonly { readonly address: string }[]
  readonly features: {
    readonly 'standard:connect': { connect: (input?: object) => Promise<Pick<Listed, 'accounts'>> }
    readonly 'solana:signMessage': { signMessage: (input: object) => Promise<unknown> }
    readonly 'solana:signIn': {
      signIn: (...inputs: object[]) => Promise<readonly { readonly signedMessage: Uint8Array }[]>
    }
  }
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', { host: 'app.example' })
})
afterEach(() => void vi.unstubAllGlobals())

function start(networks: readonly Network[] = [ethereum, solana, development]) {
  const store = createStore(emptyState)
  const provider = {
    connect: vi.fn<SolanaProvider['connect']>((options) => {
      if (options?.onlyIfTrusted === true) return Promise.reject(toRpcError(new AirlockError('UNAUTHORIZED')))
      store.set({ accounts: connected })
      return Promise.resolve({ publicKey: address })
    }),
    signMessage: vi.fn<SolanaProvider['signMessage']>(() => Promise.resolve(new Uint8Array(64))),
  }
  const switchNetwork = vi.fn(() => Promise.resolve(solana))
  const parts = { networks, getState: store.getState, subscribe: store.subscribe, provider: () => provider }
  const airlock = { ...parts, switchNetwork } as unknown as Airlock // as: has what the entry uses
  const list = new Set<Listed>()
  const register = (wallet: Listed) => {
    list.add(wallet)
    return () => list.delete(wallet)
  }
  const late = () => window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  const listed = () => [...list][0] ?? expect.unreachable('Airlock is in no list')
  return { store, provider, airlock, list, late, listed, switchNetwork }
}

test('is listed from its registration to the undo, and connects by the modal', async () => {
  const { airlock, provider, store, list, late, listed } = start()
  const undo = registerWalletStandard(airlock)
  late()
  const { 'standard:connect': connecting } = listed().features
  expect([listed().name, listed().accounts]).toEqual(['Airlock', []])
  expect(await connecting.connect({ silent: true })).toEqual({ accounts: [] })
  expect((await connecting.connect()).accounts.map((account) => account.address)).toEqual([address])
  expect(provider.connect.mock.calls).toEqual([[{ onlyIfTrusted: true }], []])
  store.set({ accounts: {} })
  expect(listed().accounts).toEqual([])
  undo()
  expect(list.size).toBe(0)
  late()
  expect(list.size).toBe(0)
})

test('a silent connect tells why the frame did not start', async () => {
  const { airlock, provider, late, listed } = start()
  registerWalletStandard(airlock)
  late()
  provider.connect.mockImplementation(() => Promise.reject(toRpcError(new AirlockError('FRAME_REFUSED'))))
  await expect(listed().features['standard:connect'].connect({ silent: true })).rejects.toMatchObject({
    reason: 'FRAME_REFUSED',
  })
})

test('is what the option `adapters` takes, and nothing on a server', () => {
  const { airlock, list, late } = start()
  expect(solanaAdapter().namespace).toBe('solana')
  const undo = solanaAdapter().attach(airlock)
  late()
  expect(list.size).toBe(1)
  undo()
  vi.unstubAllGlobals()
  expect(() => solanaAdapter().attach(airlock)()).not.toThrow()
})

test('a development node has the name that libraries give it, and is the network that it names', async () => {
  const { airlock, store, late, listed, switchNetwork } = start()
  registerWalletStandard(airlock)
  late()
  store.set({ accounts: connected })
  expect(listed().chains).toEqual(['solana:mainnet', development.caipNetworkId, 'solana:localnet'])
  const [account] = listed().accounts
  const ask = (chain: string) =>
    listed().features['solana:signMessage'].signMessage({ account, chain, message: new Uint8Array([1]) })
  await expect(ask('solana:localnet')).resolves.toHaveLength(1)
  expect(switchNetwork).not.toHaveBeenCalled()
  await expect(ask('solana:devnet')).rejects.toMatchObject({ code: 4902 })
})

describe('a sign-in [C100]', () => {
  const text = (input: object) => new TextDecoder().decode(signInText(input, 'app.example', address))

  test('has the text of the standard', () => {
    expect(text({})).toBe(`app.example wants you to sign in with your Solana account:\n${address}`)
    expect(text({ statement: 'Hello', uri: 'https://app.example', nonce: '12345678', resources: ['a', 'b'] })).toBe(
      `app.example wants you to sign in with your Solana account:\n${address}\n\nHello\n\nURI: https://app.example\nNonce: 12345678\nResources:\n- a\n- b`,
    )
  })

  test.each([
    ['another domain', { domain: 'other.example' }, 'BAD_SHAPE'],
    ['another account', { address: 'other' }, 'UNAUTHORIZED'],
    ['a statement of two lines', { statement: 'Hello\n\nURI: https://other.example' }, 'BAD_SHAPE'],
    ['a field of two lines', { nonce: '1\rNonce: 2' }, 'BAD_SHAPE'],
    ['a resource of two lines', { resources: ['a\nb'] }, 'BAD_SHAPE'],
    ['resources that are no list', { resources: 'a' }, 'BAD_SHAPE'],
    ['a field that is no text', { nonce: 1 }, 'BAD_SHAPE'],
  ])('for %s is refused', (_, input, code) => {
    expect(() => text(input)).toThrow(expect.objectContaining({ code }))
  })

  test('connects first, and signs for the domain of the page', async () => {
    const { airlock, late, listed } = start()
    registerWalletStandard(airlock)
    late()
    const [answer] = await listed().features['solana:signIn'].signIn({ nonce: '12345678' })
    expect(new TextDecoder().decode(answer?.signedMessage)).toMatch(/^app\.example wants .*Nonce: 12345678$/s)
    await expect(listed().features['solana:signIn'].signIn({ domain: 'other.example' })).rejects.toMatchObject({
      code: -32602,
    })
  })
})
