import { beforeEach, expect, test, vi } from 'vitest'
import { storageOf } from '../../../../../test/support/bare-context.ts'
import { createScope } from '../../../core/scope.ts'
import { keepAppLink } from './app-link.ts'
import type { Client } from './client.ts'
import { createRequests, type SentRequest } from './requests.ts'

const topic = 'a'.repeat(64)
const call = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00'] }

const memory = new Map<string, unknown>()
beforeEach(() => memory.clear())
const storage = storageOf(memory)

/** A client for requests only. It reports a request that the relay has accepted by the object that it was given. */
function createClient(sessionConfig = {}) {
  let say: (sent: object) => void = () => {}
  const asked: { request: object; answer: (value: unknown) => void; fail: (error: unknown) => void }[] = []
  const client = {
    on: (_name: string, listener: (sent: object) => void) => {
      say = listener
    },
    request: ({ request }: { request: object }) =>
      new Promise((answer, fail) => {
        asked.push({ request, answer, fail })
      }),
    session: { getAll: () => [{ topic, sessionConfig }] },
  } as unknown as Client // as: requests use nothing else
  const told: [string, SentRequest][] = []
  const send = createRequests(client, { storage, scope: createScope() }, (...news) => void told.push(news))
  return { send, asked, told, relayHas: (at: number, id: number) => say({ topic, id, request: asked[at]?.request }) }
}

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

test('a request that the relay has taken is reported once, with the link to the wallet, until it is answered', async () => {
  keepAppLink(storage, topic, { wallet: 'Kestrel', link: 'kestrel://' })
  const { send, asked, told, relayHas } = createClient()
  const answer = send(topic, call)
  await soon()
  expect(told).toEqual([])
  relayHas(0, 42)
  await soon()
  expect(told).toEqual([
    [
      topic,
      expect.objectContaining({
        method: 'personal_sign',
        wallet: 'Kestrel',
        link: { href: `kestrel://wc?requestId=42&sessionTopic=${topic}`, target: 'self' },
      }),
    ],
  ])
  const over = vi.fn()
  void told[0]?.[1].over.then(over)
  await soon()
  expect(over).not.toHaveBeenCalled()
  asked[0]?.answer('0x01')
  expect(await answer).toBe('0x01')
  await soon()
  expect(over).toHaveBeenCalledOnce()
  expect(told).toHaveLength(1)
})

test('two requests of the same kind are told apart', async () => {
  keepAppLink(storage, topic, { wallet: 'Kestrel', link: 'https://kestrel.example/app' })
  const { send, asked, told, relayHas } = createClient()
  void send(topic, call)
  void send(topic, call)
  relayHas(1, 2)
  relayHas(0, 1)
  await soon()
  expect(told.map(([, { link }]) => link.href)).toEqual([
    `https://kestrel.example/app/wc?requestId=2&sessionTopic=${topic}`,
    `https://kestrel.example/app/wc?requestId=1&sessionTopic=${topic}`,
  ])
  const over = vi.fn()
  void told[0]?.[1].over.then(over)
  asked[0]?.answer(null)
  await soon()
  expect(over).not.toHaveBeenCalled()
})

test('a request that the relay did not take is not reported', async () => {
  keepAppLink(storage, topic, { wallet: 'Kestrel', link: 'kestrel://' })
  const { send, asked, told, relayHas } = createClient()
  const answer = send(topic, call)
  asked[0]?.fail(new Error('Failed to publish payload'))
  relayHas(0, 1)
  await expect(answer).rejects.toThrow('Failed to publish')
  await soon()
  expect(told).toEqual([])
})

test.each([
  ['that was paired by its code', undefined, {}],
  ['of another session', { topic: 'b'.repeat(64), link: 'kestrel://' }, {}],
  ['that comes forward by itself', { topic, link: 'kestrel://' }, { disableDeepLink: true }],
])('there is no way to a wallet %s', async (_name, way, sessionConfig) => {
  if (way) keepAppLink(storage, way.topic, { wallet: 'Kestrel', link: way.link })
  const { send, told, relayHas } = createClient(sessionConfig)
  void send(topic, call)
  relayHas(0, 1)
  await soon()
  expect(told).toEqual([])
})
