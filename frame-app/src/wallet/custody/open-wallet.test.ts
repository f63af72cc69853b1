/** No key is lost or duplicated if tabs and devices die at any step, with and without the browser's lock. */
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sampledBelow } from '../../../../scripts/testing/gate-size.ts'
import { createPartition, type Death, Died, type Partition, visit } from '../../../test/support/custody-world.ts'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { createTestService } from '../../../test/support/wallet-service.ts'
import { next, type Step } from './steps.ts'

installIndexedDb()

const userId = 'user-0000000000001'
let service = createTestService()
beforeEach(() => {
  service = createTestService()
})

/** One visit in which the tab may die. Otherwise returns the address, which must be that of the active wallet at that time. */
async function live(partition: Partition, death?: Death): Promise<string | undefined> {
  try {
    const { addresses } = await visit(service, userId, partition, { death })
    expect(service.active(userId)?.addresses).toEqual(addresses)
    return addresses.eip155
  } catch (error) {
    if (error instanceof Died) return undefined
    throw error
  }
}

/** Checks that only one address was ever seen, and that it opens here without a new share set, and on a new device. */
async function assertWhole(partition: Partition, seen: readonly (string | undefined)[]): Promise<void> {
  const address = await live(partition)
  const sets = service.sets.size
  expect(await live(partition)).toBe(address)
  expect(service.sets.size).toBe(sets)
  expect(await live(createPartition())).toBe(address)
  expect(seen.filter((each) => each !== undefined && each !== address)).toEqual([])
  const active = [...service.wallets.values()].filter(({ status }) => status === 'ACTIVE')
  expect(active).toHaveLength(1)
}

describe('a tab that dies [F1]', () => {
  const countSteps = async (partition: Partition) => (await visit(service, userId, partition)).steps

  test('loses nothing at any step of a first sign-in', async () => {
    const steps = await countSteps(createPartition())
    expect(steps).toBeGreaterThan(9)
    for (const step of sampledBelow(steps)) {
      service = createTestService()
      const partition = createPartition()
      // Alternately after and before the step is done; `npm run custody` tests both for each step.
      expect(await live(partition, { step, isDone: step % 2 === 0 })).toBeUndefined()
      await assertWhole(partition, [])
    }
  })

  test('loses nothing at any step of a sign-in on a new device', async () => {
    const address = await live(createPartition())
    const steps = await countSteps(createPartition())
    for (const step of sampledBelow(steps)) {
      const partition = createPartition()
      expect(await live(partition, { step, isDone: step % 2 === 1 })).toBeUndefined()
      expect(await live(partition)).toBe(address)
    }
  })
})

test('a device is never asked to open another wallet than its own [A20]', async () => {
  const partition = createPartition()
  await live(partition)
  const before = await partition.vault().setsOf(userId)
  service = createTestService()
  await live(createPartition())
  const asked = vi.spyOn(service.escrow, 'open')
  await expect(visit(service, userId, partition)).rejects.toMatchObject({ code: 'WRONG_WALLET' })
  expect(asked).not.toHaveBeenCalled()
  expect(await partition.vault().setsOf(userId)).toEqual(before)
})

