/** AppKit's Solana provider: takes and returns web3.js transactions, and passes bytes to the core. */
import type { Airlock, SolanaProvider } from '@airlock/host-sdk'
import { SolanaAdapter } from '@airlock/host-sdk/appkit-adapter-solana'
import {
  type Connection,
  Keypair,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect, test, vi } from 'vitest'
import { ethereum, solana } from './support.ts'

const account = Keypair.generate()
const recentBlockhash = Keypair.generate().publicKey.toBase58()
const transfer = SystemProgram.transfer({ fromPubkey: account.publicKey, toPubkey: account.publicKey, lamports: 1 })

const legacy = () => new Transaction({ feePayer: account.publicKey, recentBlockhash }).add(transfer)
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: account.publicKey,
      recentBlockhash,
      instructions: [transfer],
    }).compileToV0Message(),
  )

/** Signs like a wallet: parses the bytes and returns new ones. */
function sign(bytes: Uint8Array): Uint8Array {
  const transaction = VersionedTransaction.deserialize(bytes)
  transaction.sign([account])
  return transaction.serialize()
}

const core: SolanaProvider = {
  publicKey: account.publicKey.toBase58(),
  connect: async () => ({ publicKey: account.publicKey.toBase58() }),
  disconnect: async () => {},
  signMessage: async (message) => message,
  signTransaction: async (bytes) => sign(bytes),
  signAllTransactions: async (list) => list.map(sign),
  signAndSendTransaction: async (bytes) => `sent ${bytes.length}`,
  on: vi.fn(),
  removeListener: vi.fn(),
}
const adapter = new SolanaAdapter()
const provider = adapter.toWalletProvider(core)

test('the adapter takes the id of the project, and refuses what it cannot do by name', () => {
  expect(() => new SolanaAdapter({ projectId: 'shop' })).not.toThrow()
  expect(() => new SolanaAdapter({ wallets: [] })).toThrow('`SolanaAdapter({ wallets })` has no')
})

test('the account is a public key', async () => {
  expect(provider.publicKey?.equals(account.publicKey)).toBe(true)
  expect(await provider.connect()).toBe(account.publicKey.toBase58())
})

test('a signed transaction is of the class that was given', async () => {
  const one = await provider.signTransaction(legacy())
  expect(one).toBeInstanceOf(Transaction)
  expect(one.verifySignatures()).toBe(true)
  const [first, second] = await provider.signAllTransactions([versioned(), legacy()])
  expect(first).toBeInstanceOf(VersionedTransaction)
  expect(second).toBeInstanceOf(Transaction)
})

test('a transaction is sent by the wallet, or by the page through its own node', async () => {
  expect(await provider.signAndSendTransaction(versioned())).toBe(`sent ${versioned().serialize().length}`)
  const sendRawTransaction = vi.fn(async () => 'id')
  const connection = { sendRawTransaction } as unknown as Connection // as: all that is called
  expect(await provider.sendTransaction(legacy(), connection, { skipPreflight: true })).toBe('id')
  expect(sendRawTransaction).toHaveBeenCalledWith(expect.any(Uint8Array), { skipPreflight: true })
})

test('the adapter names the page’s networks, the active one, the wallet and the account while it is attached', async () => {
  expect([provider.getActiveChain(), provider.requestedChains, provider.name]).toEqual([undefined, [], ''])
  const airlock = {
    networks: [ethereum, solana],
    getState: () => ({
      accounts: {
        solana: { caipAddress: `${solana.caipNetworkId}:${core.publicKey}`, wallet: { id: 'a', name: 'Kestrel' } },
      },
    }),
  } as unknown as Airlock // as: all that is read
  const undo = adapter.attach(airlock)
  expect([provider.chains, provider.requestedChains]).toEqual([[solana], [solana]])
  expect(provider.getActiveChain()).toBe(solana)
  expect(provider.name).toBe('Kestrel')
  expect(await provider.getAccounts()).toEqual([{ namespace: 'solana', address: core.publicKey, type: 'eoa' }])
  undo()
  expect(provider.getActiveChain()).toBeUndefined()
})
