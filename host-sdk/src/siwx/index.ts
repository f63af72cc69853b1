/**
 * `@airlock/host-sdk/siwx`: a ready-made `siwx` option. It writes the messages, and keeps the sessions in the browser or on the page's own
 * server. Verification in the page protects nothing; if a session protects data, the server has to verify it (docs/signing-in.md).
 */
import type { SIWX, SIWXSession } from '@airlock/host-sdk'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { readSignInText, writeSignInText } from '@airlock/protocol/sign-in/message.ts'
import { checkMessage, checkSignature, type Rules } from './check.ts'
import { SiwxError } from './error.ts'
import { browserStorage, type SiwxStorage } from './storage.ts'
import { canonicalAddress, type RpcUrls } from './verify/index.ts'

export { SiwxError, type SiwxErrorCode } from './error.ts'
export { browserStorage, memoryStorage, type ServerStorageOptions, type SiwxStorage, serverStorage } from './storage.ts'
export type { RpcUrls } from './verify/index.ts'

export interface SiwxOptions {
  /** One line that the user reads in the wallet, such as the terms that they accept. */
  statement?: string
  /** URLs that the message refers to, for example of the terms. */
  resources?: readonly string[]
  /** Seconds until a session ends. Default: a week. */
  expiresIn?: number
  /** Default true: a user who does not sign in is disconnected. */
  required?: boolean
  /** Default: `browserStorage()`. */
  storage?: SiwxStorage
  /** Nodes that check signatures of contract accounts. Not needed with `serverStorage`, whose server has its own. */
  rpcUrls?: RpcUrls
}

const week = 7 * 24 * 60 * 60
const longest = 10 * 365 * 24 * 60 * 60
/** Messages that are waiting for their signature. */
const mostWaiting = 64

/** Whether a message with these parts parses to exactly them. */
function fits(statement: string | undefined, resources: readonly string[] | undefined): boolean {
  const parts = {
    domain: 'app.example',
    uri: 'https://app.example',
    nonce: '00000000',
    issuedAt: '2020-01-01T00:00:00Z',
    statement,
    resources,
  }
  const read = readSignInText(writeSignInText(parts, { chainId: 'eip155:1', address: '0x' }))
  return read?.statement === statement && read?.resources.join('\n') === (resources ?? []).join('\n')
}

/** Every character that EIP-4361 allows in a statement. Libraries that verify messages refuse a text with another one. */
const isStatement = (text: string) => /^[\w.~:/?#[\]@!$&'()*+,;= -]+$/.test(text)

/** For the option `siwx`. @throws Error if a text would break the message */
export function createSiwx(options: SiwxOptions = {}): SIWX {
  const { statement, resources, expiresIn = week, required = true, storage = browserStorage(), rpcUrls } = options
  if (!fits(statement, undefined)) throw new Error('`statement` is not one line of text')
  if (statement !== undefined && !isStatement(statement))
    throw new Error(
      "`statement` has a character that EIP-4361 does not allow: it may have Latin letters, digits, spaces and -._~:/?#[]@!$&'()*+,;=",
    )
  if (!fits(undefined, resources)) throw new Error('`resources` are not addresses, one each')
  if (!(expiresIn > 0 && expiresIn <= longest)) throw new Error('`expiresIn` is no number of seconds up to ten years')
  /** Each nonce is valid for one signature. */
  const waiting = new Set<string>()

  async function verify(sessions: readonly SIWXSession[]): Promise<void> {
    const rules: Rules = { origins: [location.origin] }
    const checked = sessions.map((session) => checkMessage(session, rules, Date.now()))
    // A pairing signs in on several networks with one nonce.
    const nonces = new Set(checked.map(({ read }) => read.nonce))
    for (const nonce of nonces) if (!waiting.has(nonce)) throw new SiwxError('NONCE_INVALID')
    for (const one of checked) await checkSignature(one, rpcUrls)
    // Checked again: the same message may have arrived twice meanwhile.
    for (const nonce of nonces) if (!waiting.delete(nonce)) throw new SiwxError('NONCE_USED')
  }

  function makeNonce(): string {
    const nonce = crypto.randomUUID().replaceAll('-', '')
    waiting.add(nonce)
    for (const oldest of waiting) {
      if (waiting.size <= mostWaiting) break
      waiting.delete(oldest)
    }
    return nonce
  }

  return {
    required,
    async createMessage({ chainId, accountAddress }) {
      const nonce = storage.nonce ? await storage.nonce() : makeNonce()
      const now = Date.now()
      const parts = {
        domain: location.host,
        uri: location.origin,
        version: '1',
        nonce,
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(now + expiresIn * 1000).toISOString(),
        ...(statement === undefined ? {} : { statement }),
        ...(resources === undefined ? {} : { resources }),
      }
      // EIP-4361 wants the checksum, and libraries refuse a message without it.
      const isEvm = namespaceOf(chainId) === 'eip155'
      const address = (isEvm && (await canonicalAddress(chainId, accountAddress))) || accountAddress
      return { ...parts, toString: () => writeSignInText(parts, { chainId, address }) }
    },
    async getSessions(chainId, accountAddress) {
      const now = Date.now()
      const found = await storage.get(chainId, accountAddress)
      return found.filter(
        ({ data: { expirationTime = '', notBefore = '' } }) =>
          !(Date.parse(expirationTime) <= now || Date.parse(notBefore) > now),
      )
    },
    async addSession(session) {
      if (!storage.nonce) await verify([session])
      await storage.add(session)
    },
    async setSessions(sessions) {
      if (!storage.nonce) await verify(sessions)
      await storage.set(sessions)
    },
    revokeSession: (chainId, accountAddress) => storage.delete(chainId, accountAddress),
  }
}
