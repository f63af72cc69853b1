/** The slow hash of a password, and its two keys. */
import { beforeAll, describe, expect, test } from 'vitest'
import { cheapHash } from '../../../../test/support/key-worker.ts'
import { addressesOf, leafKeysOf } from './accounts.ts'
import { type Bytes, random } from './bytes.ts'
import {
  type PasswordContext,
  type Stretched,
  saltLength,
  slowHash,
  stretchPassword,
  unwrapWithPassword,
  wrapWithPassword,
} from './password.ts'

const words = 'satisfy fabric smile metal reject blast'
const salt = random(saltLength)
const secret = random(32)
let context: PasswordContext
let mine: Stretched
let wrapped: Bytes
beforeAll(async () => {
  context = { purpose: 'method', walletId: crypto.randomUUID(), addresses: addressesOf(await leafKeysOf(random(16))) }
  mine = await stretchPassword(words, salt, cheapHash)
  wrapped = await wrapWithPassword(secret, mine.wrapKey, context)
})
const wrong = expect.objectContaining({ code: 'WRONG_PASSWORD' }) as unknown

test('a guess costs 64 MiB and three passes [A22] [C280]', () => {
  expect(slowHash).toEqual({ m: 65_536, t: 3, p: 1 })
})

describe('the copy of a password', () => {
  test('opens with it, for the wallet and the purpose that it was made for, and not otherwise [C280]', async () => {
    expect(await unwrapWithPassword(wrapped, mine.wrapKey, context)).toEqual(secret)
    for (const other of [
      { ...context, purpose: 'kit' as const },
      { ...context, walletId: crypto.randomUUID() },
      { ...context, addresses: { ...context.addresses, solana: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' } },
    ])
      await expect(unwrapWithPassword(wrapped, mine.wrapKey, other)).rejects.toEqual(wrong)
    for (let at = 0; at < wrapped.length; at += 1) {
      const changed = wrapped.map((byte, index) => (index === at ? byte ^ 1 : byte))
      await expect(unwrapWithPassword(changed, mine.wrapKey, context)).rejects.toEqual(wrong)
    }
    await expect(unwrapWithPassword(random(5), mine.wrapKey, context)).rejects.toEqual(wrong)
  })

  test('does not open with what the service is shown [C281]', async () => {
    const key = await crypto.subtle.importKey('raw', mine.access, 'AES-GCM', false, ['decrypt'])
    await expect(unwrapWithPassword(wrapped, key, context)).rejects.toEqual(wrong)
    // The service can compare it: the same password and salt give the same proof, others do not.
    expect((await stretchPassword(` ${words.toUpperCase()}\n`, salt, cheapHash)).access).toEqual(mine.access)
    expect((await stretchPassword(words, random(saltLength), cheapHash)).access).not.toEqual(mine.access)
  })
})
