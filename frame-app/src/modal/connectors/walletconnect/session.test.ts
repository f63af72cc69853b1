import { describe, expect, test, vi } from 'vitest'
import type { Agreement } from './agreement.ts'
import { createSessionConnector } from './session.ts'

const address = `0x${'ab'.repeat(20)}`
const agreement: Agreement = {
  topic: 'a'.repeat(64),
  expiresAt: Number.MAX_SAFE_INTEGER,
  wallet: 'Pocket',
  grants: { eip155: { accounts: [`eip155:1:${address}`], chains: ['eip155:1'], methods: [], events: [] } },
  parts: {},
}

/** One request to a wallet elsewhere that answers with this. */
function answering(answer: unknown) {
  const connector = createSessionConnector(
    {
      agreement: () => agreement,
      send: () => Promise.resolve(answer),
      end: () => Promise.resolve(),
      listen: () => vi.fn(),
    },
    'eip155',
    'Pocket',
  )
  return connector.request('personal_sign', [], { scope: 'eip155:1', signal: new AbortController().signal })
}

/** As the relay brings it: text that was parsed. */
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

describe('what a wallet elsewhere answers', () => {
  test.each([
    ['a text', '0x00', '0x00'],
    ['an object', { a: [1, null] }, { a: [1, null] }],
    ['nothing', undefined, null],
  ])('%s is passed on', async (_name, answer, expected) => {
    expect(await answering(answer)).toEqual(expected)
  })

  test.each([
    ['nested beyond what may cross', nested(5_000)],
    ['with a key that names a prototype', JSON.parse('{"a":{"__proto__":{"isAdmin":true}}}')],
    ['longer than a message', 'x'.repeat(40_000_000)],
    ['with more parts than a message', Array.from({ length: 2_000_000 }, () => 0)],
    ['with what JSON does not have', { at: new Date() }],
  ])('%s is an error of the wallet', async (_name, answer) => {
    await expect(answering(answer)).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })
})
