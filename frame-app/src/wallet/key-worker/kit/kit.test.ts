/** Recovery kits: made, opened, and refused. */
import { expect, test } from 'vitest'
import { addressesOf, leafKeysOf } from '../keys/accounts.ts'
import { random } from '../keys/bytes.ts'
import { sealEntropy } from '../keys/wallet-key.ts'
import { makeKit, openKit } from './kit.ts'

test('a kit opens with its password, however it is typed, and with no other; damage is named', async () => {
  const [key, entropy, identity] = [random(32), random(16), { walletId: crypto.randomUUID(), keyVersion: 1 }]
  const ciphertext = await sealEntropy(key, entropy, identity)
  const addresses = addressesOf(await leafKeysOf(entropy))
  const at = performance.now()
  const { secret, password } = await makeKit({ identity, addresses, ciphertext, key })
  console.info('made in', performance.now() - at, secret.length)
  expect((await openKit(` ${secret}\n`, password.toUpperCase().replaceAll(' ', '  '))).addresses).toEqual(addresses)
  await expect(openKit(secret, `${password} no`)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
  await expect(openKit(secret.slice(0, -9), password)).rejects.toMatchObject({ code: 'DAMAGED' })
  await expect(openKit('{}', password)).rejects.toMatchObject({ code: 'NOT_A_KIT' })
  await expect(openKit(secret.replace('"version":1', '"version":2'), password)).rejects.toMatchObject({
    code: 'NEWER_VERSION',
  })
})
