/** A message on any chain: a sign-in for the verified site, plain text, or bytes that nobody can read. Pure. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { bytesToHex } from 'viem'
import { judge, readSignInText, siteOf } from '../../shared/sign-in/message.ts'
import { address, type Fact, type Intent, line, network, toIntent, type Warning } from './intent.ts'
import { looksLike } from './site.ts'
import { readLines, readText } from './text.ts'

export interface MessageToRead {
  readonly bytes: Uint8Array
  readonly account: string
  readonly chainId: Caip2
  /** Of the page that asks, as the browser says. */
  readonly origin: string
  /** Unix time in milliseconds. */
  readonly now: number
}

/** What claims to be a sign-in, however it is spelt or spaced. */
const claimsSignIn = /wants\s+you\s+to\s+sign\s+in\s+with\s+your\s+\S+\s+account/iu

/**
 * Contracts take the signature of a digest of this many bytes for a transaction or a permission. One that reads as text can be found by
 * whoever may choose something in what it is the digest of: about one in 2^46 has printable letters alone.
 */
const digestLength = 32

export function readMessage({ bytes, account, chainId, origin, now }: MessageToRead): Intent {
  const text = readText(bytes)
  if (text === undefined)
    return toIntent(
      { kind: 'signBytes', facts: [line('message', bytesToHex(bytes.slice(0, 64)), 140), address('account', account)] },
      // A contract may take the signature of a digest for more than a word.
      { warnings: ['signedBytes', 'unreadable'], blind: true, movesValue: true },
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
    const facts: Fact[] = [
      line('site', siteOf(signIn), 263),
      ...(statement ? [statement.fact] : []),
      address('account', signIn.address),
      network(chainId),
      ...(end === undefined ? [] : [{ label: 'until', value: { type: 'time', at: end } } as const]),
      ...signIn.resources.slice(0, 10).map((resource) => line('asks', resource, 200)),
    ]
    if (signIn.resources.length > 10) warnings.push('cutShort')
    return toIntent(
      { kind: 'signIn', facts },
      { warnings: [...warnings, ...(statement?.warnings ?? [])], movesValue: false },
    )
  }
  const { fact, warnings } = readLines('message', text)
  const isBroken = claimsSignIn.test(text.normalize('NFKC').replace(/[\p{Cf}\u00ad]/gu, ''))
  const isDigest = bytes.length === digestLength
  const odd: Warning[] = [...(isBroken ? ['brokenSignIn' as const] : []), ...(isDigest ? ['maybeDigest' as const] : [])]
  return toIntent(
    { kind: 'signText', facts: [fact, address('account', account)] },
    { warnings: [...warnings, ...odd], blind: isDigest, movesValue: isDigest },
  )
}
