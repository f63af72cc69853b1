/**
 * Checks a session from the modal: its message line by line, then its signature. Only the message counts, because it is the signed text;
 * the other fields of the session must agree with it. The page and its server use the same checks.
 */
import type { SIWXSession } from '@airlock/host-sdk'
import { SignInSession } from '@airlock/protocol/contracts/shapes/sign-in.ts'
import { readMessage } from '@airlock/protocol/read.ts'
import { isOrigin } from '@airlock/protocol/scalars/origin.ts'
import {
  chainNames,
  isSameAddress,
  originOf,
  readSignInText,
  type SignInText,
} from '@airlock/protocol/sign-in/message.ts'
import { SiwxError } from './error.ts'
import { type RpcUrls, verifySignature } from './verify/index.ts'

export interface Rules {
  /** Origins of the pages that messages may be for. */
  readonly origins: readonly string[]
  /** CAIP-2 ids; without them, any network. */
  readonly chains?: readonly string[] | undefined
}

/** A session whose message has passed the checks, and the parsed message. */
export interface Checked {
  readonly session: SignInSession
  readonly read: SignInText
}

/** @throws SiwxError for the first failed check */
export function checkMessage(given: SIWXSession, { origins, chains }: Rules, now: number): Checked {
  const session = readMessage(SignInSession, given)
  if (!session) throw new SiwxError('BAD_REQUEST')
  const { chainId, accountAddress } = session.data
  const read = readSignInText(session.message, { mayDelegate: isOfPairing(session) })
  if (!read) throw new SiwxError('MESSAGE_INVALID')
  const sites = origins.map((origin) => new URL(origin))
  const site = sites.find(({ host, protocol }) => host === read.domain && isScheme(read.scheme, protocol))
  if (!site) throw new SiwxError('DOMAIN_MISMATCH')
  if (originOf(read.uri) !== site.origin) throw new SiwxError('URI_MISMATCH')
  if (!chainNames(chainId).includes(read.chainId) || chains?.includes(chainId) === false)
    throw new SiwxError('CHAIN_MISMATCH')
  if (!isSameAddress(chainId, read.address, accountAddress)) throw new SiwxError('ACCOUNT_MISMATCH')
  if (Date.parse(read.expirationTime ?? '') <= now) throw new SiwxError('EXPIRED')
  if (Date.parse(read.notBefore ?? '') > now) throw new SiwxError('NOT_YET_VALID')
  return { session, read }
}

/**
 * A message signed while pairing may delegate the methods of its connection, to the page itself. Then its signed object comes with it: of
 * the same account, and with the same signature, which is checked over the message.
 */
const isOfPairing = ({ cacao, signature, data: { chainId, accountAddress } }: SignInSession): boolean =>
  cacao?.s.s === signature && cacao.p.iss.toLowerCase() === `did:pkh:${chainId}:${accountAddress}`.toLowerCase()

/** The first line of a message may name the scheme of the page. */
const isScheme = (scheme: string | undefined, protocol: string) => scheme === undefined || `${scheme}:` === protocol

/** @throws SiwxError */
export async function checkSignature({ session, read }: Checked, rpcUrls: RpcUrls | undefined): Promise<void> {
  const { message, signature, data } = session
  const proof = { chainId: data.chainId, address: read.address, message, signature }
  if (!(await verifySignature(proof, rpcUrls))) throw new SiwxError('SIGNATURE_INVALID')
}

/** The origins of an option. @throws Error naming an invalid one */
export function readOrigins(given: string | readonly string[]): readonly string[] {
  const origins = typeof given === 'string' ? [given] : given
  for (const origin of origins)
    if (!isOrigin(origin)) throw new Error(`\`origin\`: ${origin} is no origin, such as https://app.example`)
  if (origins.length === 0) throw new Error('`origin` is empty')
  return origins
}

/** Selects sessions of other accounts or networks. */
export const isOther =
  (chainId: string, accountAddress: string) =>
  ({ data }: { readonly data: Pick<SIWXSession['data'], 'chainId' | 'accountAddress'> }): boolean =>
    data.chainId !== chainId || !isSameAddress(data.chainId, data.accountAddress, accountAddress)
