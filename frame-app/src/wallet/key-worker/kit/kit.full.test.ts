/** A kit that was changed by an attacker who also makes its check match: nothing in it is trusted. */
import { beforeAll, expect, test } from 'vitest'
import { cheapHash } from '../../../../test/support/key-worker.ts'
import { newKit } from '../../../../test/support/new-kit.ts'
import { type Kit, readKit, writeKit } from './format.ts'
import { openKit } from './kit.ts'

let kit: Awaited<ReturnType<typeof newKit>>
let fields: Kit
beforeAll(async () => {
  kit = await newKit(cheapHash)
  fields = await readKit(kit.secret)
})

const refused = async (changed: Kit) =>
  expect(openKit(await writeKit(changed), kit.password, cheapHash)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })

test.each(['ciphertext', 'share', 'recoverySealed', 'wrapped'] as const)(
  'no changed byte of its %s opens [C279]',
  async (field) => {
    const text = fields[field]
    // One letter in each third: every byte has the same protection.
    for (const at of [0, Math.floor(text.length / 2), text.length - 2]) {
      const letter = text[at] === 'A' ? 'B' : 'A'
      await refused({ ...fields, [field]: text.slice(0, at) + letter + text.slice(at + 1) })
    }
  },
)

test('a kit does not open under another wallet, set, version or address [C279]', async () => {
  await refused({ ...fields, walletId: crypto.randomUUID() })
  await refused({ ...fields, setId: crypto.randomUUID() })
  await refused({ ...fields, keyVersion: 2 })
  await refused({ ...fields, eip155: '0x0000000000000000000000000000000000000001' })
})
