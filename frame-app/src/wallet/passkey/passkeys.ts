/**
 * Passkeys as keepers of the recovery secret: what the authenticator computes from a fixed text (the PRF extension of WebAuthn) opens it,
 * on every device that has the passkey. Nobody is signed in by one, so no server looks at its signatures. The output goes to the Key
 * Worker alone.
 */
import { base64urlnopad } from '@scure/base'
import type { RequestOf } from '../key-link/surface.ts'

export type Passkey = RequestOf<'unlockAlone'>['passkey']

export const passkeyFailures = {
  /** The person said no, took too long, or has no such passkey; browsers do not tell which. */
  STOPPED: 'The passkey was not used',
  /** This browser, or the frame that it is asked in, makes no passkeys. */
  NOT_ALLOWED_HERE: 'Passkeys cannot be used in this place',
  /** The authenticator has no PRF. */
  NOT_SUITABLE: 'This passkey cannot keep a secret',
} as const

export type PasskeyFailure = keyof typeof passkeyFailures

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code: PasskeyFailure

  constructor(code: PasskeyFailure, options?: ErrorOptions) {
    super(passkeyFailures[code], options)
    this.code = code
  }
}

export interface Passkeys {
  /** Called inside a press. @throws {PasskeyError} */
  create(person: { readonly name: string; readonly existing: readonly string[] }): Promise<Passkey>
  /** The output of one of these. Called inside a press. @throws {PasskeyError} */
  use(credentialIds: readonly string[]): Promise<Passkey>
}

/** The device itself can keep a passkey, so that one can be offered. A browser that does not say has none. */
export async function hasAuthenticator(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch {
    return false
  }
}

/** What the authenticator computes from. It names the purpose, so that no other use of the passkey gives the same. */
const salt = () => new TextEncoder().encode('airlock/recovery-secret/1')

const algorithms = [-8, -7, -257] as const

/** The window in which the person is asked: that of the frame, or one of the wallet's own. */
export type PasskeyPlace = Pick<typeof globalThis, 'navigator' | 'PublicKeyCredential'>

/** @param rpId the wallet's host name: one passkey serves every site. @param place asked at each press */
export function createPasskeys(rpId: string, place: () => PasskeyPlace): Passkeys {
  const container = (): CredentialsContainer => {
    const { navigator, PublicKeyCredential } = place()
    // Not there outside secure contexts, whatever the types say.
    const credentials: CredentialsContainer | undefined = navigator.credentials
    if (!credentials || typeof PublicKeyCredential === 'undefined') throw new PasskeyError('NOT_ALLOWED_HERE')
    return credentials
  }
  const use: Passkeys['use'] = async (credentialIds) => {
    const found = await settle(
      place(),
      container().get({
        publicKey: {
          challenge: challenge(),
          rpId,
          allowCredentials: credentialIds.map(descriptor),
          userVerification: 'required',
          extensions: { prf: { eval: { first: salt() } } },
        },
      }),
    )
    return withOutput(found)
  }
  return {
    use,
    async create({ name, existing }) {
      const made = await settle(
        place(),
        container().create({
          publicKey: {
            challenge: challenge(),
            rp: { id: rpId, name: 'Airlock' },
            user: { id: random(32), name, displayName: name },
            pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
            excludeCredentials: existing.map(descriptor),
            authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
            extensions: { prf: { eval: { first: salt() } } },
          },
        }),
      )
      const { prf } = made.getClientExtensionResults()
      if (prf?.results?.first) return withOutput(made)
      if (prf?.enabled !== true) throw new PasskeyError('NOT_SUITABLE')
      // Some give their output only when they are used.
      return use([toText(made.rawId)])
    },
  }
}

async function settle(place: PasskeyPlace, asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  let given: Credential | null
  try {
    given = await asked
  } catch (cause) {
    // Of whatever window's realm.
    const name: unknown = Reflect.get(Object(cause), 'name')
    throw new PasskeyError(name === 'SecurityError' ? 'NOT_ALLOWED_HERE' : 'STOPPED', { cause })
  }
  if (!(given instanceof place.PublicKeyCredential)) throw new PasskeyError('STOPPED')
  return given
}

function withOutput(credential: PublicKeyCredential): Passkey {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) throw new PasskeyError('NOT_SUITABLE')
  return { credentialId: toText(credential.rawId), prf: toText(first) }
}

const descriptor = (id: string): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: new Uint8Array(base64urlnopad.decode(id)),
})

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
/** Nobody checks what is signed, so that it only has to be there. */
const challenge = () => random(32)

const bytesOf = (source: BufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
const toText = (source: BufferSource): string => base64urlnopad.encode(bytesOf(source))
