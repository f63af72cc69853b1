/** What the wallet asks of an authenticator. */
import { describe, expect, test } from 'vitest'
import { createPasskeys, type PasskeyPlace } from './passkeys.ts'

class Credential implements PublicKeyCredential {
  readonly type = 'public-key'
  readonly id = 'AQID'
  readonly rawId = new Uint8Array([1, 2, 3]).buffer
  readonly authenticatorAttachment = null
  readonly response: AuthenticatorResponse = { clientDataJSON: new ArrayBuffer(0) }
  readonly prf: Prf

  constructor(prf: Prf) {
    this.prf = prf
  }

  getClientExtensionResults() {
    return { prf: this.prf }
  }

  toJSON(): never {
    throw new Error('Nothing sends it anywhere')
  }
}
type Prf = AuthenticationExtensionsPRFOutputs

/** An authenticator that answers everything; `prf` is the answer to a creation. */
function authenticator(prf: Prf = { enabled: true }) {
  const asked: { readonly create: object[]; readonly get: object[] } = { create: [], get: [] }
  const credentials = {
    create: ({ publicKey }: CredentialCreationOptions = {}) => {
      if (publicKey) asked.create.push(publicKey)
      return Promise.resolve(new Credential(prf))
    },
    get: ({ publicKey }: CredentialRequestOptions = {}) => {
      if (publicKey) asked.get.push(publicKey)
      return Promise.resolve(new Credential({ results: { first: new Uint8Array(32) } }))
    },
  }
  const place: PasskeyPlace = { navigator: { credentials }, PublicKeyCredential: Credential }
  return { asked, passkeys: createPasskeys('wallet.example', () => place) }
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

  test('is refused if it has no secret to give', async () => {
    const { passkeys } = authenticator({ enabled: false })
    await expect(passkeys.create({ name: 'Alice', existing: [] })).rejects.toMatchObject({ code: 'NOT_SUITABLE' })
  })
})
