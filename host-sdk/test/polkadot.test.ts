import { AirlockError } from '@airlock/protocol/errors.ts'
import { describe, expect, test } from 'vitest'
import { createProvider } from '../src/providers/polkadot.ts'
import type { AccountState, PolkadotPayload, State } from '../src/types.ts'
import { createAccountHost, extrinsic } from './support.ts'

const chain = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const kusama = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const one = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const two = '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3'
const accountOf = (address: string): AccountState => ({
  namespace: 'polkadot',
  status: 'connected',
  restoring: false,
  address,
  caipAddress: `${chain}:${address}`,
  accounts: [`${chain}:${one}`, `${chain}:${two}`],
})
const signature = `0x${'ab'.repeat(64)}`
const payload: PolkadotPayload = {
  ...extrinsic,
  address: one,
  genesisHash: `0xB0A8D493285C2DF73290DFB7E61F870F${'00'.repeat(16)}`,
  assetId: undefined,
}

function start(accounts: State['accounts'] = { polkadot: accountOf(two) }, answer: unknown = { signature }) {
  const host = createAccountHost(accounts, accountOf(one), answer)
  return { host, store: host.store, ...createProvider(host) }
}

describe('accounts', () => {
  const listed = [{ address: one, name: 'Savings', type: 'sr25519' }, { address: two }]

  test('are those of the wallet with their names, the connected one first', async () => {
    const { provider, host } = start(undefined, listed)
    expect(await provider.getAccounts()).toEqual([listed[1], listed[0]])
    expect(host.forward).toHaveBeenCalledWith({ scope: chain, method: 'polkadot_accounts', params: [] })
  })

  test('are none while none is connected, and connecting asks for them once', async () => {
    const { provider, host } = start({}, listed)
    expect(await provider.getAccounts()).toEqual([])
    await expect(provider.connect({ onlyIfTrusted: true })).rejects.toMatchObject({ code: 4100 })
    expect(host.airlock.connect).not.toHaveBeenCalled()
    const [given] = await Promise.all([provider.connect(), provider.connect()])
    expect(given.map(({ address }) => address)).toEqual([one, two])
    expect(host.airlock.connect).toHaveBeenCalledTimes(1)
    expect(host.airlock.connect).toHaveBeenCalledWith({ namespace: 'polkadot' })
  })

  test.each([['a text'], [[{ name: 'no address' }]], [[null]]])('answered with %j fail', async (answer) => {
    await expect(start(undefined, answer).provider.getAccounts()).rejects.toMatchObject({ code: -32000 })
  })

  test('another kind of key, and a name that is no text, are left out', async () => {
    const { provider } = start(undefined, [{ address: one, name: 7, type: 'ethereum' }])
    expect(await provider.getAccounts()).toEqual([{ address: one }])
  })
})

describe('signing', () => {
  test('a text is asked of the connected account, or of the one that the dapp names', async () => {
    const { provider, host } = start()
    expect(await provider.signRaw('hello')).toBe(signature)
    await provider.signRaw('hello', { address: one })
    expect(host.forward.mock.calls.map(([call]) => call)).toEqual(
      [two, one].map((address) => ({
        scope: chain,
        method: 'polkadot_signMessage',
        params: { address, message: 'hello' },
      })),
    )
  })

  test('an extrinsic goes to the network that it is for, without fields that are absent', async () => {
    const { provider, host } = start()
    expect(await provider.signPayload(payload)).toBe(signature)
    const { assetId, ...transactionPayload } = payload
    expect(assetId).toBeUndefined()
    expect(host.forward.mock.calls[0]?.[0]).toStrictEqual({
      scope: kusama,
      method: 'polkadot_signTransaction',
      params: { address: one, transactionPayload },
    })
  })

  test('is refused without an account, for anything but a text, and for an extrinsic of no network', async () => {
    const { provider, host } = start()
    // @ts-expect-error: a page in JavaScript
    await expect(provider.signRaw(7)).rejects.toMatchObject({ code: -32602 })
    await expect(provider.signPayload({ ...payload, genesisHash: '0x' })).rejects.toMatchObject({ code: -32602 })
    await expect(start({}).provider.signRaw('hello')).rejects.toMatchObject({ code: 4100 })
    expect(host.forward).not.toHaveBeenCalled()
  })

  test('a refusal keeps the code of the wallet; an answer without a signature fails with -32000', async () => {
    await expect(start(undefined, new AirlockError('USER_REJECTED')).provider.signRaw('a')).rejects.toMatchObject({
      code: 4001,
    })
    for (const answer of [null, {}, { signature: 'text' }])
      await expect(start(undefined, answer).provider.signRaw('a')).rejects.toMatchObject({ code: -32000 })
  })
})

test('events tell of connecting, of another account and of the end', async () => {
  const { provider, store, stop } = start({})
  const heard: unknown[] = []
  const hear = (event: string) => (payload: unknown) => heard.push([event, payload])
  for (const event of ['connect', 'accountChanged']) provider.on(event, hear(event))
  provider.on('disconnect', (error) => heard.push(['disconnect', (error as { code: number }).code])) // as: an RPC error
  store.set({ accounts: { polkadot: accountOf(one) } })
  store.set({ accounts: { polkadot: accountOf(two) } })
  store.set({ accounts: {} })
  expect(heard).toEqual([
    ['connect', { address: one }],
    ['accountChanged', two],
    ['disconnect', 4900],
  ])
  stop()
  store.set({ accounts: { polkadot: accountOf(one) } })
  expect(heard).toHaveLength(3)
})
