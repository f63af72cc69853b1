import { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { expect, test } from 'vitest'
import { createSentLog } from '../../../test/support/sent-log.ts'
import { createLock } from '../lock/lock.ts'
import { createProvider } from './provider.ts'

const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const call = { scope: 'eip155:1', method: 'personal_sign', params: ['0x6869', address] } as const
const project = ProjectRecord.parse({
  projectId: 'test',
  hostOrigins: ['https://app.example'],
  rpc: {},
  pinnedHosts: [],
  development: true,
})
const context = { signal: new AbortController().signal, waitsForPerson: () => {} }

/** An open wallet; its screen loads when the test says so. */
function openProvider() {
  let draw = () => {}
  const drawn = new Promise<void>((resolve) => {
    draw = resolve
  })
  const lock = createLock({
    open: () => Promise.resolve({ eip155: address, solana: '' }),
    shut: () => {},
    hasPasskey: () => Promise.resolve(false),
  })
  const addresses = (signal: AbortSignal) => lock.ensure(signal, 'onScreen')
  const account = { open: addresses, addresses }
  const signer = { sign: () => Promise.reject(new Error('Nothing was approved')) }
  const provider = createProvider({
    project,
    hostOrigin: 'https://app.example',
    wallet: () => Promise.resolve({ account, signer, sent: createSentLog(), alone: (_, work) => work() }),
    onAsked: () => drawn,
  })
  return { provider, draw, lock }
}

test('a request is asked once the screen is there', async () => {
  const { provider, draw } = openProvider()
  const answer = provider.request(call, context, new AbortController().signal)
  draw()
  await expect.poll(() => provider.approvals.screen()?.status).toBe('asking')
  provider.approvals.close()
  await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
})

test('what the modal was closed over before the screen was there is never asked', async () => {
  const { provider, draw } = openProvider()
  const seen = new AbortController()
  const answer = provider.request(call, context, seen.signal)
  provider.approvals.close()
  seen.abort(new AirlockError('ABORTED'))
  draw()
  await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
  expect(provider.approvals.screen()).toBeUndefined()
})

test('nor does it wait for somebody to unlock the wallet', async () => {
  const { provider, draw, lock } = openProvider()
  await lock.ensure(context.signal, 'silently')
  lock.lock()
  draw()
  const seen = new AbortController()
  const answer = provider.request(call, context, seen.signal)
  seen.abort(new AirlockError('ABORTED'))
  await expect(answer).rejects.toMatchObject({ code: 'ABORTED' })
  expect(lock.screen()).toBeUndefined()
})
