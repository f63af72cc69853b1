import type { Transport } from '@airlock/protocol/transport.ts'
import { expect, test, vi } from 'vitest'
import { nobody, silentPrompts } from '../../../test/support/silent-wallet.ts'
import { openModalLink } from './modal-link.ts'

/** A port; the test holds its other end. */
function port() {
  let receive = (_data: unknown) => {}
  const transport: Transport = {
    send: () => {},
    listen(onMessage) {
      receive = (data) => onMessage(data, false)
    },
    close: () => {},
  }
  return { transport, say: (data: unknown) => receive(data) }
}

test('a refused message is logged by its reason and type; an unknown type is not repeated', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const app = port()
  const transports = { app: app.transport, provider: port().transport }
  const session = { origin: 'https://modal.example', epoch: 1, version: 1, policy: { schemes: [] }, transports }
  // Refused messages must reach none of the prompts.
  openModalLink(session, { reload: nobody, load: undefined, prompts: silentPrompts, isLogging: true })
  app.say({ id: 'x', epoch: 1, type: 'GET_USER', payload: {} })
  app.say({ epoch: 1, type: 'ada@mail.example %c\n', payload: {} })
  expect(warned.mock.calls).toEqual([['Airlock wallet: BAD_SHAPE, GET_USER'], ['Airlock wallet: BAD_SHAPE, ?']])
})
