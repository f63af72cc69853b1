/** A wallet that is replaced while tabs die at every step, and while other tabs unlock it. */
import { recoverTransactionAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPartition, type Death, Died, replace, visit } from '../../../test/support/custody-world.ts'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { createTestService } from '../../../test/support/wallet-service.ts'
import type { KeyWorkerCalls } from '../key-link/surface.ts'

installIndexedDb()

const userId = 'user-0000000000001'
let service = createTestService()
beforeEach(() => {
  service = createTestService()
})

async function formerOf(calls: KeyWorkerCalls): Promise<string> {
  const own = service.as(userId, (await calls.device({})).thumbprint)
  const stored = await own.share(service.active(userId)?.walletId ?? '', await calls.recipient({}))
  await calls.openFormer({ userId, stored })
  const fees = { gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' } as const
  const rest = { token: `0x${'00'.repeat(20)}`, id: '0x0' } as const
  const { signed } = await calls.sweep({
    request: { kind: 'native', chainId: 1, nonce: 0, amount: '0x1', ...rest, ...fees },
  })
  return recoverTransactionAddress({ serializedTransaction: `0x02${signed.slice(4)}` })
}

const stepsOf = async () => (await replace(createTestService(), userId, createPartition())).steps

describe('a tab that dies while it replaces the wallet [C316]', () => {
  async function survives(death: Death): Promise<void> {
    service = createTestService()
    const partition = createPartition()
    const old = await visit(service, userId, partition)
    await expect(replace(service, userId, partition, { death })).rejects.toThrow(Died)
    const { addresses, calls } = await visit(service, userId, partition)
    expect(service.active(userId)?.addresses).toEqual(addresses)
    if (addresses.eip155 === old.addresses.eip155) {
      // Not done: it can be done again, and the old wallet is as it was.
      const again = await replace(service, userId, partition)
      expect(await formerOf(again.calls)).toBe(old.addresses.eip155)
    } else expect(await formerOf(calls)).toBe(old.addresses.eip155)
    const fresh = await visit(service, userId, createPartition())
    expect(fresh.addresses).toEqual(service.active(userId)?.addresses)
    expect(await formerOf(fresh.calls)).toBe(old.addresses.eip155)
    expect([...service.wallets.values()].filter(({ status }) => status === 'ACTIVE')).toHaveLength(1)
  }

  test('loses neither key, before and after each step', { timeout: 120_000 }, async () => {
    const steps = await stepsOf()
    expect(steps).toBeGreaterThan(6)
    for (let step = 0; step < steps; step++) for (const isDone of [true, false]) await survives({ step, isDone })
  })

  test('another tab that unlocks the old wallet meanwhile keeps what opens the new one', {
    timeout: 60_000,
  }, async () => {
    const steps = await stepsOf()
    for (let step = 1; step < steps; step++) {
      service = createTestService()
      const partition = createPartition({ hasLocks: false })
      const old = await visit(service, userId, partition)
      const meanwhile = { step, happens: () => visit(service, userId, partition) }
      const done = await replace(service, userId, partition, { meanwhile }).catch(() => undefined)
      const { addresses } = await visit(service, userId, partition)
      expect(addresses).toEqual(service.active(userId)?.addresses)
      expect([old.addresses.eip155, done?.addresses.eip155]).toContain(addresses.eip155)
    }
  })
})