describe('a service that has lost the wallet of a device [F10]', () => {
  const passkey = { credentialId: 'a'.repeat(22), prf: 'A'.repeat(43) }
  /** A partition with a wallet and its passkey, and a service that has neither. */
  async function lost() {
    service = createTestService()
    const partition = createPartition()
    const { addresses, calls } = await visit(service, userId, partition)
    // One more passkey than a wallet may have; the device cannot know which of them were removed.
    for (const other of ['b', 'c', 'd', 'e', 'f'])
      await calls.addPasskey({ userId, passkey: { ...passkey, credentialId: other.repeat(22) } })
    await calls.addPasskey({ userId, passkey })
    service = createTestService()
    return { partition, address: addresses.eip155 }
  }

  test('is given no other one, and what the device keeps stays as it was', async () => {
    const { partition } = await lost()
    const before = await partition.vault().setsOf(userId)
    await expect(visit(service, userId, partition)).rejects.toMatchObject({ code: 'WALLET_UNKNOWN' })
    expect(service.wallets.size).toBe(0)
    expect(await partition.vault().setsOf(userId)).toEqual(before)
  })

  test('gets it back by the passkey, with the passkey as its only way, whenever a tab dies meanwhile', async () => {
    const first = await lost()
    const { steps, addresses } = await visit(service, userId, first.partition, { passkey })
    expect(addresses.eip155).toBe(first.address)
    expect(service.active(userId)?.methods).toMatchObject([{ kind: 'passkey', credentialId: passkey.credentialId }])
    expect(await first.partition.vault().setsOf(userId)).toMatchObject([
      { passkeys: [{ credentialId: passkey.credentialId }] },
    ])
    expect(steps).toBeGreaterThan(7)
    for (const step of sampledBelow(steps))
      for (const isDone of [true, false]) {
        const { partition, address } = await lost()
        await expect(visit(service, userId, partition, { passkey, death: { step, isDone } })).rejects.toThrow(Died)
        expect((await visit(service, userId, partition, { passkey })).addresses.eip155).toBe(address)
        expect(await live(partition)).toBe(address)
        expect([...service.wallets.values()].map(({ status }) => status)).toEqual(['ACTIVE'])
        expect(await partition.vault().setsOf(userId)).toHaveLength(1)
      }
  })
})

describe('a service that was restored from a backup of the time between creation and activation [F10]', () => {
  async function restored() {
    service = createTestService()
    const partition = createPartition()
    const { addresses } = await visit(service, userId, partition)
    for (const kept of [...service.wallets.values(), ...service.sets.values()]) kept.status = 'PENDING'
    return { partition, address: addresses.eip155 }
  }

  test('has the wallet again by its device alone, with the recovery that it was made with, whenever a tab dies meanwhile [C88]', async () => {
    const first = await restored()
    const before = [...service.wallets.values()].flatMap(({ methods }) => methods)
    const { steps, addresses } = await visit(service, userId, first.partition)
    expect(addresses.eip155).toBe(first.address)
    expect(service.active(userId)?.methods).toEqual(before)
    await assertWhole(first.partition, [first.address])
    for (const step of sampledBelow(steps)) {
      const { partition, address } = await restored()
      expect(await live(partition, { step, isDone: step % 2 === 0 })).toBeUndefined()
      expect(await live(partition)).toBe(address)
      expect(service.wallets.size).toBe(1)
    }
  })

  test('if another device was first with another wallet, that one is refused here, and nothing is lost [C88]', async () => {
    const { partition } = await restored()
    const before = await partition.vault().setsOf(userId)
    await live(createPartition())
    await expect(visit(service, userId, partition)).rejects.toMatchObject({ code: 'WRONG_WALLET' })
    expect(await partition.vault().setsOf(userId)).toEqual(before)
  })
})

test('two tabs and two devices at once, each dying at random steps, end with one wallet [F1, F4]', async () => {
  const death = fc.option(fc.record({ step: fc.nat({ max: 14 }), isDone: fc.boolean() }), { nil: undefined })
  const lives = fc.array(death, { minLength: 1, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.boolean(), lives, lives, lives, async (hasLocks, first, second, elsewhere) => {
      service = createTestService()
      const [here, there] = [createPartition({ hasLocks }), createPartition({ hasLocks })]
      const tabs = [
        { partition: here, deaths: first },
        { partition: here, deaths: second },
        { partition: there, deaths: elsewhere },
      ]
      const seen: (string | undefined)[] = []
      await Promise.all(
        tabs.map(async ({ partition, deaths }) => {
          for (const each of deaths) seen.push(await live(partition, each))
        }),
      )
      await assertWhole(here, seen)
      await assertWhole(there, seen)
    }),
    { numRuns: 4 },
  )
})

test('one of several candidates created at the same time becomes the wallet for all devices', async () => {
  const [here, there] = [createPartition({ hasLocks: false }), createPartition()]
  const seen = await Promise.all([live(here), live(here), live(there)])
  expect(service.wallets.size).toBeGreaterThan(1)
  expect(new Set(seen)).toEqual(new Set([service.active(userId)?.addresses.eip155]))
  await assertWhole(here, seen)
})

