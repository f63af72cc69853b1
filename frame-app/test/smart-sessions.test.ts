/** Smart sessions in the modal: the list as the wallet tells it, a revocation, and the view after a grant. */

import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { toastAtom } from '../src/modal/core/modal.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import {
  followSmartSessions,
  hasSmartSessions,
  loadSmartSessions,
  revokeSmartSession,
} from '../src/modal/features/embedded/smart-sessions.ts'
import {
  revokingAtom,
  type SmartSessionList,
  smartSessionsAtom,
} from '../src/modal/features/embedded/state/smart-sessions.ts'
import { go } from '../src/modal/session/navigate.ts'
import { connectorsAtom } from '../src/modal/session/state/connectors.ts'
import { connectTestWallet, createEmbeddedModal } from './support/wallet-link.ts'

afterEach(() => vi.useRealTimers())

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const signal = new AbortController().signal
const told = {
  chainId: '0x1',
  from: address,
  to: address,
  permission: {
    type: 'native-token-transfer',
    isAdjustmentAllowed: false,
    data: { allowance: '0x64', recipients: [] },
  },
  rules: [{ type: 'expiry', data: { timestamp: 1_800_000_000 } }],
  context: '0x1234',
  dependencies: [],
  delegationManager: address,
  status: 'active',
  createdAt: 1_700_000_000,
}

async function createConnected(answer: (method: string, params: unknown) => Json) {
  const modal = createEmbeddedModal()
  modal.wallet.answer({
    GET_USER: () => ({ chainId: 'eip155:1', address }),
    RPC_REQUEST: ({ method, params }) => ({ result: answer(method, params) }),
  })
  return { ...modal, connector: await connectTestWallet(modal) }
}

test('the list is what the wallet has read from the chain, and anything else is a failure', async () => {
  let answer: Json = [told, { ...told, context: '0x56', status: 'revoked' }]
  const { context, store } = await createConnected(() => answer)
  await loadSmartSessions(context, signal)
  expect(store.get(smartSessionsAtom)).toMatchObject({
    status: 'ready',
    sessions: [
      { context: '0x1234', chainId: 'eip155:1', coins: 100n, until: 1_800_000_000_000, status: 'active' },
      { context: '0x56', status: 'revoked' },
    ],
  })
  answer = [{ ...told, status: 'fine' }]
  await loadSmartSessions(context, signal)
  expect(store.get(smartSessionsAtom)).toEqual({ status: 'failed' })
})

test('a revocation is asked of the wallet, and is on its way until the chain says so', async () => {
  let isDeclined = true
  const { context, store, wallet } = await createConnected((method) => {
    if (method === 'wallet_getGrantedExecutionPermissions') return [told]
    if (isDeclined) throw new AirlockError('USER_REJECTED')
    return {}
  })
  await loadSmartSessions(context, signal)
  const list = store.get(smartSessionsAtom)
  const [session] = list.status === 'ready' ? list.sessions : []
  if (!session) throw new Error('no session')
  await revokeSmartSession(context, session)
  expect(store.get(smartSessionsAtom)).toMatchObject({ sessions: [{ status: 'active' }] })
  expect(store.get(toastAtom)).toBeNull()
  isDeclined = false
  await revokeSmartSession(context, session)
  expect(wallet.heard.at(-1)?.payload).toMatchObject({
    method: 'wallet_revokeExecutionPermission',
    params: [{ permissionContext: '0x1234' }],
  })
  expect(store.get(smartSessionsAtom)).toMatchObject({ sessions: [{ status: 'revoking' }] })
  expect(store.get(revokingAtom)).toBeUndefined()
})

test('while a revocation is on its way, the list is asked for 3 s after each answer, however slow', async () => {
  vi.useFakeTimers()
  const { context, store } = await createConnected(() => ({}))
  const answers: ((sessions: Json) => void)[] = []
  const connector = store.get(connectorsAtom).find(({ namespace }) => namespace === 'eip155')
  if (!connector) throw new Error('no connector')
  vi.spyOn(connector, 'request').mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const abort = new AbortController()
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  followSmartSessions(context, abort.signal)
  await pass(20_000)
  expect(answers).toHaveLength(1)
  answers[0]?.([{ ...told, status: 'revoking' }])
  await pass(2_900)
  expect(answers).toHaveLength(1)
  await pass(100)
  expect(answers).toHaveLength(2)
  await pass(20_000)
  expect(answers).toHaveLength(2)
  answers[1]?.([{ ...told, status: 'revoking' }])
  await pass(3_000)
  answers[2]?.([{ ...told, status: 'revoked' }])
  await pass(20_000)
  expect(answers).toHaveLength(3)
  expect(store.get(smartSessionsAtom)).toMatchObject({ sessions: [{ status: 'revoked' }] })
  const list = { status: 'ready', sessions: [{ status: 'revoking' }] } as unknown as SmartSessionList // as: what is read of it
  store.set(smartSessionsAtom, list)
  abort.abort()
  await pass(20_000)
  expect(answers).toHaveLength(3)
})

test('the user is told of a new session, and only where the project has them', async () => {
  const { context, connector, store } = await createConnected(() => [told])
  expect(hasSmartSessions(context)).toBe(false)
  const project = {
    ...context.project,
    smartAccounts: { 'eip155:1': { implementation: 'delegator-1.3', sessions: true } },
  }
  expect(hasSmartSessions({ project })).toBe(true)
  go.push(context, { view: 'Profile' })
  await connector.request('wallet_requestExecutionPermissions', [{}], { scope: 'eip155:1', signal })
  expect(store.get(routeAtom)?.view).toBe('SmartSessionCreated')
})
