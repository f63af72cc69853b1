/** The Key Worker as its document starts it. */
import { type Endpoint, wrap } from 'comlink'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleKit } from '../../../test/support/recovery-kit.ts'
import type { serve } from './serve.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Starts it in a scope that passes messages on, as trusted ones, to the end that is returned. */
async function startWorker(): Promise<Endpoint> {
  const [toWorker, toDocument] = [new EventTarget(), new EventTarget()]
  const post = (target: EventTarget) => (data: unknown) => {
    const event = new MessageEvent('message', { data: structuredClone(data) })
    Object.defineProperty(event, 'isTrusted', { value: true })
    queueMicrotask(() => target.dispatchEvent(event))
  }
  const end = (own: EventTarget, other: EventTarget): Endpoint => ({
    postMessage: post(other),
    addEventListener: (type, listener) => own.addEventListener(type, listener),
    removeEventListener: (type, listener) => own.removeEventListener(type, listener),
  })
  vi.stubGlobal('self', { name: 'started', ...end(toWorker, toDocument) })
  await import('./main.ts')
  return end(toDocument, toWorker)
}

test('opens a kit of the first release: a password costs 64 MiB and three passes there', async () => {
  const worker = wrap<ReturnType<typeof serve>>(await startWorker())
  const { secret: kit, password } = sampleKit
  const { walletId } = JSON.parse(kit) as { walletId: string } // as: our own file
  expect(await worker.checkKit({ walletId, kit: { kit, password } })).toEqual({ ok: true, answer: {} })
})
