/** AppKit's Solana provider: takes and returns web3.js transactions, and passes bytes to the core. */
import type { SolanaProvider } from '@airlock/host-sdk'
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
const provider = new SolanaAdapter().toWalletProvider(core)

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

test('it is sent by the wallet, or by the page through its own node', async () => {
  expect(await provider.signAndSendTransaction(versioned())).toBe(`sent ${versioned().serialize().length}`)
  const sendRawTransaction = vi.fn(async () => 'id')
  const connection = { sendRawTransaction } as unknown as Connection // as: all that is called
  expect(await provider.sendTransaction(legacy(), connection, { skipPreflight: true })).toBe('id')
  expect(sendRawTransaction).toHaveBeenCalledWith(expect.any(Uint8Array), { skipPreflight: true })
})
