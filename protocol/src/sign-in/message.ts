/**
 * Parses the text of a sign-in message (EIP-4361; CAIP-122 uses the same form for other chains) line by line. A page can ask for a
 * signature of any text; only a text of this form, for the origin that the browser reports, counts as a sign-in.
 */
import { type Caip2, type Namespace, namespaceOf, referenceOf } from '../scalars/caip.ts'

export interface SignInText {
  /** The scheme in the first line, if there is one. */
  readonly scheme: 'http' | 'https' | undefined
  /** Host and port of the site to sign in to. */
  readonly domain: string
  readonly address: string
  readonly statement: string | undefined
  readonly uri: string
  readonly version: string
  /** CAIP-2, or only its reference. */
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string | undefined
  readonly notBefore: string | undefined
  readonly requestId: string | undefined
  readonly resources: readonly string[]
}

/** Characters that another parser could read as a line end, and direction marks. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** RFC 3339. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i
const opening = /^(?:(https?):\/\/)?([^\s/@]{1,255}) wants you to sign in with your [^\n]{1,64} account:$/

/**
 * `undefined` if any line does not fit a sign-in message.
 * @param mayDelegate also accepts `urn:recap:` resources, which delegate rights: only for a message that a pairing has already signed
 */
export function readSignInText(text: string, { mayDelegate = false } = {}): SignInText | undefined {
  if (unseen.test(text.replaceAll('\n', ''))) return undefined
  const lines = text.split('\n')
  const [first = '', address = '', blank, ...rest] = lines
  const [, scheme, domain] = opening.exec(first) ?? []
  if (domain === undefined || blank !== '' || !/^\S{1,128}$/.test(address)) return undefined
  const [statement, body] = takeStatement(rest)
  if (!body) return undefined

  const take = (label: string) => {
    const value = body[0]?.startsWith(`${label}: `) ? body.shift()?.slice(label.length + 2) : undefined
    return value === '' ? undefined : value
  }
  // In this order; the first five are required.
  const [uri, version, chainId] = [take('URI'), take('Version'), take('Chain ID')]
  const [nonce, issuedAt] = [take('Nonce'), take('Issued At')]
  const [expirationTime, notBefore, requestId] = [take('Expiration Time'), take('Not Before'), take('Request ID')]
  const resources = takeResources(body, mayDelegate)
  if (!resources || body.length > 0 || version !== '1') return undefined
  if (uri === undefined || chainId === undefined || nonce === undefined || issuedAt === undefined) return undefined
  const isTimed = [issuedAt, expirationTime, notBefore].every(
    (at) => at === undefined || (moment.test(at) && !Number.isNaN(Date.parse(at))),
  )
  if (!isTimed || !/^[A-Za-z0-9]{8,128}$/.test(nonce)) return undefined
  return {
    scheme: scheme === 'http' || scheme === 'https' ? scheme : undefined,
    domain,
    address,
    statement,
    uri,
    version,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  }
}

/** The statement is one line followed by a blank one. Without a statement, there is one blank line or two in total. */
function takeStatement([first, second, ...rest]: readonly string[]): [string | undefined, string[] | undefined] {
  if (first === undefined || second === undefined) return [undefined, undefined]
  if (first.startsWith('URI: ')) return [undefined, [first, second, ...rest]]
  if (first === '') return [undefined, [second, ...rest]]
  return [first, second === '' ? rest : undefined]
}

function takeResources(body: string[], mayDelegate: boolean): readonly string[] | undefined {
  if (body[0] !== 'Resources:') return []
  const lines = body.splice(0).slice(1)
  // A `urn:recap:` resource delegates rights, which is more than a sign-in. Pairing clients search for the marker anywhere.
  const form = mayDelegate ? /^- \S+$/ : /^- (?!.*urn:recap:)\S+$/i
  return lines.every((line) => form.test(line)) ? lines.map((line) => line.slice(2)) : undefined
}

