import { AirlockError } from '@airlock/protocol/errors.ts'
import { base58 } from '@scure/base'
import { Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createProvider } from '../src/providers/solana.ts'
import type { AccountState, State } from '../src/types.ts'
import { createAccountHost } from './support.ts'

const key = Keypair.generate()
const address = key.publicKey.toBase58()
const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const accountOf = (key: string): AccountState => ({
  namespace: 'solana',
  status: 'connected',
  restoring: false,
  address: key,
  caipAddress: `${chain}:${key}`,
  accounts: [`${chain}:${key}`],
})
const connected = accountOf(address)
const signature = new Uint8Array(64).fill(7)
const bytes = new Uint8Array([1, 2, 3])

function start(accounts: State['accounts'] = { solana: connected }, answer: unknown = {}) {
  const host = createAccountHost(accounts, connected, answer)
  return { host, store: host.store, ...createProvider(host) }
}

describe('requests of a dapp', () => {
  test('a message goes in base58 with the key of the account, and its signature comes as bytes', async () => {
    const { provider, host } = start(undefined, { signature: base58.encode(signature) })
    expect(provider.publicKey).toBe(address)
    await expect(provider.signMessage(bytes)).resolves.toEqual(signature)
    expect(host.forward).toHaveBeenCalledWith({
      scope: chain,
      method: 'solana_signMessage',
      params: { message: base58.encode(bytes), pubkey: address },
    })
  })

  test('transactions go as the library of the chain writes them, and come back so', async () => {
    const transaction = new Transaction({ feePayer: key.publicKey, blockhash: address, lastValidBlockHeight: 1 })
    transaction.add(SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: key.publicKey, lamports: 1 }))
    const unsigned = transaction.serialize({ requireAllSignatures: false })
    transaction.sign(key)
    const signed = transaction.serialize()
    const one = start(undefined, { transaction: base58.encode(signed) })
    const given = Transaction.from(await one.provider.signTransaction(unsigned))
    expect(given.verifySignatures()).toBe(true)
    expect(one.host.forward).toHaveBeenCalledWith({
      scope: chain,
      method: 'solana_signTransaction',
      params: { transaction: base58.encode(unsigned) },
    })
    const two = start(undefined, { transactions: [base58.encode(signed), base58.encode(bytes)] })
    await expect(two.provider.signAllTransactions([unsigned, bytes])).resolves.toEqual([Uint8Array.from(signed), bytes])
    const sent = start(undefined, { signature: base58.encode(signature) })
    await expect(sent.provider.signAndSendTransaction(unsigned, { skipPreflight: true })).resolves.toBe(
      base58.encode(signature),
    )
    expect(sent.host.forward).toHaveBeenCalledWith({
      scope: chain,
      method: 'solana_signAndSendTransaction',
      params: { transaction: base58.encode(unsigned), options: { skipPreflight: true } },
    })
  })

  test('an empty list of transactions asks the wallet nothing', async () => {
    const { provider, host } = start()
    await expect(provider.signAllTransactions([])).resolves.toEqual([])
    expect(host.forward).not.toHaveBeenCalled()
  })

  test.each<[string, unknown]>([
    ['a text', 'hello'],
    ['a list', [1, 2]],
    ['nothing', undefined],
    ['no bytes', new Uint8Array()],
    ['more than a transaction', new Uint8Array(1233)],
  ])('%s in place of a transaction is -32602, and the wallet is not asked', async (_, given) => {
    const { provider, host } = start()
    await expect(Reflect.apply(provider.signTransaction, provider, [given])).rejects.toMatchObject({ code: -32602 })
    expect(host.forward).not.toHaveBeenCalled()
  })

  test('no connection: nothing is signed, 4100', async () => {
    const { provider, host } = start({})
    expect(provider.publicKey).toBeNull()
    await expect(provider.signMessage(bytes)).rejects.toMatchObject({ code: 4100, reason: 'UNAUTHORIZED' })
    expect(host.forward).not.toHaveBeenCalled()
  })

  test('a decline keeps its number', async () => {
    const { provider } = start(undefined, new AirlockError('USER_REJECTED'))
    await expect(provider.signMessage(bytes)).rejects.toMatchObject({ code: 4001, reason: 'USER_REJECTED' })
  })
})

