/** Flows that meet each other, and peers that lie: what one of them does must not undo or stop the rest. */
import { limits } from '@airlock/protocol/limits.ts'
import { describe, expect, test, vi } from 'vitest'
import { isOpenAtom } from '../src/modal/core/modal.ts'
import { connect } from '../src/modal/features/connect/connect.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { addNetwork } from '../src/modal/features/networks/networks.ts'
import { restore } from '../src/modal/host/restore.ts'
import { refreshBalance } from '../src/modal/session/balance.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { mirrorState } from '../src/modal/session/snapshot.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { activeBalanceAtom } from '../src/modal/session/state/balance.ts'
import { createTestConnector, createTestModal, exampleHint, network, stopTime, use } from './support/modal.ts'

stopTime()

describe('while a connection is being restored', () => {
  test('connecting another wallet wins, whether the restored one comes or not', async () => {
    const other = createTestConnector({ key: 'handle-2', handle: 'handle-2', id: 'com.other', name: 'Other' }).connector
    for (const comes of [true, false]) {
      const { context, store, told } = createTestModal()
      use(store, other)
      const restoring = restore(context, exampleHint)
      open(context)
      await connect(context, other.key)
      if (comes) use(store, other, createTestConnector().connector)
      await vi.advanceTimersByTimeAsync(3_100)
      await restoring
      expect(store.get(activeConnectionAtom)?.wallet.id).toBe('com.other')
      expect(told.filter(({ type }) => type === 'SAVE_HINTS')).toHaveLength(1)
    }
  })

  test('disconnecting gives it up', async () => {
    const { context, store } = createTestModal()
    const restoring = restore(context, exampleHint)
    await disconnect(context)
    use(store, createTestConnector().connector)
    await vi.advanceTimersByTimeAsync(3_100)
    await restoring
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
  })

  test('a wallet of another namespace is not the one', async () => {
    const { context, store } = createTestModal()
    use(store, createTestConnector().connector)
    const restoring = restore(context, { ...exampleHint, namespace: 'solana' })
    await vi.advanceTimersByTimeAsync(3_100)
    await restoring
    expect(store.get(connectionsAtom)).toEqual({ solana: { status: 'disconnected' } })
  })
})

describe('the mirrored state', () => {
  test('a failed message stops nothing, and the state goes with the next change', () => {
    const { context, store, told } = createTestModal()
    mirrorState(context)
    const notify = vi.spyOn(context.link.app, 'notify').mockImplementationOnce(() => {
      throw new Error('queue full')
    })
    store.set(isOpenAtom, true)
    notify.mockRestore()
    addNetwork(context, network(5))
    expect(told.at(-1)).toMatchObject({ type: 'STATE', payload: { open: true } })
  })

  test('holds no more networks than the wire allows', () => {
    const { context } = createTestModal()
    for (let id = 100; id < 98 + limits.networks; id++) addNetwork(context, network(id))
    expect(() => addNetwork(context, network(5))).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
    addNetwork(context, network(100))
  })

  test.each([18, 0])('holds no balance that is impossible, with %i decimals', async (decimals) => {
    const maxBalance = `0x${'f'.repeat(64)}`
    const currency = { name: 'Ether', symbol: 'ETH', decimals }
    const { context, store } = createTestModal({ networks: [network(1, { currency })] })
    // Reads are shared by account, hence one that no other test has.
    const { connector } = createTestConnector({
      offer: { accounts: [`eip155:1:0x${String(decimals).padStart(40, 'c')}`], chainId: 'eip155:1' },
      request: () => Promise.resolve(decimals ? `${maxBalance}f` : maxBalance),
    })
    use(store, connector)
    await connect(context, connector.key)
    await refreshBalance(context)
    expect(store.get(activeBalanceAtom)).toEqual({ status: 'failed' })
  })
})
