/**
 * Farcaster login: a channel at the relay, the user's answer there, session. Guarantees: an answer counts once, only for the login whose nonce
 * it signs, and only with a signature that the chain confirms; and only the device that started a login completes it, with a secret verifier.
 *
 * The relay is asked only while a client waits, by one request at a time for each login.
 */
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
import { createAuditWriter } from './audit.ts'
import type { Caller, Signed } from './caller.ts'
import { labelOf } from './client.ts'
import type { WalletContext } from './context.ts'
import { type FarcasterState, isFarcasterState, seenAs, steps } from './farcaster-flow.ts'
import { encodeDisplay, encodeText, socialKey } from './identities.ts'
import { createLinks } from './links.ts'
import { findProject, offersSocial, requireOrigin } from './project.ts'
import type { DeviceKey } from './proof.ts'
import { createRateKeeper } from './rates.ts'
import { createSignIn } from './sign-in.ts'
import { challengeOf, isSame } from './verifier.ts'

const lifetimeMs = serviceLimits.socialLifetime * 1000
/** So many failures in a row, and the client is told. */
const patience = 3
const provider = 'farcaster'
/** Names the accounts; never changed. */
const issuer = 'farcaster'

/** Flow data, stored sealed. */
const Payload = z.object({
  hostOrigin: z.string(),
  /** Browser and operating system of the device. */
  label: z.string(),
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
})
type Payload = z.infer<typeof Payload>

const encode = (payload: Payload): Uint8Array => encodeText(JSON.stringify(payload))
const readPayload = (flow: Flow): Payload => Payload.parse(JSON.parse(new TextDecoder().decode(flow.payload)))
const stateOf = ({ status }: Flow): FarcasterState => {
  if (!isFarcasterState(status)) throw new Error('A Farcaster login has an invalid state')
  return status
}

type Of<N extends keyof FarcasterEndpoints> = {
  readonly request: RequestOf<FarcasterEndpoints, N>
  readonly response: ResponseOf<FarcasterEndpoints, N>
}
type FromDevice = { readonly device: DeviceKey; readonly caller: Caller; readonly origin: string | undefined }
/** `unreachable`: the relay, or the chain. */
type Turn = 'moved' | 'waits' | 'gone' | 'unreachable'

export type FarcasterLogin = {
  readonly start: (
    request: Of<'farcasterStart'>['request'],
    from: FromDevice,
  ) => Promise<Of<'farcasterStart'>['response']>
  readonly startLink: (
    request: Of<'farcasterLinkStart'>['request'],
    from: FromDevice & Signed,
  ) => Promise<Of<'farcasterLinkStart'>['response']>
  /** With `waitMs`, waits for the answer (long poll). */
  readonly look: (
    flowId: string,
    from: FromDevice,
    wait: { readonly waitMs: number; readonly signal: AbortSignal },
  ) => Promise<Of<'farcasterFlow'>['response']>
  readonly complete: (request: Of<'farcasterComplete'>['request'], from: FromDevice) => Promise<Session>
  readonly link: (
    request: Of<'farcasterLink'>['request'],
    from: FromDevice & Signed,
  ) => Promise<Of<'farcasterLink'>['response']>
}