test('any answer of a wallet gives the requested form, or an error', async () => {
  const answers = fc.oneof(
    fc.jsonValue(),
    fc.record({ signature: fc.oneof(fc.string(), fc.base64String({ maxLength: 120 })) }),
    fc.record({ transactions: fc.array(fc.string()), transaction: fc.string() }),
  )
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const { provider } = start(undefined, answer)
      const settled = await Promise.allSettled([
        provider.signMessage(bytes),
        provider.signTransaction(bytes),
        provider.signAllTransactions([bytes, bytes]),
      ])
      const [message, , all] = settled
      if (message.status === 'fulfilled') expect(message.value).toHaveLength(64)
      if (all.status === 'fulfilled') expect(all.value).toHaveLength(2)
      for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: -32000 })
    }),
  )
})

describe('connecting', () => {
  test('opens one modal for several callers, and none if an account is connected', async () => {
    const { provider, host } = start({})
    const both = await Promise.all([provider.connect(), provider.connect()])
    expect(both).toEqual([{ publicKey: address }, { publicKey: address }])
    await provider.connect()
    expect(host.airlock.connect).toHaveBeenCalledTimes(1)
    expect(host.airlock.connect).toHaveBeenCalledWith({ namespace: 'solana' })
  })

  test('a closed modal rejects with 4001, and can be opened again', async () => {
    const { provider, host } = start({})
    host.airlock.connect.mockRejectedValueOnce(new AirlockError('USER_CLOSED'))
    await expect(provider.connect()).rejects.toMatchObject({ code: 4001, reason: 'USER_CLOSED' })
    await expect(provider.connect()).resolves.toEqual({ publicKey: address })
  })

  test('disconnecting ends this namespace', async () => {
    const { provider, host } = start()
    await provider.disconnect()
    expect(host.airlock.disconnect).toHaveBeenCalledWith({ namespace: 'solana' })
  })

  test('each change is told once', () => {
    const { provider, store, stop } = start({})
    const heard: unknown[] = []
    for (const event of ['connect', 'accountChanged', 'disconnect'])
      provider.on(event, (payload) => heard.push([event, payload]))
    store.set({ accounts: { solana: connected } })
    store.set({ open: true })
    const other = Keypair.generate().publicKey.toBase58()
    store.set({ accounts: { solana: accountOf(other) } })
    store.set({ accounts: {} })
    expect(heard).toEqual([
      ['connect', { publicKey: address }],
      ['accountChanged', other],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
    stop()
    store.set({ accounts: { solana: connected } })
    expect(heard).toHaveLength(3)
  })

  test('a listener is removed from the event that it was given to', () => {
    const { provider, store } = start({})
    const listener = vi.fn()
    provider.on('connect', listener).on('disconnect', listener).removeListener('connect', listener)
    store.set({ accounts: { solana: connected } })
    expect(listener).not.toHaveBeenCalled()
    store.set({ accounts: {} })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

test('a restored connection is waited for', async () => {
  const { provider, host, store } = start(undefined, { signature: base58.encode(signature) })
  const held = store.getState().accounts
  host.restoring.mockReturnValue(Promise.resolve())
  store.set({ ready: false, accounts: {} })
  const asked = [provider.connect(), provider.signMessage(bytes)]
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(host.forward).not.toHaveBeenCalled()
  store.set({ ready: true, accounts: held })
  await expect(Promise.all(asked)).resolves.toEqual([{ publicKey: address }, signature])
  expect(host.airlock.connect).not.toHaveBeenCalled()
})