test('another tab that finishes first, at any step of this one, is no error here [F4]', async () => {
  // A new device has the same steps from `storing` on.
  for (const isNew of process.env.AIRLOCK_SWEEP === 'whole' ? [true, false] : [true]) {
    const world = async () => {
      service = createTestService()
      if (!isNew) await live(createPartition())
      return createPartition({ hasLocks: false })
    }
    const { steps } = await visit(service, userId, await world())
    for (const step of sampledBelow(steps)) {
      const partition = await world()
      const seen: (string | undefined)[] = []
      const happens = async () => seen.push(await live(partition))
      const slow = await visit(service, userId, partition, { meanwhile: { step, happens } })
      expect(seen).toEqual([slow.addresses.eip155])
      expect(await live(partition)).toBe(slow.addresses.eip155)
    }
  }
})

test('a device whose share is damaged is a new device, with the same address', async () => {
  const partition = createPartition()
  const address = await live(partition)
  const vault = partition.vault()
  const [record] = await vault.setsOf(userId)
  if (!record) throw new Error('no record')
  await vault.put({ ...record, deviceShare: record.deviceShare.map((byte) => byte ^ 1) })
  expect(await live(partition)).toBe(address)
  expect((await vault.setsOf(userId)).map(({ setId }) => setId)).not.toContain(record.setId)
})

test('storage that was erased is a new device, with the same address [F5]', async () => {
  const partition = createPartition()
  const address = await live(partition)
  await partition.vault().erase()
  expect(await live(partition)).toBe(address)
})

test('only the last step has an address', () => {
  const steps: Step[] = [{ at: 'reading' }, { at: 'unlocking', walletId: 'w' }, { at: 'creating' }]
  for (const step of steps) expect('addresses' in step).toBe(false)
  expect(() => next({ at: 'reading' }, { found: 'ACTIVE' })).toThrow('reading cannot find ACTIVE')
  expect(next({ at: 'creating' }, { found: 'OVERTAKEN' })).toEqual({ at: 'reading' })
})

describe('an aborted run', () => {
  const gone = new Error('gone')

  test('waits for no answer of the service, at whichever step, and the next tab has its turn', async () => {
    const { steps } = await visit(service, userId, createPartition())
    for (const step of sampledBelow(steps)) {
      service = createTestService()
      const partition = createPartition()
      const leaving = new AbortController()
      let answer = () => {}
      const silence = new Promise<void>((resolve) => {
        answer = resolve
      })
      const happens = async () => {
        leaving.abort(gone)
        await silence
      }
      const left = visit(service, userId, partition, { meanwhile: { step, happens }, signal: leaving.signal })
      // Here the Key Worker runs in the same process, so its current work is completed.
      const isOver = await Promise.race([
        left.then(Boolean, Boolean),
        new Promise((resolve) => setTimeout(resolve, 20)),
      ])
      answer()
      if (isOver) await expect(left).rejects.toBe(gone)
      else await left.catch((error: unknown) => expect(error).toBe(gone))
      await assertWhole(partition, [])
    }
  })

  test('waits for no other tab, and takes no turn any more', async () => {
    const partition = createPartition()
    let end = () => {}
    const other = partition.alone('', () => new Promise<void>((resolve) => (end = resolve)))
    const leaving = new AbortController()
    const happens = () => Promise.reject(new Error('it went on'))
    const left = visit(service, userId, partition, { meanwhile: { step: 0, happens }, signal: leaving.signal })
    await new Promise((resolve) => setTimeout(resolve, 20))
    leaving.abort(gone)
    await expect(left).rejects.toBe(gone)
    end()
    await other
    await live(partition)
  })

  test('before it has begun, makes no call', async () => {
    const happens = () => Promise.reject(new Error('it went on'))
    const signal = AbortSignal.abort(gone)
    await expect(visit(service, userId, createPartition(), { meanwhile: { step: 0, happens }, signal })).rejects.toBe(
      gone,
    )
  })
})
