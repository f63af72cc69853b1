/**
 * `@airlock/host-sdk/siwx/server`: the back end of signing in, for Node and every other server with web standards. It makes
 * the nonces, verifies the messages, and keeps who is signed in, in a cookie.
 */
import type { CaipNetworkId, SIWXSession } from '@airlock/host-sdk'
import type { KeptSession } from '@airlock/protocol/sign-in/server.ts'
import { type Checked, checkMessage, checkSignature, readOrigins } from '../check.ts'
import { SiwxError } from '../error.ts'
import type { RpcUrls } from '../verify/index.ts'
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
  /** Origins of the pages that sign in here, such as `https://app.example`. Messages for any other are refused. */
  origin: string | readonly string[]
  /** At least 32 characters that nobody else knows. Who knows them can sign in as anybody. */
  secret: string
  /** CAIP-2 ids. Default: every network whose signatures can be verified. */
  chains?: readonly CaipNetworkId[]
  /** Nodes that tell whether a signature is by a contract account (ERC-1271, ERC-6492). Without one, only keys can sign in. */
  rpcUrls?: RpcUrls
  /** Seconds until a session ends at the latest; a message may end it sooner. Default: a week. */
  expiresIn?: number
  /** Seconds in which a message has to be signed. Default: ten minutes. */
  nonceExpiresIn?: number
  /** Where the answers are. Default: `/siwx`. */
  path?: string
  /** Default: `memoryStore()`, for one process. */
  store?: SiwxStore
}

/** A visitor who is signed in. */
export interface SignedIn {
  chainId: CaipNetworkId
  accountAddress: string
  uri: string
  issuedAt: string
  expirationTime: string
  notBefore?: string
}

export interface SiwxServer {
  /** Answers a request below `path`, as `serverStorage` of `@airlock/host-sdk/siwx` makes it. */
  answer: (request: Request) => Promise<Response>
  /** The same for `node:http`, Express and the like; false if the request is for somebody else. Before a parser of bodies. */
  answerNode: (request: NodeRequest, response: NodeResponse) => Promise<boolean>
  /** Who has made a request: every account that is signed in, the latest first. Empty if nobody is. */
  sessions: (request: RequestHeaders) => Promise<readonly SignedIn[]>
  /** For a server with routes and sessions of its own: a nonce that is good for one message. */
  nonce: () => Promise<string>
  /** The same: verifies sessions, and uses up their nonces. @throws SiwxError */
  verify: (sessions: readonly SIWXSession[]) => Promise<readonly SignedIn[]>
}

const week = 7 * 24 * 60 * 60
const tenMinutes = 10 * 60
const mostSessions = 16

/** @throws Error naming the option */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const { secret, chains, rpcUrls, expiresIn = week, nonceExpiresIn = tenMinutes, path = '/siwx' } = options
  const { store = memoryStore() } = options
  const origins = readOrigins(options.origin)
  if (typeof secret !== 'string' || secret.length < 32) throw new Error('`secret` has fewer than 32 characters')
  for (const [name, seconds] of Object.entries({ expiresIn, nonceExpiresIn }))
    if (!(seconds > 0 && Number.isFinite(seconds))) throw new Error(`\`${name}\` is no number of seconds`)
  if (!/^(\/[\w.-]+)+$/.test(path)) throw new Error('`path` is none, such as /siwx')
  const nonces = createNonces(secret, nonceExpiresIn * 1000)
  const isSecure = origins.every((origin) => origin.startsWith('https:'))
  const cookies = createCookies(secret, { isSecure, store })

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
    return checked.map((one) => toKept(one, now + expiresIn * 1000))
  }

  const answers = createAnswers({ origins, path, cookies, makeNonce: () => nonces.make(Date.now()), verify })
  return {
    answer: answers,
    answerNode: toNode(path, answers),
    sessions: async (request) => (await cookies.read(request)).toReversed() as SignedIn[], // parsed; absent parts are absent
    nonce: () => nonces.make(Date.now()),
    verify: async (sessions) => (await verify(sessions)) as SignedIn[], // as above
  }
}

function toKept({ session, read }: Checked, latest: number): KeptSession {
  const endsAt = Math.min(latest, Date.parse(read.expirationTime ?? '') || latest)
  return {
    chainId: session.data.chainId,
    accountAddress: read.address,
    uri: read.uri,
    issuedAt: read.issuedAt,
    expirationTime: new Date(endsAt).toISOString(),
    ...(read.notBefore === undefined ? {} : { notBefore: read.notBefore }),
  }
}
