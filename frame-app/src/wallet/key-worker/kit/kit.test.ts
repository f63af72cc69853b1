/** Recovery kits: made, opened with other libraries, and refused. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampledBelow } from '../../../../../scripts/testing/gate-size.ts'
import { cheapHash } from '../../../../test/support/key-worker.ts'
import { expectSameElsewhere, newKit } from '../../../../test/support/new-kit.ts'
import { readKit } from './format.ts'
import { openKit } from './kit.ts'
import { drawPassword } from './password.ts'

let kit: Awaited<ReturnType<typeof newKit>>
beforeAll(async () => {
  kit = await newKit(cheapHash)
})

describe('a kit', () => {
  test('opens with its six words, however they are typed, and other libraries find the same addresses', async () => {
    const { secret, password, addresses } = kit
    expect(password.split(' ')).toHaveLength(6)
    const opened = await openKit(` ${secret}\n`, ` ${password.toUpperCase().replaceAll(' ', '  ')}\n`, cheapHash)
    expect(opened.addresses).toEqual(addresses)
    expectSameElsewhere(opened, addresses)
  })

  test('does not contain its words [C278]', () => {
    // The names of its fields are words too, and any word may be drawn.
    const values = kit.secret.replaceAll(/"\w+":/g, '')
    for (const word of kit.password.split(' ').filter(({ length }) => length > 4)) expect(values).not.toContain(word)
  })

  test('opens with no other words [C278]', async () => {
    await expect(openKit(kit.secret, drawPassword(), cheapHash)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    await expect(openKit(kit.secret, '', cheapHash)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
  })
})

describe('a changed kit', () => {
  test('is refused, whichever of its characters was changed [C279]', async () => {
    const { secret } = kit
    for (const at of sampledBelow(secret.length))
      for (const letter of ['A', 'z', '0', '"', ' ', '\\']) {
        if (secret[at] === letter) continue
        const changed = secret.slice(0, at) + letter + secret.slice(at + 1)
        // A space at the ends is none of its text.
        await expect(readKit(changed)).rejects.toMatchObject({ name: 'KitError' })
      }
  })

  test('is refused if it was cut, prolonged, reordered or escaped [C279]', async () => {
    const { secret } = kit
    const parsed: unknown = JSON.parse(secret)
    const reordered = Object.fromEntries(Object.entries(parsed ?? {}).reverse())
    for (const changed of [
      secret.slice(0, -9),
      secret.replace('{', '{"more":1,'),
      secret.replace('{', '{"version":1,'),
      secret.replace('"version":1', '"version":1.0'),
      secret.replace('airlock', '\\u0061irlock'),
      JSON.stringify(reordered),
      JSON.stringify(parsed, undefined, 2),
    ])
      await expect(readKit(changed)).rejects.toMatchObject({ code: 'DAMAGED' })
  })
})

describe('anything else', () => {
  test('is no kit, and is not parsed further [C279]', async () => {
    for (const text of ['', '{}', 'null', '[]', '{"format":"other"}', 'x'.repeat(5000), `${' '.repeat(5000)}{}`])
      await expect(readKit(text)).rejects.toMatchObject({ code: 'NOT_A_KIT' })
    await expect(readKit(kit.secret.replace('"version":1', '"version":2'))).rejects.toMatchObject({
      code: 'NEWER_VERSION',
    })
  })

  test('is refused with one of the four reasons, and nothing else is thrown [C279]', async () => {
    const fields = Object.keys(JSON.parse(kit.secret) as object) // as: our own file
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()))
    const objects = fc
      .dictionary(fc.oneof(fc.constantFrom(...fields), fc.string()), value)
      .map((raw) => JSON.stringify({ ...raw, format: 'airlock-recovery-kit' }))
    const cuts = fc
      .tuple(fc.nat(kit.secret.length), fc.nat(40), fc.string())
      .map(([at, count, text]) => kit.secret.slice(0, at) + text + kit.secret.slice(at + count))
      .filter((text) => text.trim() !== kit.secret)
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), objects, cuts), async (text) => {
        await expect(readKit(text)).rejects.toMatchObject({ name: 'KitError' })
      }),
      { numRuns: 2000 },
    )
  })
})
