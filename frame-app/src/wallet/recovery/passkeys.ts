/**
 * Passkeys that open the recovery secret: the authenticator computes a key from a fixed text (PRF extension of WebAuthn), the same on every
 * device that has the passkey. Passkeys are not used to sign in, so no server verifies their signatures. The PRF output goes only to the
 * Key Worker.
 */
import { base64urlnopad } from '@scure/base'
import type { RequestOf } from '../key-link/surface.ts'

export type Passkey = RequestOf<'unlockAlone'>['passkey']

export const passkeyFailures = {
  /** The user declined, took too long, or has no such passkey; browsers do not say which. */
  STOPPED: 'The passkey was not used',
  /** Passkeys do not work in this browser or in this frame. */
  NOT_ALLOWED_HERE: 'Passkeys cannot be used in this place',
  /** The authenticator has no PRF extension. */
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
  /** Must be called during a press; `signal` closes the browser's prompt. @throws {PasskeyError} */
  create(person: {
    readonly name: string
    readonly existing: readonly string[]
    readonly signal?: AbortSignal
  }): Promise<Passkey>
  /** Returns the output of one of these. Must be called during a press; `signal` closes the prompt. @throws {PasskeyError} */
  use(credentialIds: readonly string[], signal?: AbortSignal): Promise<Passkey>
}

/** Whether the device itself can store a passkey, so that one can be offered; `false` if the browser does not say. */
export async function hasAuthenticator(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch {
    return false
  }
}

/** The input of the PRF. It names the purpose, so that no other use of the passkey has the same output. */
const salt = () => new TextEncoder().encode('airlock/recovery-secret/1')

const algorithms = [-8, -7, -257] as const

/** The window in which the user is asked: the frame's, or the wallet's own window. */
export interface PasskeyPlace {
  readonly navigator: { readonly credentials: Authenticators }
  readonly PublicKeyCredential: abstract new (...given: never) => PublicKeyCredential
}

type Authenticators = Pick<CredentialsContainer, 'create' | 'get'>

/** @param rpId the wallet's host name: one passkey works on every site. @param place called for each press */
export function createPasskeys(rpId: string, place: () => PasskeyPlace): Passkeys {
  const container = (): Authenticators => {
    const { navigator, PublicKeyCredential } = place()
    // Undefined outside secure contexts, although the types say otherwise.
    const credentials: Authenticators | undefined = navigator.credentials
    if (!credentials || typeof PublicKeyCredential === 'undefined') throw new PasskeyError('NOT_ALLOWED_HERE')
    return credentials
  }
  const use: Passkeys['use'] = async (credentialIds, signal) => {
    const found = await settle(
      place(),
      container().get({
        ...(signal && { signal }),
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
    async create({ name, existing, signal }) {
      const made = await settle(
        place(),
        container().create({
          ...(signal && { signal }),
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
      // Some authenticators return the output only from `get`.
      return use([toText(made.rawId)], signal)
    },
  }
}

async function settle(place: PasskeyPlace, asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  let given: Credential | null
  try {
    given = await asked
  } catch (cause) {
    // The error may come from another window's realm, so no `instanceof`.
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
/** Required by WebAuthn, but the signature is not verified. */
const challenge = () => random(32)

const bytesOf = (source: BufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
const toText = (source: BufferSource): string => base64urlnopad.encode(bytesOf(source))
