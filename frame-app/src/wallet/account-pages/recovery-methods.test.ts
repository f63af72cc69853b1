/** What the page of recovery methods asks of the user, and in which order. */
import { type Endpoint, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { expect, test } from 'vitest'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { Session } from '../login/session.ts'
import { PasskeyError } from '../recovery/passkeys.ts'
import { createRecoveryMethods } from './recovery-methods.ts'

const notAsked = () => Promise.reject(new Error('not asked'))

/** A page whose wallet opens with a passkey only. */
function open({ freshFor }: { freshFor: number }) {
  const proofs: string[] = []
  const passkey = { methodId: 'method-1', kind: 'passkey', params: {}, credentialId: 'id', createdAt: 1 }
  const answers: Readonly<Record<string, unknown>> = {
    [walletEndpoints.wallets.path]: { shareSets: [], methods: [passkey] },
    [walletEndpoints.user.path]: { userId: 'user', custodyLevel: 'L2' },
    [loginEndpoints.logins.path]: { logins: [], freshFor },
  }
  const call = async ({ path }: Endpoint) => answers[path] ?? notAsked()
  const recovery = createRecoveryMethods({
    session: { userId: () => 'user', call: call as Session['call'] }, // as: answers of the right form
    worker: { call: (async () => ({ hasRecoverySecret: false })) as unknown as KeyWorker['call'] }, // as: only asked what it knows
    account: { email: notAsked, open: notAsked, onEnd: () => () => {} },
    passkeys: {
      create: notAsked,
      use: () => {
        proofs.push('passkey')
        return Promise.reject(new PasskeyError('STOPPED'))
      },
    },
    newDevice: { ask: notAsked, byMail: notAsked },
    hasRecoveryService: true,
    escrowFor: () => undefined,
    onRecalled: () => {},
  })
  return { recovery, proofs }
}

test('a fresh login: the passkey is asked for', async () => {
  const { recovery, proofs } = open({ freshFor: 300 })
  await recovery.load()
  expect(await recovery.prepare()).toBe(false)
  expect(proofs).toEqual(['passkey'])
  expect(recovery.screen()).toMatchObject({ trouble: 'STOPPED' })
})

test('an old login: the user signs in first, and proves the rest afterwards', async () => {
  const { recovery, proofs } = open({ freshFor: 0 })
  await recovery.load()
  expect(await recovery.prepare()).toBe(false)
  expect(recovery.screen()).toMatchObject({ status: 'list', trouble: 'needsLogin' })
  await recovery.add()
  expect(recovery.screen()).toMatchObject({ status: 'list', trouble: 'needsLogin' })
  expect(proofs).toEqual([])
})