/** The parts from which a pairing client builds the text. */
export interface SignInParts {
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly version?: string | undefined
  readonly statement?: string | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/**
 * Builds the text that a wallet will show for these parts, without the account, which is not known yet, and parses it like any
 * sign-in text. `undefined` if the text is refused, or if it parses to other parts.
 */
export function readSignInParts(
  parts: SignInParts,
  chainId: Caip2,
  now: number,
): Omit<SignInText, 'address'> | undefined {
  const { issuedAt = new Date(now).toISOString(), resources = [] } = parts
  const text = writeSignInText({ ...parts, issuedAt }, { chainId, chainName: chainId, address: '0x' })
  const read = readSignInText(text)
  const isSame =
    same.every((name) => read?.[name] === parts[name]) &&
    read?.issuedAt === issuedAt &&
    read.resources.join('\n') === resources.join('\n')
  return isSame ? read : undefined
}
const same = ['domain', 'uri', 'nonce', 'statement', 'expirationTime', 'notBefore', 'requestId'] as const

/** The names for each namespace's accounts in CAIP-122. */
const accountNames: Readonly<Record<Namespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/**
 * The text of a sign-in message. It follows the standard of the namespace: without a statement, EIP-4361 has two blank lines, and Sign In
 * With Solana has one.
 * @param account `chainName`: the value of the line "Chain ID"; default: the name in Sign In With Solana, or the reference of the chain
 */
export function writeSignInText(
  {
    domain,
    uri,
    version = '1',
    nonce,
    issuedAt,
    resources = [],
    ...parts
  }: SignInParts & { readonly issuedAt: string },
  {
    chainId,
    address,
    chainName = solanaNames[chainId] ?? referenceOf(chainId),
  }: { chainId: Caip2; address: string; chainName?: string },
): string {
  const namespace = namespaceOf(chainId)
  const lineOf = (label: string, value: string | undefined) => (value === undefined ? [] : [`${label}: ${value}`])
  const withoutStatement = namespace === 'solana' ? [] : ['']
  return [
    `${domain} wants you to sign in with your ${accountNames[namespace]} account:`,
    address,
    '',
    ...(parts.statement === undefined ? withoutStatement : [parts.statement, '']),
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainName}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...lineOf('Expiration Time', parts.expirationTime),
    ...lineOf('Not Before', parts.notBefore),
    ...lineOf('Request ID', parts.requestId),
    ...(resources.length === 0 ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n')
}

export type Verdict = 'ours' | 'foreign' | 'wrong'

/** The site that a message names, as written there. */
export const siteOf = ({ scheme, domain }: Pick<SignInText, 'scheme' | 'domain'>): string =>
  scheme === undefined ? domain : `${scheme}://${domain}`

/**
 * @param origin of the requesting page, as the browser reports it
 * @returns `foreign`: a sign-in to another site; `wrong`: for another account or network, or not valid now
 */
export function judge(
  read: Pick<SignInText, 'scheme' | 'domain' | 'uri'> & {
    readonly [K in 'address' | 'chainId' | 'expirationTime' | 'notBefore']?: string | undefined
  },
  { origin, chainId, address, now }: { origin: string; chainId: Caip2; address?: string; now: number },
): Verdict {
  const { host, protocol } = new URL(origin)
  if (read.domain !== host || originOf(read.uri) !== origin) return 'foreign'
  if (read.scheme !== undefined && `${read.scheme}:` !== protocol) return 'foreign'
  if (address !== undefined && read.address !== undefined && !isSameAddress(chainId, read.address, address))
    return 'wrong'
  if (read.chainId !== undefined && !chainNames(chainId).includes(read.chainId)) return 'wrong'
  return isInTime(read, now) ? 'ours' : 'wrong'
}

/** Accepted names of a network: its CAIP-2 id, the reference in it, or its name in Sign In With Solana. */
export function chainNames(chainId: Caip2): readonly string[] {
  const name = solanaNames[chainId]
  return [chainId, referenceOf(chainId), ...(name === undefined ? [] : [name, `solana:${name}`])]
}

const solanaNames: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}

/** Whether `now` is between `notBefore` and `expirationTime`, if given. */
export function isInTime(
  { expirationTime, notBefore }: { expirationTime?: string | undefined; notBefore?: string | undefined },
  now: number,
): boolean {
  // A missing time is NaN, which compares as false and so sets no limit. Invalid times were refused by the parser.
  return !(Date.parse(expirationTime ?? '') <= now || Date.parse(notBefore ?? '') > now)
}

export const isSameAddress = (chainId: Caip2, one: string, other: string): boolean =>
  namespaceOf(chainId) === 'eip155' ? one.toLowerCase() === other.toLowerCase() : one === other

export function originOf(uri: string): string {
  try {
    return /^https?:\/\/\S+$/.test(uri) ? new URL(uri).origin : ''
  } catch {
    return ''
  }
}
