/** A message on any chain: a sign-in for the verified site, plain text, or bytes that are not text. Pure. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { judge, originOf, readSignInText, siteOf } from '@airlock/protocol/sign-in/message.ts'
import { reservedOpenings } from '@airlock/protocol/wallet-service/texts.ts'
import { bytesToHex, type Hex, hexToBytes, stringToBytes } from 'viem'
import { address, type Fact, type Intent, line, network, toIntent, type Warning } from './intent.ts'
import { looksLike, namesOtherSite } from './site.ts'
import { readLine, readLines, readText } from './text.ts'

export interface MessageToRead {
  readonly bytes: Uint8Array
  readonly account: string
  readonly chainId: Caip2
  /** The origin of the requesting page, as the browser reports it. */
  readonly origin: string
  /** Unix time in milliseconds. */
  readonly now: number
}

/** Text that claims to be a sign-in, in any spelling or spacing. */
const claimsSignIn = /wants\s+you\s+to\s+sign\s+in\s+with\s+your\s+\S+\s+account/iu

/**
 * The message that the modal signs to register an account name (`protocol/src/gateway/names.ts`). The name looks like a host name but is
 * not one.
 */
const claimsName = /^\{"name":"[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4}","attributes":\{\},"timestamp":\d{1,12}\}$/

/**
 * Contracts accept the signature of a digest of this length as a transaction or a permit. An attacker who can vary the hashed data can
 * find a digest that reads as text: about one in 2^46 has only printable characters.
 */
const digestLength = 32
const maxResources = 10

export function readMessage({ bytes, account, chainId, origin, now }: MessageToRead): Intent {
  const text = readText(bytes)
  const own: Warning[] = isReserved(bytes) ? ['walletText'] : []
  if (text === undefined)
    return toIntent(
      { kind: 'signBytes', facts: [line('message', bytesToHex(bytes.slice(0, 64)), 140), address('account', account)] },
      // A contract may accept the signature of a digest as a transaction or a permit.
      { warnings: [...own, 'signedBytes', 'unreadable'], blind: true },
    )
  const signIn = readSignInText(text)
  if (signIn) {
    const host = new URL(origin).host
    const verdict = judge(signIn, { origin, chainId, address: account, now })
    const warnings: Warning[] = []
    if (verdict === 'foreign') warnings.push(looksLike(signIn.domain, host) ? 'lookAlikeSite' : 'otherSite')
    if (verdict === 'wrong') warnings.push('wrongSignIn')
    const end = signIn.expirationTime === undefined ? undefined : Date.parse(signIn.expirationTime)
    const statement = signIn.statement === undefined ? undefined : readLines('statement', signIn.statement)
    const resources = signIn.resources.slice(0, maxResources).map((resource) => readLine('asks', resource, 200))
    const facts: Fact[] = [
      line('site', siteOf(signIn), 263),
      // The site may be right and the address on another origin: `https` instead of `http`, or another port.
      ...(originOf(signIn.uri) === origin ? [] : [line('uri', signIn.uri, 263)]),
      ...(statement ? [statement.fact] : []),
      address('account', signIn.address),
      network(chainId),
      ...(end === undefined ? [] : [{ label: 'until', value: { type: 'time', at: end } } as const]),
      ...resources.map(({ fact }) => fact),
    ]
    if (signIn.resources.length > maxResources) warnings.push('cutShort')
    for (const read of statement ? [statement, ...resources] : resources) warnings.push(...read.warnings)
    return toIntent({ kind: 'signIn', facts }, { warnings })
  }
  const { fact, warnings } = readLines('message', text)
  const isBroken = claimsSignIn.test(text.normalize('NFKC').replace(/[\p{Cf}\u00ad]/gu, ''))
  const isDigest = bytes.length === digestLength
  const more: Warning[] = [
    ...own,
    ...(isBroken ? ['brokenSignIn' as const] : []),
    ...(isDigest ? ['maybeDigest' as const] : []),
    ...(!claimsName.test(text) && namesOtherSite(text, new URL(origin).hostname) ? ['namesOtherSite' as const] : []),
  ]
  return toIntent(
    { kind: 'signText', facts: [fact, address('account', account)] },
    { warnings: [...warnings, ...more], blind: isDigest },
  )
}

/** Normalises all spellings that a lenient parser could accept: removes spaces and invisible characters, and converts to lower case. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{DI}\p{C}\p{Z}\u2800]/gu, '')
    .toLowerCase()
const reserved = reservedOpenings.map(lettersOf)

/** The wallet signs certain texts for its own service. With a signature of such a text, a page could use that service. */
function isReserved(bytes: Uint8Array): boolean {
  const letters = lettersOf(new TextDecoder().decode(bytes))
  return reserved.some((opening) => letters.startsWith(opening))
}

/** Hex with an even number of digits is decoded to bytes; everything else is text, as in other wallets. */
export const messageBytes = (given: string): Uint8Array => (isBytes(given) ? hexToBytes(given) : stringToBytes(given))

const isBytes = (text: string): text is Hex => /^0x(?:[0-9a-fA-F]{2})*$/.test(text)
