/** Airlock inside wallet-adapter: the real base classes and errors, over a simulated instance of the page. */

import { AirlockError } from '@airlock/protocol/errors.ts'
import {
  WalletConnectionError,
  WalletDisconnectedError,
  WalletLoadError,
  WalletNotConnectedError,
  WalletReadyState,
  WalletSignMessageError,
  WalletSignTransactionError,
  WalletWindowClosedError,
} from '@solana/wallet-adapter-base'
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toRpcError } from '../src/providers/rpc-error.ts'
import { createStore } from '../src/store/store.ts'
import type { Airlock, SolanaProvider, State } from '../src/types.ts'
import { AirlockWalletAdapter } from '../src/wallet-adapter/index.ts'
import { emptyState, ethereum, solana } from './support.ts'

const [one, two] = [Keypair.generate(), Keypair.generate()]
const devnet = {
  ...solana,
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  rpcUrls: { default: { http: ['https://devnet.example'] } },
} as const
const blockhash = PublicKey.unique().toBase58()
const message = new Uint8Array([1, 2, 3])

const accounts = ({ publicKey }: Keypair): State['accounts'] => {
  const caipAddress = `${solana.caipNetworkId}:${publicKey.toBase58()}` as const
  const address = publicKey.toBase58()
  return {
    solana: {
      namespace: 'solana',
      status: 'connected',
      restoring: false,
      address,
      caipAddress,
      accounts: [caipAddress],
    },
  }
}
const failure = (code: 'USER_CLOSED' | 'USER_REJECTED' | 'UNAUTHORIZED' | 'FRAME_REFUSED') =>
  Promise.reject(toRpcError(new AirlockError(code)))

beforeEach(() => void vi.stubGlobal('document', {}))

function start() {
  const store = createStore(emptyState)
  const sign = (bytes: Uint8Array): Uint8Array => {
    const transaction = VersionedTransaction.deserialize(bytes)
    transaction.sign([one])
    return transaction.serialize()
  }
  const provider = {
    connect: vi.fn<SolanaProvider['connect']>(() => {
      store.set({ accounts: accounts(one) })
      return Promise.resolve({ publicKey: one.publicKey.toBase58() })
    }),
    signMessage: vi.fn<SolanaProvider['signMessage']>(() => Promise.resolve(new Uint8Array(64).fill(7))),
    signTransaction: vi.fn<SolanaProvider['signTransaction']>((bytes) => Promise.resolve(sign(bytes))),
    signAllTransactions: vi.fn<SolanaProvider['signAllTransactions']>((all) => Promise.resolve(all.map(sign))),
  }
  const airlock = {
    networks: [ethereum, solana, devnet],
    getState: store.getState,
    subscribe: store.subscribe,
    provider: () => provider,
    switchNetwork: vi.fn(() => Promise.resolve(devnet)),
    disconnect: vi.fn(() => Promise.resolve(store.set({ accounts: {} }))),
  }
  const adapter = new AirlockWalletAdapter({ airlock: airlock as unknown as Airlock }) // as: has what the adapter uses
  const told: unknown[] = []
  adapter.on('connect', (key) => told.push(key.toBase58()))
  adapter.on('disconnect', () => told.push('disconnect'))
  adapter.on('error', (error) => told.push(error.constructor))
  return { adapter, airlock, provider, store, told }
}

const transfer = SystemProgram.transfer({ fromPubkey: one.publicKey, toPubkey: two.publicKey, lamports: 1 })
const legacy = () => new Transaction({ feePayer: one.publicKey, blockhash, lastValidBlockHeight: 1 }).add(transfer)
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: one.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer],
    }).compileToV0Message(),
  )

