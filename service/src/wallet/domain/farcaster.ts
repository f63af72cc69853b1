/**
 * Farcaster login: a channel at the relay, the user's answer there, session. Guarantees: an answer counts once, only for the login whose nonce
 * it signs, and only with a signature that the chain confirms; and only the device that started a login completes it, with a secret verifier.
 *
 * The relay is asked only while a client waits, by one request at a time for each login.
 */
import { setTimeout } from 'node:timers/promises'
import type { RequestOf, ResponseOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { FarcasterEndpoints } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import * as z from 'zod/mini'
import type { Flow } from '../../store/contract/flows.ts'
import type { Repositories } from '../../store/store.ts'
import { type Claim, readClaim } from '../farcaster/message.ts'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import { nameOf } from '../social/profiles.ts'
import type { Caller, Signed } from './caller.ts'
import { labelOf } from './client.ts'
import { createTools, type WalletContext } from './context.ts'
import { askedBy, defineFlow, type FromDevice, type Waiting } from './flow.ts'
import { encodeDisplay, socialKey } from './identities.ts'
import { createLinks } from './links.ts'
import { findProject, offersSocial, requireOrigin } from './project.ts'
import { createSignIn } from './sign-in.ts'
import { challengeOf, isSame } from './verifier.ts'

const lifetimeMs = serviceLimits.socialLifetime * 1000
/** So many failures in a row, and the client is told. */
const patience = 3
const provider = 'farcaster'
/** Names the accounts; never changed. */
const issuer = 'farcaster'

const login = defineFlow({
  kind: 'farcaster',
  seen: {
    /** The user has not answered in the Farcaster app. */
    AWAIT_ANSWER: 'pending',
    /** The answer is here, and not checked yet: the relay keeps no copy. */
    ANSWERED: 'pending',
    /** The device that began it may complete it. */
    PROVEN: 'proven',
    DONE: 'proven',
    /** The answer does not prove this login. */
    REFUSED: 'refused',
    /** The relay has lost the channel. */
    FAILED: 'failed',
  },
  steps: {
    answer: { from: 'AWAIT_ANSWER', to: 'ANSWERED' },
    lose: { from: 'AWAIT_ANSWER', to: 'FAILED' },
    accept: { from: 'ANSWERED', to: 'PROVEN' },
    refuse: { from: 'ANSWERED', to: 'REFUSED' },
    finish: { from: 'PROVEN', to: 'DONE' },
  },
  payload: z.object({
    ...askedBy,
    domain: z.string(),
    uri: z.string(),
    nonce: z.string(),
    channel: z.string(),
    answer: z.optional(z.object({ message: z.string(), signature: z.templateLiteral(['0x', z.string()]) })),
    /** Claimed by the relay: for display only. */
    username: z.optional(z.string()),
    /** The account that it is added to. Absent: it signs in. */
    linksTo: z.optional(z.string()),
    fid: z.optional(z.string()),
  }),
  unknown: 'FLOW_UNKNOWN',
})
const { stateOf, seenAs, read } = login
type Payload = ReturnType<typeof read>

type Request<N extends keyof FarcasterEndpoints> = RequestOf<FarcasterEndpoints, N>
type Answer<N extends keyof FarcasterEndpoints> = Promise<ResponseOf<FarcasterEndpoints, N>>
/** `unreachable`: the relay, or the chain. */
type Turn = 'moved' | 'waits' | 'gone' | 'unreachable'

export type FarcasterLogin = {
  readonly start: (request: Request<'farcasterStart'>, from: FromDevice) => Answer<'farcasterStart'>
  readonly startLink: (
    request: Request<'farcasterLinkStart'>,
    from: FromDevice & Signed,
  ) => Answer<'farcasterLinkStart'>
  /** With `waitMs`, waits for the answer (long poll). */
  readonly look: (flowId: string, from: FromDevice, wait: Waiting) => Answer<'farcasterFlow'>
  readonly complete: (request: Request<'farcasterComplete'>, from: FromDevice) => Promise<Session>
  readonly link: (request: Request<'farcasterLink'>, from: FromDevice & Signed) => Answer<'farcasterLink'>
}

export function createFarcasterLogin(context: WalletContext): FarcasterLogin {
  const { store, lookup, outside, projects, farcaster } = context
  const { rates, audit } = createTools(context)
  const signIn = createSignIn(context)
  const links = createLinks(context)
  const turns = new Map<string, Promise<Turn>>()
  const flows = login.in(store, outside)
  const { advance, requireOwn } = flows

  return {
    start,
    async startLink(request, { live, ...from }) {
      const linksTo = await links.begin({ live, caller: from.caller }, outside.now())
      return start({ ...request, projectId: live.device.projectId, linksTo }, from)
    },

    async look(flowId, from, { waitMs, signal }) {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
      for (let misses = 0; ; ) {
        const found = await requireOwn(flowId, from)
        if (found.isExpired) throw new Refusal('FLOW_EXPIRED')
        const status = seenAs(found)
        if (status === 'proven') return { status, userName: shownName(read(found)) }
        if (status !== 'pending') return { status }
        const turn = await takeTurn(found, from.caller)
        if (turn === 'moved') continue
        misses = turn === 'waits' ? 0 : misses + 1
        // Another process may have read the answer just now: it is in the database before the next turn.
        if (turn === 'gone' && misses >= patience) await advance(found, 'lose')
        if (turn === 'unreachable' && misses >= patience) throw new Refusal('RELAY_ERROR')
        if (waitMs === 0 || ends.aborted) return { status }
        await setTimeout(parts().askEveryMs, undefined, { signal: ends }).catch(() => undefined)
      }
    },

    async complete(request, from) {
      await rates.hitFrom('codesFromNetworkPerMinute', from.caller.address, outside.now())
      const { flow, payload, row } = await requireProven(request, from)
      if (payload.linksTo !== undefined) throw new Refusal('FLOW_UNKNOWN')
      const { hostOrigin, label } = payload
      const now = outside.now()
      return store.transaction(async (tx) => {
        await requireFirst(tx, flow)
        return signIn(tx, { flow, row, payload: { provider, hostOrigin, label }, from, amr: provider, now })
      })
    },

    async link(request, { live, ...from }) {
      const { flow, payload, row } = await requireProven(request, from)
      const who = { live, caller: from.caller }
      const now = outside.now()
      // A login that was begun to sign in is not added.
      links.requireOwn(who, payload.linksTo ?? '', now)
      await store.transaction(async (tx) => {
        await requireFirst(tx, flow)
        await links.add(tx, who, { row, provider, now })
      })
      return { ok: true }
    },
  }

  async function start(
    { projectId, hostOrigin, challenge, linksTo }: Request<'farcasterStart'> & { readonly linksTo?: string },
    from: FromDevice,
  ): Answer<'farcasterStart'> {
    const now = outside.now()
    const record = requireOrigin(projects, { projectId, origin: from.origin, hostOrigin })
    if (!offersSocial(record, provider)) throw new Refusal('PROVIDER_OFF')
    await rates.social({ projectId, from: from.caller.address, now })
    const { walletOrigin } = findProject(projects, projectId)
    const asked = {
      domain: new URL(walletOrigin).host,
      siweUri: `${walletOrigin}/`,
      nonce: Buffer.from(outside.randomBytes(16)).toString('hex'),
    }
    const expirationTime = new Date(now + lifetimeMs).toISOString()
    const channel = await parts()
      .relay.open({ ...asked, expirationTime })
      .catch((cause: unknown) => {
        throw new Refusal('RELAY_ERROR', { cause })
      })
    const payload: Payload = {
      hostOrigin,
      label: labelOf(from.caller.userAgent),
      domain: asked.domain,
      uri: asked.siweUri,
      nonce: asked.nonce,
      channel: channel.token,
      ...(linksTo === undefined ? {} : { linksTo }),
    }
    const flowId = newId(outside)
    await store.transaction(async (tx) => {
      const { jkt } = from.device
      await flows.create(tx, {
        id: flowId,
        projectId,
        jkt,
        challenge,
        payload,
        status: 'AWAIT_ANSWER',
        now,
        lifetimeMs,
      })
      await audit(tx.audit, from.caller, { event: 'login.started', detail: { provider } }, now)
    })
    return { flowId, url: channel.url, expiresIn: serviceLimits.socialLifetime }
  }

  /** For all clients that wait for this login. */
  function takeTurn(flow: Flow, caller: Caller): Promise<Turn> {
    const running = turns.get(flow.id)
    if (running) return running
    const own = (stateOf(flow) === 'AWAIT_ANSWER' ? ask(flow) : check(flow, caller)).finally(() =>
      turns.delete(flow.id),
    )
    turns.set(flow.id, own)
    return own
  }

  async function ask(flow: Flow): Promise<Turn> {
    const payload = read(flow)
    const answer = await parts()
      .relay.read(payload.channel)
      .catch(() => 'unreachable' as const)
    if (answer === 'pending') return 'waits'
    if (answer === 'gone' || answer === 'unreachable') return answer
    const { message, signature } = answer
    const username = nameOf(answer.username)
    await advance(flow, 'answer', {
      ...payload,
      answer: { message, signature },
      ...(username !== undefined && { username }),
    })
    return 'moved'
  }

  async function check(flow: Flow, caller: Caller): Promise<Turn> {
    const payload = read(flow)
    if (!payload.answer) throw new Error('An answered login has no answer')
    const claim = claimOf(flow, payload, payload.answer.message)
    const isProven =
      claim !== undefined &&
      (await parts()
        .registry.isProven({ ...claim, ...payload.answer })
        .catch(() => 'unreachable' as const))
    if (isProven === 'unreachable') return isProven
    if (claim && isProven) {
      await advance(flow, 'accept', { ...payload, fid: claim.fid })
      return 'moved'
    }
    if (await advance(flow, 'refuse'))
      await audit(store.audit, caller, { event: 'login.failed', detail: { provider } }, outside.now())
    return 'moved'
  }

  /** `undefined` for a message that does not belong to this login. */
  function claimOf(flow: Flow, { domain, uri, nonce }: Payload, message: string): Claim | undefined {
    try {
      return readClaim(message, { domain, uri, nonce, startedAt: flow.createdAt, now: outside.now() })
    } catch {
      return undefined
    }
  }

  /** @throws {Refusal} unless the caller is the device that started it, and the answer was confirmed. */
  async function requireProven({ flowId, verifier }: Request<'farcasterComplete'>, from: FromDevice) {
    const flow = await requireOwn(flowId, from)
    requireOrigin(projects, { projectId: flow.projectId, origin: from.origin })
    if (!isSame(challengeOf(verifier), flow.challenge ?? '')) throw new Refusal('VERIFIER_MISMATCH')
    if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
    const refusal = unproven[stateOf(flow)]
    if (refusal) throw new Refusal(refusal)
    const payload = read(flow)
    if (payload.fid === undefined) throw new Error('A proven login has no account')
    return {
      flow,
      payload,
      row: {
        ...socialKey(lookup, { issuer, subject: payload.fid }),
        kind: provider,
        display: encodeDisplay({ provider, name: shownName(payload) }),
        identityId: newId(outside),
      },
    } as const
  }

  async function requireFirst(tx: Repositories, flow: Flow): Promise<void> {
    if (!(await advance(flow, 'finish', undefined, tx))) throw new Refusal('ALREADY_USED')
  }

  function parts() {
    if (!farcaster) throw new Refusal('PROVIDER_OFF')
    return farcaster
  }
}

const shownName = ({ username, fid }: Payload): string => username ?? `fid ${fid}`

/** Why a login cannot be completed in this state. */
const unproven = {
  AWAIT_ANSWER: 'FLOW_NOT_APPROVED',
  ANSWERED: 'FLOW_NOT_APPROVED',
  PROVEN: undefined,
  DONE: 'ALREADY_USED',
  REFUSED: 'SIGNATURE_INVALID',
  FAILED: 'PROVIDER_FAILED',
} as const
