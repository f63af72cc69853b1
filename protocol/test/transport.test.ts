/** A port as the channel sees it. Between browsers: `e2e/attack/cases/messages.attack.ts`. */
import { afterEach, expect, test, vi } from 'vitest'
import { FakeMessageEvent, FakePort } from './support/fake-window.ts'

afterEach(() => vi.unstubAllGlobals())

/** Loaded afresh: it captures the getters of events when it loads. */
async function listening() {
  vi.stubGlobal('MessageEvent', FakeMessageEvent)
  vi.stubGlobal('MessagePort', FakePort)
  vi.resetModules()
  const { portTransport } = await import('../src/transport.ts')
  const port = new FakePort()
  const heard = vi.fn()
  portTransport(port as unknown as MessagePort).listen(heard, () => {}) // as: it has what is used of one
  return {
    heard,
    deliver: (init: ConstructorParameters<typeof FakeMessageEvent>[0]) => port.onmessage?.(new FakeMessageEvent(init)),
  }
}

test('ports that come with a message are closed before it is judged, and the channel is told [C31]', async () => {
  const { heard, deliver } = await listening()
  const ports = [new FakePort(), new FakePort()]
  heard.mockImplementationOnce(() => expect(ports.map(({ isClosed }) => isClosed)).toEqual([true, true]))
  deliver({ data: 'with ports', ports })
  deliver({ data: 'without' })
  expect(heard.mock.calls).toEqual([
    ['with ports', true],
    ['without', false],
  ])
})
