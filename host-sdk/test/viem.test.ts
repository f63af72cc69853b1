/** The transport and the wallet client with the real viem. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { createPublicClient, UserRejectedRequestError } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getWalletClient, viemTransport } from '../src/viem/index.ts'
import { account, checksummed, fakeAirlock } from './libraries-support.ts'

const node = vi.fn<(method: string) => unknown>()
beforeEach(() => {
  node.mockReset()
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string } // as: viem's own form
    return Response.json({ jsonrpc: '2.0', id, result: node(method) })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const publicClient = (visitor: ReturnType<typeof fakeAirlock>, chain: typeof mainnet | typeof optimism = mainnet) =>
  createPublicClient({ chain, transport: viemTransport(visitor.airlock, chain.id), cacheTime: 0 })

test('the wallet client connects, with a checksummed account', async () => {
  const visitor = fakeAirlock()
  const client = await getWalletClient(visitor.airlock, mainnet)
  expect(client.account).toMatchObject({ address: checksummed, type: 'json-rpc' })
  expect(client.chain.id).toBe(mainnet.id)
  expect(visitor.connect).toHaveBeenCalledTimes(1)
})

test('a closed modal and a declined request are a UserRejectedRequestError', async () => {
  const visitor = fakeAirlock()
  visitor.connect.mockRejectedValueOnce(new AirlockError('USER_CLOSED'))
  await expect(getWalletClient(visitor.airlock, mainnet)).rejects.toThrow(UserRejectedRequestError)
  const client = await getWalletClient(visitor.airlock, mainnet)
  visitor.forward.mockRejectedValue(new AirlockError('USER_REJECTED'))
  await expect(client.signMessage({ message: 'hello' })).rejects.toThrow(UserRejectedRequestError)
})

test('a declined request is not sent to the nodes', async () => {
  const visitor = fakeAirlock()
  const client = await getWalletClient(visitor.airlock, mainnet)
  visitor.forward.mockRejectedValue(new AirlockError('UNAUTHORIZED'))
  await expect(client.sendTransaction({ to: checksummed })).rejects.toThrow('unauthorized')
  await expect(client.signMessage({ message: 'hello' })).rejects.toThrow()
  expect(node).not.toHaveBeenCalled()
})

test('reads go through the connection while it is on the same network, else to the nodes', async () => {
  const visitor = fakeAirlock()
  node.mockReturnValue('0x99')
  visitor.hold(account)
  expect(await publicClient(visitor).getBlockNumber()).toBe(5n)
  expect(await publicClient(visitor, optimism).getBlockNumber()).toBe(0x99n)
  await visitor.switchNetwork('eip155:10')
  expect(await publicClient(visitor, optimism).getBlockNumber()).toBe(5n)
  expect(await publicClient(visitor).getBlockNumber()).toBe(0x99n)
})

test('no connection: reads go to the nodes and nothing opens', async () => {
  const visitor = fakeAirlock()
  node.mockReturnValue('0x99')
  visitor.forward.mockRejectedValue(new AirlockError('DISCONNECTED'))
  expect(await publicClient(visitor).getBlockNumber()).toBe(0x99n)
  expect(visitor.connect).not.toHaveBeenCalled()
})
