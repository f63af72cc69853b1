/** The lock that keeps two tabs from asking a wallet for the same account at once. */
import { afterEach, expect, test, vi } from 'vitest'
import { alone } from '../src/modal/features/ledger/unanswered.ts'
import { createTestModal } from './support/modal.ts'

const account = `eip155:1:0x${'ab'.repeat(20)}` as const
afterEach(() => vi.unstubAllGlobals())

type Request = (name: string, options: LockOptions, run: (lock: Lock | null) => Promise<unknown>) => Promise<unknown>

function start(request: Request | undefined) {
  const { context } = createTestModal()
  vi.stubGlobal('navigator', { ...(request && { locks: { request } }) })
  const work = vi.fn(() => Promise.resolve('sent'))
  return { work, run: () => alone(context, account, work) }
}

test.each<[string, Request | undefined]>([
  ['the lock is free', (name, _, run) => run({ name, mode: 'exclusive' })],
  ['the browser has no locks', undefined],
  [
    'the browser blocks the storage of frames, and locks with it',
    () => Promise.reject(new DOMException('The request was denied.', 'SecurityError')),
  ],
])('a payment is made once where %s', async (_, request) => {
  const { work, run } = start(request)
  expect(await run()).toBe('sent')
  expect(work).toHaveBeenCalledOnce()
})

test('a payment is not made while another tab has the lock', async () => {
  const { work, run } = start((_, __, run) => run(null))
  expect(await run()).toBeUndefined()
  expect(work).not.toHaveBeenCalled()
})

test('work that fails under the lock is not tried again without it', async () => {
  const { work, run } = start((name, _, run) => run({ name, mode: 'exclusive' }))
  work.mockRejectedValue(new Error('failed'))
  await expect(run()).rejects.toThrow('failed')
  expect(work).toHaveBeenCalledOnce()
})
