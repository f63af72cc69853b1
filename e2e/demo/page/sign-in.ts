/**
 * Signing in, on a page opened with `?sign-in`. Also plays the server's part: creates the message, verifies the
 * signature and keeps the session.
 */
import type { Options, SIWXSession } from '@airlock/host-sdk'
import { anything, hex, list, object, optional, type Parser, readWith, text } from '../parse.ts'

type SignIn = NonNullable<Options['siwx']>

const storageKey = 'airlock-demo-sessions'
const lifeMs = 60 * 60 * 1000

const stored = list(
  object({
    data: object({
      accountAddress: text,
      chainId: text,
      uri: text,
      version: optional(text),
      issuedAt: optional(text),
      expirationTime: optional(text),
      notBefore: optional(text),
    }),
    message: text,
    signature: hex,
    cacao: optional(anything),
  }),
) as Parser<SIWXSession[]> // as: written by this page; each field is checked

export function createSignIn(): SignIn {
  /** Each nonce is valid for one session. */
  const nonces = new Set<string>()
  const read = () => readWith(stored, parse(localStorage.getItem(storageKey))) ?? []
  const write = (sessions: readonly SIWXSession[]) => localStorage.setItem(storageKey, JSON.stringify(sessions))
  const verify = async ({ data, message, signature }: SIWXSession) => {
    const nonce = /^Nonce: (\w+)$/m.exec(message)?.[1] ?? ''
    if (!nonces.delete(nonce)) throw new Error('This message was not made here, or was used before.')
    const { isSignedBy } = await import('./verify.ts')
    const proof = { address: data.accountAddress as `0x${string}`, message, signature: signature as `0x${string}` } // as: verified next
    if (!(await isSignedBy(proof))) throw new Error('The signature does not belong to this address.')
  }
  return {
    createMessage({ chainId, accountAddress }) {
      const now = Date.now()
      const nonce = crypto.randomUUID().replaceAll('-', '')
      nonces.add(nonce)
      const parts = {
        domain: location.host,
        uri: `${location.origin}/`,
        nonce,
        version: '1',
        statement: 'Sign in to the demo. This moves nothing.',
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(now + lifeMs).toISOString(),
      }
      const lines = [
        `${parts.domain} wants you to sign in with your Ethereum account:`,
        accountAddress,
        '',
        parts.statement,
        '',
        `URI: ${parts.uri}`,
        'Version: 1',
        `Chain ID: ${chainId.split(':')[1]}`,
        `Nonce: ${nonce}`,
        `Issued At: ${parts.issuedAt}`,
        `Expiration Time: ${parts.expirationTime}`,
      ]
      return Promise.resolve({ ...parts, toString: () => lines.join('\n') })
    },
    getSessions: (chainId, accountAddress) => Promise.resolve(read().filter(isOf(chainId, accountAddress))),
    async addSession(session) {
      await verify(session)
      write([...read(), session])
    },
    async setSessions(sessions) {
      for (const session of sessions) await verify(session)
      write(sessions)
    },
    revokeSession(chainId, accountAddress) {
      const isIt = isOf(chainId, accountAddress)
      write(read().filter((session) => !isIt(session)))
      return Promise.resolve()
    },
  }
}

const isOf =
  (chainId: string, address: string) =>
  ({ data }: SIWXSession): boolean =>
    data.chainId === chainId &&
    data.accountAddress.toLowerCase() === address.toLowerCase() &&
    Date.parse(data.expirationTime ?? '') > Date.now()

function parse(written: string | null): unknown {
  try {
    return JSON.parse(written ?? '[]')
  } catch {
    return []
  }
}
