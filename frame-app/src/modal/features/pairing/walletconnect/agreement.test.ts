import { describe, expect, test } from 'vitest'
import { pickAgreement } from './agreement.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const origin = 'https://app.example'
const address = `0x${'ab'.repeat(20)}`

/** A session as the pairing client stores it. */
const session = (topic: string, url: unknown, expiresInMs = 60_000) => ({
  topic: topic.repeat(64),
  expiry: Math.floor((now + expiresInMs) / 1000),
  namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] } },
  peer: { metadata: { name: 'Pocket' } },
  self: { metadata: { url } },
})

describe('the session that is restored', () => {
  test('is the latest of this origin that has not expired', () => {
    const all = [session('a', origin), session('b', origin, 120_000), session('c', origin, -1_000)]
    expect(pickAgreement(all, origin, now)?.topic).toBe('b'.repeat(64))
  })

  test.each([
    'https://blog.app.example',
    'https://app.example:8443',
    'http://app.example',
    'https://app.example.evil.example',
    '',
    undefined,
  ])('is not one that was proposed for %s [C55]', (url) => {
    expect(pickAgreement([session('a', url)], origin, now)).toBeUndefined()
    expect(pickAgreement([session('a', url, 120_000), session('b', origin)], origin, now)?.topic).toBe('b'.repeat(64))
  })
})
