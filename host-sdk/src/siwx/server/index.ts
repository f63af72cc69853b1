/**
 * `@airlock/host-sdk/siwx/server`: the back end for signing in, for Node and every other server with web standards. It creates nonces,
 * verifies messages, and keeps the sessions in a cookie.
 */
import type { CaipNetworkId, SIWXSession } from '@airlock/host-sdk'
import type { KeptSession } from '@airlock/protocol/sign-in/server.ts'
import { type Checked, checkMessage, checkSignature, readOrigins } from '../check.ts'
import { SiwxError } from '../error.ts'
import { canonicalAddress, type RpcUrls } from '../verify/index.ts'
import { createCookies, type RequestHeaders } from './cookie.ts'
import { createAnswers } from './http.ts'
import { type NodeRequest, type NodeResponse, toNode } from './node.ts'
import { createNonces } from './nonce.ts'
import { memoryStore, type SiwxStore } from './store.ts'

export { SiwxError, type SiwxErrorCode } from '../error.ts'
export type { RpcUrls } from '../verify/index.ts'
export type { RequestHeaders } from './cookie.ts'
export type { NodeRequest, NodeResponse } from './node.ts'
export { memoryStore, type SiwxStore } from './store.ts'

export interface SiwxServerOptions {
  /** Origins of the pages that sign in here, such as `https://app.example`. Messages for other origins are refused. */
  origin: string | readonly string[]
  /** Secret of at least 32 characters. It allows signing in as any user. */
  secret: string
  /** CAIP-2 ids. Default: every network whose signatures can be verified. */
  chains?: readonly CaipNetworkId[]
  /** Nodes that check signatures of contract accounts (ERC-1271, ERC-6492). Without a node, only accounts with a key can sign in. */
  rpcUrls?: RpcUrls
  /** Seconds until a session ends at the latest; a message may end it sooner. Default: a week. */
  expiresIn?: number
  /** Seconds in which a message has to be signed. Default: ten minutes. */
  nonceExpiresIn?: number
  /** Path of the endpoints. Default: `/siwx`. */
  path?: string
  /** Default: `memoryStore()`, for a single process. */
  store?: SiwxStore
  /** Receives an error that no client has caused, such as that of a store that is down; the client gets status 500. Default: `console.error`. */
  onError?: (error: unknown) => void
}

/** A signed-in account. */
export interface SignedIn {
  chainId: CaipNetworkId
  /** One spelling for each account: EIP-55, bech32 in small letters, SS58 with the prefix of the network (42 for one that is not known). */
  accountAddress: string
  uri: string
  issuedAt: string
  expirationTime: string
  notBefore?: string
}

export interface SiwxServer {
  /** Answers a request below `path`, as sent by `serverStorage` of `@airlock/host-sdk/siwx`. */
  answer: (request: Request) => Promise<Response>
  /** The same for `node:http`, Express and the like; returns false if the request is not below `path`. Call it before a body parser. */
  answerNode: (request: NodeRequest, response: NodeResponse) => Promise<boolean>
  /** The signed-in accounts of a request, the latest first; empty if there are none. */
  sessions: (request: RequestHeaders) => Promise<readonly SignedIn[]>
  /** For a server with its own routes and sessions: a nonce that is valid for one message. */
  nonce: () => Promise<string>
  /** For the same: verifies sessions and uses up their nonces. @throws SiwxError */
  verify: (sessions: readonly SIWXSession[]) => Promise<readonly SignedIn[]>
}

const week = 7 * 24 * 60 * 60
const tenMinutes = 10 * 60
const mostSessions = 16

/** @throws Error naming the option */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const { secret, chains, rpcUrls, expiresIn = week, nonceExpiresIn = tenMinutes, path = '/siwx' } = options
  // biome-ignore lint/suspicious/noConsole: an operator who sets no handler hears of a store that is down only here
  const { store = memoryStore(), onError = console.error } = options
  const origins = readOrigins(options.origin)
  if (typeof secret !== 'string' || secret.length < 32) throw new Error('`secret` has fewer than 32 characters')
  for (const [name, seconds] of Object.entries({ expiresIn, nonceExpiresIn }))
    if (!(seconds > 0 && Number.isFinite(seconds))) throw new Error(`\`${name}\` is no number of seconds`)
  if (!/^(\/[\w.-]+)+$/.test(path)) throw new Error('`path` is none, such as /siwx')
  const nonces = createNonces(secret, { lifeMs: nonceExpiresIn * 1000, epoch: store.epoch })
  const isSecure = origins.every((origin) => origin.startsWith('https:'))
  // One cookie serves all of them, and browsers keep a secure one from pages without TLS.
  if (!isSecure && origins.some((origin) => origin.startsWith('https:')))
    throw new Error('`origin` mixes https and http: create a server for each')
  const cookies = createCookies(secret, { isSecure, store, lifeMs: expiresIn * 1000 })

  async function verify(given: readonly SIWXSession[]): Promise<readonly KeptSession[]> {
    const now = Date.now()
    if (given.length > mostSessions) throw new SiwxError('BAD_REQUEST')
    const checked = given.map((session) => checkMessage(session, { origins, chains }, now))
    // A pairing signs in on several networks with one nonce.
    const used = new Map<string, number>()
    for (const { read } of checked) used.set(read.nonce, await nonces.check(read.nonce, now))
    for (const one of checked) await checkSignature(one, rpcUrls)
    for (const [nonce, endsAt] of used)
      if (!(await store.add(`nonce ${nonce}`, endsAt))) throw new SiwxError('NONCE_USED')
    return Promise.all(checked.map((one) => toKept(one, now + expiresIn * 1000)))
  }

  const makeNonce = () => nonces.make(Date.now())
  const answers = createAnswers({ origins, path, cookies, makeNonce, verify, onError })
  return {
    answer: answers,
    answerNode: toNode(path, answers),
    sessions: async (request) => (await cookies.read(request)).toReversed() as SignedIn[], // parsed; absent parts are absent
    nonce: makeNonce,
    verify: async (sessions) => (await verify(sessions)) as SignedIn[], // as above
  }
}

async function toKept({ session, read }: Checked, latest: number): Promise<KeptSession> {
  const { chainId } = session.data
  const accountAddress = await canonicalAddress(chainId, read.address)
  // Without one, the signature did not count.
  if (accountAddress === undefined) throw new SiwxError('SIGNATURE_INVALID')
  const endsAt = Math.min(latest, Date.parse(read.expirationTime ?? '') || latest)
  return {
    chainId,
    accountAddress,
    uri: read.uri,
    issuedAt: read.issuedAt,
    expirationTime: new Date(endsAt).toISOString(),
    ...(read.notBefore === undefined ? {} : { notBefore: read.notBefore }),
  }
}
