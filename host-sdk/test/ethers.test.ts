/** Providers and signers with the real ethers 6 and 5. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isError } from 'ethers'
import { describe, expect, test, vi } from 'vitest'
import * as six from '../src/ethers/index.ts'
import * as five from '../src/ethers5/index.ts'
import { checksummed, fakeAirlock, other } from './libraries-support.ts'

const versions = [
  ['ethers 6', six],
  ['ethers 5', five],
] as const

describe.each(versions)('%s', (_, { getProvider, getSigner, ethersAdapter }) => {
  const chainOf = async (visitor: ReturnType<typeof fakeAirlock>) =>
    Number((await getProvider(visitor.airlock).getNetwork()).chainId)

  test('one provider per instance', () => {
    const [one, another] = [fakeAirlock(), fakeAirlock()]
    expect(getProvider(one.airlock)).toBe(getProvider(one.airlock))
    expect(getProvider(one.airlock)).not.toBe(getProvider(another.airlock))
  })

  test('the signer connects, and signs with the connected account', async () => {
    const visitor = fakeAirlock()
    visitor.forward.mockImplementation(async ({ method }) => (method === 'personal_sign' ? '0x1234' : '0x5'))
    const signer = await getSigner(visitor.airlock)
    expect(await signer.getAddress()).toBe(checksummed)
    expect(await signer.signMessage('hello')).toBe('0x1234')
    expect(visitor.forward).toHaveBeenCalledWith({
      scope: 'eip155:1',
      method: 'personal_sign',
      params: ['0x68656c6c6f', checksummed.toLowerCase()],
    })
    expect(visitor.connect).toHaveBeenCalledTimes(1)
  })

  test('another account is one of the next signer', async () => {
    const visitor = fakeAirlock()
    await getSigner(visitor.airlock)
    visitor.hold(other)
    expect(await (await getSigner(visitor.airlock)).getAddress()).toBe(other)
  })

  test.each(['USER_CLOSED', 'USER_REJECTED'] as const)('%s while connecting is ACTION_REJECTED', async (code) => {
    const visitor = fakeAirlock()
    visitor.connect.mockRejectedValue(new AirlockError(code))
    const error: unknown = await getSigner(visitor.airlock).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'ACTION_REJECTED' })
  })

  test('a declined signature, typed signature and transaction are ACTION_REJECTED', async () => {
    const visitor = fakeAirlock()
    const signer = await getSigner(visitor.airlock)
    visitor.forward.mockImplementation(async ({ method }) => {
      if (/sign|send/i.test(method)) throw new AirlockError('USER_REJECTED')
      return '0x5208'
    })
    const types = { Note: [{ name: 'text', type: 'string' }] }
    const typed =
      '_signTypedData' in signer
        ? signer._signTypedData({ name: 'Test' }, types, { text: 'hello' })
        : signer.signTypedData({ name: 'Test' }, types, { text: 'hello' })
    await expect(typed).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
    await expect(signer.signMessage('hello')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
    await expect(signer.sendTransaction({ to: other, value: 1 })).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
  })

  test('other errors keep their cause', async () => {
    const visitor = fakeAirlock()
    const signer = await getSigner(visitor.airlock)
    visitor.forward.mockRejectedValue(new AirlockError('TIMEOUT'))
    const error: unknown = await signer.signMessage('hello').catch((reason: unknown) => reason)
    expect(isError(error, 'ACTION_REJECTED')).toBe(false)
    expect(String(error)).toMatch(/timeout/i)
  })

  test('follows the wallet to another network', async () => {
    const visitor = fakeAirlock()
    await getSigner(visitor.airlock)
    expect(await chainOf(visitor)).toBe(1)
    await visitor.switchNetwork('eip155:10')
    await expect.poll(() => chainOf(visitor)).toBe(10)
  })

  test('listeners of ethers hear of another network at once; the adapter ends the provider with the instance', async () => {
    const visitor = fakeAirlock()
    const detach = ethersAdapter().attach(visitor.airlock)
    await getSigner(visitor.airlock)
    const provider = getProvider(visitor.airlock)
    await provider.getNetwork()
    const told = vi.fn<(chainId: number) => void>()
    await provider.on('network', (network: { chainId: number | bigint }) => told(Number(network.chainId)))
    await visitor.switchNetwork('eip155:10')
    await expect.poll(() => told.mock.lastCall).toEqual([10])
    detach()
    expect(getProvider(visitor.airlock)).not.toBe(provider)
  })
})
