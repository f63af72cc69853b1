/** What the page of exports shows after a refusal. The secrets themselves: `frame-app/src/wallet/key-worker/export.test.ts`. */
import { expect, test } from 'vitest'
import { ServiceRefusal } from '../custody/service.ts'
import { createExports } from './exports.ts'

test('the message that a session is too old goes with the session', async () => {
  const exports = createExports({
    session: {
      userId: () => 'user-0000000000001',
      call: () => Promise.reject(new ServiceRefusal('REAUTH_REQUIRED')),
    },
    worker: { call: () => Promise.reject(new ServiceRefusal('REAUTH_REQUIRED')) },
    account: { open: () => Promise.reject(new Error('Nothing is opened')) },
  })
  await exports.take('words')
  expect(exports.screen()).toEqual({ status: 'choosing', trouble: 'needsLogin' })
  exports.drop()
  expect(exports.screen()).toEqual({ status: 'choosing' })
})

test('the wanted export is offered alone, also after a refusal, until another one is wanted', async () => {
  const refuse = () => Promise.reject(new ServiceRefusal('UNREACHABLE'))
  const exports = createExports({
    session: { userId: () => 'user-0000000000001', call: refuse },
    worker: { call: refuse },
    account: { open: refuse },
  })
  exports.want('kit')
  expect(exports.screen()).toEqual({ status: 'choosing', wanted: 'kit' })
  await exports.take('kit')
  expect(exports.screen()).toEqual({ status: 'choosing', wanted: 'kit', trouble: 'unreachable' })
  exports.want(undefined)
  expect(exports.screen()).toEqual({ status: 'choosing' })
})
