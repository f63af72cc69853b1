/** Proofs of two tabs with a shared IndexedDB. */
import { EmbeddedJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { createProver } from './prover.ts'
import { openVault } from './vault.ts'

installIndexedDb()

const request = { method: 'POST', url: 'https://wallet.example/v1/user', accessToken: 'token' } as const
const keyOf = async (proof: string) => (await jwtVerify(proof, EmbeddedJWK)).protectedHeader.jwk

test('a proof is by the key that is kept now, also where another tab has exchanged or erased it', async () => {
  const [here, elsewhere] = [openVault('two tabs'), openVault('two tabs')]
  const prove = createProver(here)
  const names = new Set<string | undefined>()
  for (const change of [() => elsewhere.renew(), () => elsewhere.erase(), () => Promise.resolve()]) {
    const before = await keyOf(await prove(request))
    expect(before).toEqual((await here.deviceKeys()).jwk)
    names.add(before?.x)
    await change()
  }
  expect(await keyOf(await prove(request))).toEqual((await elsewhere.deviceKeys()).jwk)
  expect(names.size).toBe(3)
})

test('every proof is another one', async () => {
  const prove = createProver(openVault('again'))
  const proofs = await Promise.all([prove(request), prove(request), prove(request)])
  expect(new Set([...proofs, await prove(request)]).size).toBe(4)
})
