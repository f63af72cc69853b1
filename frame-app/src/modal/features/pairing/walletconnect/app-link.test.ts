import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { storageOf } from '../../../../../test/support/bare-context.ts'
import { appLinkOf, forgetAppLinks, keepAppLink } from './app-link.ts'

const topic = 'a'.repeat(64)
const memory = new Map<string, unknown>()
beforeEach(() => memory.clear())
const storage = storageOf(memory)

test.each(['kestrel://', 'https://kestrel.example/app/'])('%s is kept for its session alone', (link) => {
  keepAppLink(storage, topic, { wallet: 'Kestrel', link })
  expect(appLinkOf(storage, topic)).toEqual({ wallet: 'Kestrel', link })
  expect(appLinkOf(storage, 'b'.repeat(64))).toBeUndefined()
})

test('is forgotten when the session is over, and no sooner', () => {
  keepAppLink(storage, topic, { wallet: 'Kestrel', link: 'kestrel://' })
  forgetAppLinks(storage, (kept) => kept === topic)
  expect(appLinkOf(storage, topic)?.link).toBe('kestrel://')
  forgetAppLinks(storage, (kept) => kept !== topic)
  expect(memory.size).toBe(0)
})

test.each([
  'javascript:alert(1)',
  'javascript://x/%0aalert(1)//',
  'data:text/html,x',
  'http://kestrel.example/',
  'intent://x',
  'https://user:secret@kestrel.example/',
])('%s, which no listing could have given, leads nowhere', (link) => {
  keepAppLink(storage, topic, { wallet: 'Kestrel', link })
  expect(appLinkOf(storage, topic)).toBeUndefined()
})

test('the name is cleaned like any foreign one', () => {
  keepAppLink(storage, topic, { wallet: 'Kes\u202etrel\n', link: 'kestrel://' })
  expect(appLinkOf(storage, topic)?.wallet).toBe('Kestrel')
})

test('anything else that may be stored leads nowhere, and is forgotten', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      memory.set('pairing-way', value)
      expect(appLinkOf(storage, topic)).toBeUndefined()
      forgetAppLinks(storage, () => true)
      expect(memory.size).toBe(0)
    }),
  )
})