describe('connecting', () => {
  test('opens the modal, and tells the key once', async () => {
    const { adapter, provider, told } = start()
    expect([adapter.readyState, adapter.connected, adapter.publicKey]).toEqual([WalletReadyState.Loadable, false, null])
    await Promise.all([adapter.connect(), adapter.connect()])
    await adapter.connect()
    expect(provider.connect.mock.calls).toEqual([[{ onlyIfTrusted: false }]])
    expect(adapter.publicKey?.equals(one.publicKey)).toBe(true)
    expect(told).toEqual([one.publicKey.toBase58()])
  })

  test('opens nothing by itself, and says nothing if there is no stored connection', async () => {
    const { adapter, provider, told } = start()
    provider.connect.mockImplementation(() => failure('UNAUTHORIZED'))
    await expect(adapter.autoConnect()).rejects.toBeInstanceOf(WalletConnectionError)
    expect(provider.connect.mock.calls).toEqual([[{ onlyIfTrusted: true }]])
    expect([told, adapter.connecting]).toEqual([[], false])
  })

  test.each([
    ['USER_CLOSED', WalletWindowClosedError],
    ['USER_REJECTED', WalletConnectionError],
    ['FRAME_REFUSED', WalletLoadError],
  ] as const)(
    'fails with an error of wallet-adapter if it ends with %s, with ours as its cause',
    async (code, Class) => {
      const { adapter, provider, told } = start()
      provider.connect.mockImplementation(() => failure(code))
      const error: unknown = await adapter.connect().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Class)
      expect(error).toMatchObject({ name: Class.name, error: { reason: code } })
      expect([told, adapter.connected, adapter.connecting]).toEqual([[Class], false, false])
    },
  )

  test('is not possible on a server', async () => {
    vi.unstubAllGlobals()
    const { adapter, provider } = start()
    expect(adapter.readyState).toBe(WalletReadyState.Unsupported)
    await expect(adapter.connect()).rejects.toMatchObject({ name: 'WalletNotReadyError' })
    expect(provider.connect).not.toHaveBeenCalled()
  })
})

describe('a connected adapter', () => {
  const connected = async () => {
    const parts = start()
    await parts.adapter.connect()
    parts.told.length = 0
    return parts
  }

  test('follows another account, and an end on the side of the wallet', async () => {
    const { adapter, store, told } = await connected()
    store.set({ accounts: accounts(two) })
    expect(adapter.publicKey?.equals(two.publicKey)).toBe(true)
    store.set({ accounts: {} })
    expect([adapter.connected, adapter.publicKey]).toEqual([false, null])
    store.set({ accounts: accounts(one) })
    expect(told).toEqual([two.publicKey.toBase58(), WalletDisconnectedError, 'disconnect'])
  })

  test('disconnects Solana alone, and tells it once without an error', async () => {
    const { adapter, airlock, told } = await connected()
    await adapter.disconnect()
    expect(airlock.disconnect.mock.calls).toEqual([[{ namespace: 'solana' }]])
    expect([adapter.connected, told]).toEqual([false, ['disconnect']])
  })

  test.each([
    ['legacy', legacy],
    ['versioned', versioned],
  ] as const)('signs a %s transaction, and returns one of the same kind', async (_, create) => {
    const { adapter } = await connected()
    const given = create()
    const [alone, [first, second]] = [
      await adapter.signTransaction(given),
      await adapter.signAllTransactions([create(), create()]),
    ]
    for (const signed of [alone, first, second]) {
      expect(signed?.constructor).toBe(given.constructor)
      const bytes = signed?.serialize() ?? new Uint8Array()
      expect(VersionedTransaction.deserialize(bytes).signatures[0]?.some((byte) => byte !== 0)).toBe(true)
    }
  })

  test('sends through the connection of the page, on its network', async () => {
    const { adapter, airlock } = await connected()
    const sent: Uint8Array[] = []
    const connection = (rpcEndpoint: string) => ({
      rpcEndpoint,
      sendRawTransaction: (bytes: Uint8Array) => Promise.resolve(String(sent.push(bytes))),
    })
    const send = (url: string) => adapter.sendTransaction(legacy(), connection(url) as unknown as Connection) // as: has what is called
    expect(await send('https://rpc.example')).toBe('1')
    expect(airlock.switchNetwork).not.toHaveBeenCalled()
    await send('https://elsewhere.example')
    expect(airlock.switchNetwork).not.toHaveBeenCalled()
    await send('https://devnet.example')
    expect(airlock.switchNetwork.mock.calls).toEqual([[devnet]])
    expect(sent).toHaveLength(3)
  })

  test('tells errors as wallet-adapter has them', async () => {
    const { adapter, provider, told } = await connected()
    provider.signMessage.mockImplementation(() => failure('USER_REJECTED'))
    provider.signTransaction.mockImplementation(() => failure('USER_REJECTED'))
    await expect(adapter.signMessage(message)).rejects.toMatchObject({ error: { code: 4001 } })
    await expect(adapter.signTransaction(legacy())).rejects.toBeInstanceOf(WalletSignTransactionError)
    await adapter.disconnect()
    await expect(adapter.signMessage(message)).rejects.toBeInstanceOf(WalletNotConnectedError)
    expect(told).toEqual([WalletSignMessageError, WalletSignTransactionError, 'disconnect', WalletNotConnectedError])
  })

  test('passes messages and signatures as bytes', async () => {
    const { adapter, provider } = await connected()
    expect(await adapter.signMessage(message)).toEqual(new Uint8Array(64).fill(7))
    expect(provider.signMessage).toHaveBeenCalledWith(message)
  })
})
