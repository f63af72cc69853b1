/** The callers that wait for the keys, and the screen meanwhile. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { expect, test } from 'vitest'
import { ServiceRefusal } from '../custody/service.ts'
import { PasskeyError } from '../recovery/passkeys.ts'
import { createLock } from './lock.ts'
import type { Way } from './lock-state.ts'

const addresses: Addresses = { eip155: '0xA0Ee7A142d267C1f36714E4a8F75612F20a79720', solana: '1'.repeat(32) }
const never = new AbortController().signal

/** A wallet that opens when the test resolves the attempt. `isSlow`: abandoned attempts also end only then. */
function world({ hasPasskey = false, isSlow = false } = {}) {
  const asked: {
    by: Way
    signal: AbortSignal
    open: (opened?: Addresses) => void
    fail: (error: unknown) => void
  }[] = []
  let shuts = 0
  let looks = 0
  const lock = createLock({
    open: (by, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ by, signal, open: (opened = addresses) => resolve(opened), fail: reject })
        if (!isSlow) signal.addEventListener('abort', () => reject(signal.reason))
      }),
    shut: () => {
      shuts += 1
    },
    hasPasskey: async () => {
      looks += 1
      return hasPasskey
    },
  })
  const attempt = (index: number) => {
    const found = asked[index]
    if (!found) throw new Error(`attempt ${index} was never made`)
    return found
  }
  return { lock, asked, attempt, shuts: () => shuts, looks: () => looks }
}
/** An open wallet whose Key Worker has ended because it was idle. */
async function idled(options?: { hasPasskey: boolean }) {
  const all = world(options)
  const first = all.lock.ensure(never, 'silently')
  all.attempt(0).open()
  await first
  all.lock.workerEnded('idle')
  return all
}

test('a newly loaded document opens without a prompt, once for all callers', async () => {
  const { lock, asked, attempt } = world()
  const both = [lock.ensure(never, 'silently'), lock.ensure(never, 'onScreen')]
  expect(lock.screen()).toBeUndefined()
  attempt(0).open()
  expect(await Promise.all(both)).toEqual([addresses, addresses])
  expect(await lock.ensure(never, 'onScreen')).toBe(addresses)
  expect(asked).toHaveLength(1)
})

test('after idling the keys are gone; the user is asked only when something needs them', async () => {
  const { lock, asked, attempt, shuts } = await idled()
  expect(shuts()).toBe(1)
  expect(lock.screen()).toBeUndefined()
  await expect(lock.ensure(never, 'silently')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const wanted = lock.ensure(never, 'onScreen')
  expect(lock.screen()).toEqual({ why: 'idle', trouble: undefined, hasPasskey: false })
  expect(asked).toHaveLength(1)
  lock.press('device')
  expect(lock.screen()).toMatchObject({ opening: 'device' })
  attempt(1).open()
  expect(await wanted).toBe(addresses)
  expect(lock.screen()).toBeUndefined()
})

test('after a crash the screen names the crash, not idleness', async () => {
  const { lock, attempt } = world()
  const first = lock.ensure(never, 'silently')
  attempt(0).open()
  await first
  lock.workerEnded('crashed')
  void lock.ensure(never, 'onScreen')
  expect(lock.screen()).toMatchObject({ why: 'crashed' })
})

test('a Worker that has ended is not started before the wallet is needed, and the lock screen is complete then', async () => {
  const { lock, looks } = await idled({ hasPasskey: true })
  const before = looks()
  await expect(lock.ensure(never, 'silently')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(looks()).toBe(before)
  void lock.ensure(never, 'onScreen')
  expect(lock.screen()).toMatchObject({ hasPasskey: true })
  expect(looks()).toBe(before + 1)
})

test('if the service does not answer, the passkey is offered; if the passkey is cancelled, both are', async () => {
  const { lock, attempt } = world({ hasPasskey: true })
  const impatient = lock.ensure(never, 'silently')
  const wanted = lock.ensure(never, 'onScreen')
  attempt(0).fail(new ServiceRefusal('UNREACHABLE'))
  await expect(impatient).rejects.toMatchObject({ code: 'UNREACHABLE' })
  await Promise.resolve()
  expect(lock.screen()).toEqual({ why: 'trouble', trouble: 'unreachable', hasPasskey: true })
  lock.press('passkey')
  attempt(1).fail(new PasskeyError('STOPPED'))
  await expect.poll(lock.screen).toMatchObject({ trouble: 'passkeyStopped' })
  lock.press('passkey')
  attempt(2).open()
  expect(await wanted).toBe(addresses)
})

test('a caller that leaves gets the reason, and ends an opening that no press has started', async () => {
  const { lock, attempt } = world()
  const reason = new Error('gone')
  const leaving = new AbortController()
  const wanted = lock.ensure(leaving.signal, 'onScreen')
  leaving.abort(reason)
  await expect(wanted).rejects.toBe(reason)
  expect(attempt(0).signal.aborted).toBe(true)
})

test('a caller that arrives while an opening is abandoned starts another', async () => {
  const { lock, asked, attempt, shuts } = world({ isSlow: true })
  const leaving = new AbortController()
  const left = lock.ensure(leaving.signal, 'onScreen')
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  const wanted = lock.ensure(never, 'silently')
  expect(asked).toHaveLength(2)
  // The end of the first attempt has no effect.
  attempt(0).fail(new AirlockError('ABORTED'))
  attempt(1).open()
  expect(await wanted).toBe(addresses)
  expect([lock.isOpen(), shuts()]).toEqual([true, 1])
})

test('an opening started by a press continues, also if every caller leaves', async () => {
  const { lock, asked, attempt } = await idled()
  const leaving = new AbortController()
  const left = lock.ensure(leaving.signal, 'onScreen')
  lock.press('device')
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  attempt(1).open()
  await expect.poll(() => lock.isOpen()).toBe(true)
  expect(asked).toHaveLength(2)
})

test('the addresses of an abandoned attempt are discarded', async () => {
  const { lock, attempt } = world({ isSlow: true })
  const first = lock.ensure(never, 'silently')
  lock.end(new AirlockError('UNAUTHORIZED'))
  await expect(first).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const second = lock.ensure(never, 'silently')
  attempt(1).open()
  await second
  attempt(0).open({ ...addresses, solana: '2'.repeat(32) })
  await Promise.resolve()
  expect(await lock.ensure(never, 'silently')).toBe(addresses)
})

test('after declining or signing out, waiting callers are notified, and the next one starts again', async () => {
  const { lock, attempt, shuts } = await idled()
  const declined = lock.ensure(never, 'onScreen')
  lock.decline()
  await expect(declined).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(lock.screen()).toBeUndefined()

  const wanted = lock.ensure(never, 'onScreen')
  lock.end(new AirlockError('UNAUTHORIZED'))
  await expect(wanted).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(shuts()).toBe(2)
  const next = lock.ensure(never, 'silently')
  attempt(1).open()
  expect(await next).toBe(addresses)
})