export function createFarcasterLogin(context: WalletContext): FarcasterLogin {
  const { store, lookup, outside, projects, settings, farcaster } = context
  const rates = createRateKeeper(store, lookup, settings.limits)
  const signIn = createSignIn(context)
  const links = createLinks(context)
  const audit = createAuditWriter(lookup)
  const turns = new Map<string, Promise<Turn>>()

  return { start, startLink, look, complete, link }

  async function startLink(
    request: Of<'farcasterLinkStart'>['request'],
    { live, ...from }: FromDevice & Signed,
  ): Promise<Of<'farcasterLinkStart'>['response']> {
    const linksTo = await links.begin({ live, caller: from.caller }, outside.now())
    return start({ ...request, projectId: live.device.projectId, linksTo }, from)
  }

  async function start(
    { projectId, hostOrigin, challenge, linksTo }: Of<'farcasterStart'>['request'] & { readonly linksTo?: string },
    from: FromDevice,
  ): Promise<Of<'farcasterStart'>['response']> {
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
      await tx.flows.create({
        id: flowId,
        kind: 'farcaster',
        projectId,
        jkt: from.device.jkt,
        addressHash: undefined,
        stateHash: undefined,
        challenge,
        payload: encode(payload),
        status: 'AWAIT_ANSWER' satisfies FarcasterState,
        matchNumber: undefined,
        now,
        lifetimeMs,
      })
      await audit(tx.audit, from.caller, { event: 'login.started', detail: { provider } }, now)
    })
    return { flowId, url: channel.url, expiresIn: serviceLimits.socialLifetime }
  }

  async function look(
    flowId: string,
    from: FromDevice,
    { waitMs, signal }: Parameters<FarcasterLogin['look']>[2],
  ): Promise<Of<'farcasterFlow'>['response']> {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
    for (let misses = 0; ; ) {
      const found = await requireMine(flowId, from)
      if (found.isExpired) throw new Refusal('FLOW_EXPIRED')
      const status = seenAs(stateOf(found))
      if (status === 'proven') return { status, userName: shownName(readPayload(found)) }
      if (status !== 'pending') return { status }
      const turn = await takeTurn(found, from.caller)
      if (turn === 'moved') continue
      misses = turn === 'waits' ? 0 : misses + 1
      // Another process may have read the answer just now: it is in the database before the next turn.
      if (turn === 'gone' && misses >= patience) await advance(found, steps.lose)
      if (turn === 'unreachable' && misses >= patience) throw new Refusal('RELAY_ERROR')
      if (waitMs === 0 || ends.aborted) return { status }
      await untilNext(parts().askEveryMs, ends)
    }
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
    const payload = readPayload(flow)
    const answer = await parts()
      .relay.read(payload.channel)
      .catch(() => 'unreachable' as const)
    if (answer === 'pending') return 'waits'
    if (answer === 'gone' || answer === 'unreachable') return answer
    const { message, signature } = answer
    const username = nameOf(answer.username)
    await advance(flow, steps.answer, {
      ...payload,
      answer: { message, signature },
      ...(username !== undefined && { username }),
    })
    return 'moved'
  }

  async function check(flow: Flow, caller: Caller): Promise<Turn> {
    const payload = readPayload(flow)
    if (!payload.answer) throw new Error('An answered login has no answer')
    const claim = claimOf(flow, payload, payload.answer.message)
    const isProven =
      claim !== undefined &&
      (await parts()
        .registry.isProven({ ...claim, ...payload.answer })
        .catch(() => 'unreachable' as const))
    if (isProven === 'unreachable') return isProven
    if (claim && isProven) {
      await advance(flow, steps.accept, { ...payload, fid: claim.fid })
      return 'moved'
    }
    if (await advance(flow, steps.refuse))
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

  async function complete(request: Of<'farcasterComplete'>['request'], from: FromDevice): Promise<Session> {
    await rates.hitFrom('codesFromNetworkPerMinute', from.caller.address, outside.now())
    const { flow, payload, row } = await requireProven(request, from)
    if (payload.linksTo !== undefined) throw new Refusal('FLOW_UNKNOWN')
    const { hostOrigin, label } = payload
    const now = outside.now()
    return store.transaction(async (tx) => {
      await requireFirst(tx, flow, now)
      return signIn(tx, { flow, row, payload: { provider, hostOrigin, label }, from, amr: provider, now })
    })
  }

  async function link(
    request: Of<'farcasterLink'>['request'],
    { live, ...from }: FromDevice & Signed,
  ): Promise<Of<'farcasterLink'>['response']> {
    const { flow, payload, row } = await requireProven(request, from)
    const who = { live, caller: from.caller }
    const now = outside.now()
    // A login that was begun to sign in is not added.
    links.requireOwn(who, payload.linksTo ?? '', now)
    await store.transaction(async (tx) => {
      await requireFirst(tx, flow, now)
      await links.add(tx, who, { row, provider, now })
    })
    return { ok: true }
  }

  /** @throws {Refusal} unless the caller is the device that started it, and the answer was confirmed. */
  async function requireProven({ flowId, verifier }: Of<'farcasterComplete'>['request'], from: FromDevice) {
    const flow = await requireMine(flowId, from)
    requireOrigin(projects, { projectId: flow.projectId, origin: from.origin })
    if (!isSame(challengeOf(verifier), flow.challenge ?? '')) throw new Refusal('VERIFIER_MISMATCH')
    if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
    const refusal = unproven[stateOf(flow)]
    if (refusal) throw new Refusal(refusal)
    const payload = readPayload(flow)
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

  async function requireFirst(tx: Repositories, flow: Flow, now: number): Promise<void> {
    if (!(await tx.flows.advance({ flowId: flow.id, ...steps.finish, now }))) throw new Refusal('ALREADY_USED')
  }

  async function requireMine(flowId: string, { device }: FromDevice) {
    const flow = await store.flows.find(flowId, outside.now())
    if (flow?.kind !== 'farcaster' || flow.jkt !== device.jkt) throw new Refusal('FLOW_UNKNOWN')
    return flow
  }

  function parts() {
    if (!farcaster) throw new Refusal('PROVIDER_OFF')
    return farcaster
  }

  function advance(flow: Flow, step: (typeof steps)[keyof typeof steps], payload?: Payload): Promise<boolean> {
    const change = { flowId: flow.id, ...step, now: outside.now() }
    return store.flows.advance(payload ? { ...change, payload: encode(payload) } : change)
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

const untilNext = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
