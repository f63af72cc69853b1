/** What the page asks of the embedded wallet, as the modal shows it: the view comes with a request and goes with the last one. */

import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { expect, test, vi } from 'vitest'
import { isOpenAtom } from '../src/modal/core/modal.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { walletHeightAtom } from '../src/modal/features/embedded/state/wallet-screen.ts'
import { rpcRequest } from '../src/modal/host/rpc-request.ts'
import { close } from '../src/modal/session/close.ts'
import { go } from '../src/modal/session/navigate.ts'
import { stopTime } from './support/modal.ts'
import { connectTestWallet, createEmbeddedModal } from './support/wallet-link.ts'

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const scope = 'eip155:1'

stopTime()

interface Asked {
  readonly answer: (result: Json) => void
  readonly refuse: (code: ErrorCode) => void
}

async function createConnected() {
  const modal = createEmbeddedModal()
  const { context, store, wallet } = modal
  const asked: Asked[] = []
  wallet.answer({
    GET_USER: () => ({ chainId: scope, address }),
    UI_HIDDEN: () => ({}),
    RPC_REQUEST: () =>
      new Promise((resolve, reject) => {
        asked.push({
          answer: (result) => resolve({ result }),
          refuse: (code) => reject(new AirlockError(code)),
        })
      }),
  })
  await connectTestWallet(modal)
  const handling = { signal: new AbortController().signal, waitsForPerson() {} }
  const sign = () => {
    const answer = rpcRequest(context, { scope, method: 'personal_sign', params: ['0x00', address] }, handling)
    return answer.then(
      ({ result }) => result,
      (error: unknown) => (error instanceof AirlockError ? error.code : String(error)),
    )
  }
  const arrived = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count), 15_000)
  const decline = async () => {
    const declined = sign()
    await arrived(1)
    asked[0]?.refuse('USER_REJECTED')
    expect(await declined).toBe('USER_REJECTED')
  }
  return {
    ...modal,
    asked,
    sign,
    arrived,
    decline,
    view: () => (store.get(isOpenAtom) ? store.get(routeAtom)?.view : 'closed'),
    hidden: () => wallet.heard.filter(({ type }) => type === 'UI_HIDDEN').length,
  }
}

test('a closed modal opens for the request, and closes with its answer', async () => {
  const { asked, sign, arrived, view, hidden } = await createConnected()
  const signed = sign()
  await arrived(1)
  expect(view()).toBe('ApproveTransaction')
  asked[0]?.answer('0xaa')
  expect(await signed).toBe('0xaa')
  expect(view()).toBe('closed')
  expect(hidden()).toBe(0)
})

test('an approval comes on top of the open view, which comes back afterwards', async () => {
  const { context, asked, sign, arrived, view } = await createConnected()
  open(context, { view: 'Account' })
  const signed = sign()
  await arrived(1)
  expect(view()).toBe('ApproveTransaction')
  asked[0]?.refuse('NETWORK')
  expect(await signed).toBe('NETWORK')
  expect(view()).toBe('Account')
})

test('the modal stays open as long as one request waits', async () => {
  const { asked, sign, arrived, view } = await createConnected()
  const both = [sign(), sign()]
  await arrived(2)
  asked[0]?.answer('0xaa')
  expect(await both[0]).toBe('0xaa')
  expect(view()).toBe('ApproveTransaction')
  asked[1]?.answer('0xbb')
  expect(await both[1]).toBe('0xbb')
  expect(view()).toBe('closed')
})

test.each([
  ['closing', close],
  ['going back', (context: Parameters<typeof close>[0]) => go.back(context)],
])('%s tells the wallet once, and what it says then is the answer', async (_, leave) => {
  const { context, store, asked, sign, arrived, view, hidden } = await createConnected()
  open(context, { view: 'Account' })
  const signed = sign()
  await arrived(1)
  leave(context, 'user')
  expect(view()).not.toBe('ApproveTransaction')
  await vi.waitFor(() => expect(hidden()).toBe(1), 15_000)
  // What the wallet draws meanwhile brings nothing back.
  store.set(walletHeightAtom, 300)
  expect(view()).not.toBe('ApproveTransaction')
  // It was on its way to the network already: whoever says otherwise makes the page send it twice.
  asked[0]?.answer('0xaa')
  expect(await signed).toBe('0xaa')
  expect(hidden()).toBe(1)
})

test('the modal stays closed after a rejection until the wallet needs a screen', async () => {
  const { asked, sign, arrived, decline, view } = await createConnected()
  await decline()
  const early = sign()
  await arrived(2)
  expect(view()).toBe('closed')
  asked[1]?.refuse('BUSY')
  expect(await early).toBe('BUSY')
  expect(view()).toBe('closed')
  await vi.advanceTimersByTimeAsync(3000)
  const later = sign()
  await arrived(3)
  expect(view()).toBe('ApproveTransaction')
  asked[2]?.answer('0xaa')
  expect(await later).toBe('0xaa')
})

test('a request soon after a decline opens the modal if the wallet asks for a screen', async () => {
  const { store, asked, sign, arrived, decline, view } = await createConnected()
  await decline()
  const signed = sign()
  await arrived(2)
  expect(view()).toBe('closed')
  store.set(walletHeightAtom, 400)
  expect(view()).toBe('ApproveTransaction')
  expect(store.get(walletHeightAtom)).toBe(400)
  asked[1]?.answer('0xaa')
  expect(await signed).toBe('0xaa')
  expect(view()).toBe('closed')
})
