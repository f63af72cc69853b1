/** Connect offers what the listing suggests, also in a modal that was opened on the account and then lost it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../src/modal/api/queries.ts'
import { connect } from '../src/modal/flows/connect.ts'
import { open } from '../src/modal/flows/open.ts'
import { goToConnect } from '../src/modal/flows/to-connect.ts'
import { routeAtom } from '../src/modal/router/router.ts'
import { createTestConnector, createTestModal, use } from './support/modal.ts'

beforeEach(() => {
  vi.useFakeTimers()
  queries.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A wallet is connected, and the modal has been opened by a document that has not asked the listing, as after a reload. */
async function openedOnAccount() {
  const modal = createTestModal()
  const context = { ...modal.context, project: { ...modal.context.project, listingUrl: 'https://listing.example' } }
  const { connector, emit } = createTestConnector()
  use(modal.store, connector)
  await connect(context, connector.key)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ data: [], count: 0 })
  })
  open(context)
  return {
    context,
    emit,
    view: () => modal.store.get(routeAtom)?.view,
    isAsked: () => asked.some((url) => url.startsWith('https://listing.example')),
  }
}

test('the account needs no suggestions', async () => {
  const { isAsked, view } = await openedOnAccount()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(view()).toBe('Account')
  expect(isAsked()).toBe(false)
})

test('they are asked for when the wallet disconnects', async () => {
  const { emit, isAsked, view } = await openedOnAccount()
  emit({ type: 'disconnect' })
  expect(view()).toBe('Connect')
  await vi.waitFor(() => expect(isAsked()).toBe(true))
})

test('and wherever another view leads to Connect', async () => {
  const { context, isAsked, view } = await openedOnAccount()
  goToConnect(context)
  expect(view()).toBe('Connect')
  await vi.waitFor(() => expect(isAsked()).toBe(true))
})
