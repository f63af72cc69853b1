/** What the wallet asks of an authenticator. */
import { describe, expect, test } from 'vitest'
import { createPasskeys, type PasskeyPlace } from './passkeys.ts'

class Credential {
  readonly rawId = new Uint8Array([1, 2, 3]).buffer
  readonly prf: object

  constructor(prf: object) {
    this.prf = prf
  }

  getClientExtensionResults() {
    return { prf: this.prf }
  }
}

/** An authenticator that answers everything; `prf` is the answer to a creation. */
function authenticator(prf: object = { enabled: true }) {
  const asked: { readonly create: object[]; readonly get: object[] } = { create: [], get: [] }
  const credentials = {
    create: ({ publicKey }: { publicKey: object }) => {
      asked.create.push(publicKey)
      return Promise.resolve(new Credential(prf))
    },
    get: ({ publicKey }: { publicKey: object }) => {
      asked.get.push(publicKey)
      return Promise.resolve(new Credential({ results: { first: new Uint8Array(32) } }))
    },
  }
  const place = { navigator: { credentials }, PublicKeyCredential: Credential }
  // as: the parts of a browser that the code uses
  return { asked, passkeys: createPasskeys('wallet.example', () => place as unknown as PasskeyPlace) }
}

describe('a passkey', () => {
  test('is made and used only by a user whom the authenticator has verified [C342]', async () => {
    const { asked, passkeys } = authenticator()
    const { credentialId } = await passkeys.create({ name: 'Alice', existing: ['AQ'] })
    await passkeys.use([credentialId])
    expect(asked.create).toMatchObject([
      {
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        rp: { id: 'wallet.example' },
      },
    ])
    // The first is part of the creation.
    expect(asked.get).toMatchObject([
      { userVerification: 'required', rpId: 'wallet.example' },
      { userVerification: 'required', rpId: 'wallet.example' },
    ])
  })

  test('that keeps no secret is refused', async () => {
    const { passkeys } = authenticator({ enabled: false })
    await expect(passkeys.create({ name: 'Alice', existing: [] })).rejects.toMatchObject({ code: 'NOT_SUITABLE' })
  })
})
