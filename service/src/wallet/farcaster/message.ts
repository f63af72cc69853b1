/** The message that a Farcaster user signs (EIP-4361, FIP-11): parsed, and checked against the login that asked for it. */
import { isAddress } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import * as z from 'zod/mini'

/** The values of this login. Times are Unix ms. */
export type Expected = {
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly startedAt: number
  readonly now: number
}

export type Claim = {
  /** Number of the Farcaster account, in decimal. */
  readonly fid: string
  readonly signer: `0x${string}`
}

/** The statement is the same in every message; older apps write "Connect". */
const statements: ReadonlySet<string> = new Set(['Farcaster Auth', 'Farcaster Connect'])
const chainId = 10
const leewayMs = 60_000
const fidResource = /^farcaster:\/\/fid\/([1-9][0-9]{0,19})$/

const Fields = z.object({
  scheme: z.optional(z.string()),
  domain: z.string(),
  address: z.string().check(z.refine((text) => isAddress(text))),
  statement: z.string(),
  uri: z.string(),
  version: z.literal('1'),
  chainId: z.int(),
  nonce: z.string(),
  issuedAt: z.date(),
  expirationTime: z.optional(z.date()),
  notBefore: z.optional(z.date()),
  requestId: z.optional(z.string()),
  resources: z.array(z.string()),
})
type Fields = z.infer<typeof Fields>

/** @throws {Error} naming the check that the message fails */
export function readClaim(text: string, expected: Expected): Claim {
  const read = Fields.safeParse(parseSiweMessage(text))
  if (!read.success || !isWhole(text, read.data)) throw new Error('The message is not one of EIP-4361')
  const { scheme, domain, address, statement, uri, nonce, resources } = read.data
  if (domain !== expected.domain || !isScheme(scheme, expected.uri))
    throw new Error('The message is for another domain')
  if (uri !== expected.uri) throw new Error('The message is for another page')
  if (!statements.has(statement)) throw new Error('The message has another statement')
  if (nonce !== expected.nonce) throw new Error('The message has another nonce')
  if (read.data.chainId !== chainId) throw new Error('The message is for another chain')
  if (!isCurrent(read.data, expected)) throw new Error('The message is of another time')
  const fids = resources.filter((resource) => resource.startsWith('farcaster://'))
  const fid = fidResource.exec(fids[0] ?? '')?.[1]
  if (fids.length !== 1 || fid === undefined) throw new Error('The message does not name one Farcaster account')
  return { fid, signer: address as `0x${string}` } // as: checked by the schema
}

/** EIP-4361 allows a message to name the scheme of its domain. */
const isScheme = (scheme: string | undefined, uri: string): boolean =>
  scheme === undefined || uri.startsWith(`${scheme}://`)

function isCurrent({ issuedAt, expirationTime, notBefore }: Fields, { startedAt, now }: Expected): boolean {
  const from = Math.max(notBefore?.getTime() ?? 0, issuedAt.getTime())
  const until = expirationTime?.getTime() ?? Number.POSITIVE_INFINITY
  return issuedAt.getTime() >= startedAt - leewayMs && from <= now + leewayMs && until > now - leewayMs
}

/**
 * Whether the parsed fields make up the whole text. The parser finds fields anywhere in a text, but the signature covers all of it, so it
 * must contain nothing else. Apps may write times in any form of RFC 3339.
 */
function isWhole(text: string, fields: Fields): boolean {
  const { scheme, expirationTime, notBefore, requestId, address, ...rest } = fields
  try {
    const written = createSiweMessage({
      ...rest,
      address: address as `0x${string}`, // as: checked by the schema
      ...(scheme !== undefined && { scheme }),
      ...(expirationTime && { expirationTime }),
      ...(notBefore && { notBefore }),
      ...(requestId !== undefined && { requestId }),
    })
    return withPlainTimes(text) === written
  } catch {
    return false
  }
}

const withPlainTimes = (text: string): string =>
  text.replace(
    /^(Issued At|Expiration Time|Not Before): (.+)$/gm,
    (_, name: string, time: string) => `${name}: ${new Date(time).toISOString()}`,
  )
