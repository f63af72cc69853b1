/**
 * Social login: start, the provider's answer, the number, session. Guarantees: the provider's answer counts once, only for the login and
 * the provider of the request; only the device that started a login completes it, with a secret verifier; and the user at the provider has
 * confirmed that device, by its number or because the account knows it. Without that confirmation, an attacker who sends a victim the
 * address of the attacker's own login would be signed in as the victim.
 *
 * After a full-page redirect a code in the URL is needed as well: only the page to which the user returns has it. It does not replace the
 * number, because that page may itself have begun the login.
 */
import { socialReturn } from '@airlock/protocol/scalars/social-return.ts'
import type { RequestOf, ResponseOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import type { SocialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import * as z from 'zod/mini'
import type { Flow } from '../../store/contract/flows.ts'
import type { Repositories } from '../../store/store.ts'
import { withoutAbsent } from '../../without-absent.ts'
import { newId, newToken } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import type { ProviderAsk, SocialProvider } from '../social/provider.ts'
import type { Caller, Signed } from './caller.ts'
import { shownOf } from './client.ts'
import { createTools, type WalletContext } from './context.ts'
import { askedFrom, defineFlow, type FoundFlow, type FromDevice, type Waiting } from './flow.ts'
import { emailKey, encodeDisplay, socialKey } from './identities.ts'
import { createLinks } from './links.ts'
import { drawMatch } from './number-match.ts'
import { offersSocial, requireOrigin } from './project.ts'
import { createSignIn } from './sign-in.ts'
import { challengeOf, isSame } from './verifier.ts'

const lifetimeMs = serviceLimits.socialLifetime * 1000
/** How long the opened window waits for its login to be registered, and how often it checks. */
const registeredWithinMs = 10_000
const lookEveryMs = 200

const login = defineFlow({
  kind: 'social',
  seen: {
    /** The user has not come back from the provider. */
    AWAIT_PROVIDER: 'pending',
    /** The provider's code is being exchanged, once. */
    EXCHANGING: 'pending',
    /** A new device: the user has to pick the number that it shows. */
    AWAIT_NUMBER: 'confirm',
    /** The device that began it may complete it. */
    PROVEN: 'proven',
    DONE: 'proven',
    /** Declined at the provider. */
    DECLINED: 'declined',
    /** Another number, or "not me". */
    DENIED: 'denied',
    FAILED: 'failed',
  },
  steps: {
    exchange: { from: 'AWAIT_PROVIDER', to: 'EXCHANGING' },
    unreachable: { from: 'AWAIT_PROVIDER', to: 'FAILED' },
    decline: { from: 'EXCHANGING', to: 'DECLINED' },
    fail: { from: 'EXCHANGING', to: 'FAILED' },
    recognise: { from: 'EXCHANGING', to: 'PROVEN' },
    ask: { from: 'EXCHANGING', to: 'AWAIT_NUMBER' },
    approve: { from: 'AWAIT_NUMBER', to: 'PROVEN' },
    deny: { from: 'AWAIT_NUMBER', to: 'DENIED' },
    finish: { from: 'PROVEN', to: 'DONE' },
  },
  payload: z.object({
    provider: z.string(),
    ...askedFrom,
    /** Between service and provider. */
    verifier: z.string(),
    nonce: z.string(),
    returnTo: z.optional(z.string()),
    returnCode: z.optional(z.string()),
    /** The account that it is added to. Absent: it signs in. */
    linksTo: z.optional(z.string()),
    identity: z.optional(
      z.object({
        issuer: z.string(),
        subject: z.string(),
        email: z.optional(z.string()),
        name: z.optional(z.string()),
      }),
    ),
  }),
  unknown: 'FLOW_UNKNOWN',
})
const { stateOf, seenAs, read } = login
type Payload = ReturnType<typeof read>
type Identity = NonNullable<Payload['identity']>

type Request<N extends keyof SocialEndpoints> = RequestOf<SocialEndpoints, N>
type Answer<N extends keyof SocialEndpoints> = Promise<ResponseOf<SocialEndpoints, N>>
type Proof = Request<'socialLink'>

/** Data of the page that asks for the number. */
export type SocialQuestion = Pick<Payload, 'hostOrigin' | 'label' | 'place' | 'numbers'> & {
  /** The provider, as pages call it. */
  readonly providerName: string
  readonly state: string
  /** Only the browser that returned from the provider has it. */
  readonly token: string
  /** It is added to an account, and signs nobody in. */
  readonly isLink: boolean
  /** The page's own tab: the answer leads back to the site. */
  readonly isRedirect: boolean
}

/** Page for the browser that returned from the provider. */
export type AfterProvider =
  | { readonly next: 'number'; readonly question: SocialQuestion }
  | { readonly next: 'done' }
  | { readonly next: 'return'; readonly url: string }

export type Social = {
  readonly start: (request: Request<'socialStart'>, from: FromDevice) => Answer<'socialStart'>
  readonly startLink: (request: Request<'socialLinkStart'>, from: FromDevice & Signed) => Answer<'socialLinkStart'>
  /** With `waitMs`, waits for a change (long poll). */
  readonly look: (
    flowId: string,
    from: FromDevice,
    wait: Waiting & { readonly seen: string | undefined },
  ) => Answer<'socialFlow'>
  readonly complete: (request: Request<'socialComplete'>, from: FromDevice) => Promise<Session>
  readonly link: (request: Proof, from: FromDevice & Signed) => Answer<'socialLink'>
  /** The next address for the window that was opened with this ticket. */
  readonly leave: (ticket: string, caller: Caller, signal: AbortSignal) => Promise<URL>
  /** @param answer the parameters that the provider sent */
  readonly comeBack: (provider: string, answer: URLSearchParams, caller: Caller) => Promise<AfterProvider>
  /** `picked` is `undefined` for "this was not me". */
  readonly confirm: (given: {
    readonly state: string
    readonly token: string
    readonly picked: number | undefined
    readonly caller: Caller
  }) => Promise<Confirmed>
}
export type Confirmed = {
  /** `link`: the wallet goes on to add it. */
  readonly outcome: 'approved' | 'link' | 'denied'
  /** After a full-page redirect: where the user goes back to, with the result. */
  readonly backTo: string | undefined
}

export function createSocial(context: WalletContext): Social {
  const { store, lookup, outside, projects, settings, socials } = context
  const { rates, audit } = createTools(context)
  const signIn = createSignIn(context)
  const links = createLinks(context)

  /** Not forgeable without the pepper, and the same for everybody who has the ticket. */
  const stateFor = (ticket: string) => lookup('state', `social|${ticket}`)
  const confirmToken = (flowId: string) => lookup('state', `confirm|${flowId}`)
  const flows = login.in(store, outside)
  const { advance } = flows

  return {
    async start(request, from) {
      const { hostOrigin, returnTo } = request
      // The service redirects the browser there, so it must be a page of the requesting site.
      if (returnTo !== undefined && originOf(returnTo) !== hostOrigin) throw new Refusal('ORIGIN_NOT_ALLOWED')
      return begin(request, from)
    },

    async startLink(request, { live, ...from }) {
      const linksTo = await links.begin({ live, caller: from.caller }, outside.now())
      const { projectId } = live.device
      return begin({ ...request, projectId, linksTo }, from)
    },

    async leave(ticket, caller, signal) {
      await rates.hitFrom('approvalsFromNetworkPerMinute', caller.address, outside.now())
      const flow = await untilRegistered(ticket, signal)
      if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
      if (stateOf(flow) !== 'AWAIT_PROVIDER') throw new Refusal('ALREADY_USED')
      const payload = read(flow)
      const provider = requireProvider(payload)
      try {
        return await provider.authorize(askOf(provider, payload, stateFor(ticket)))
      } catch (cause) {
        await advance(flow, 'unreachable')
        throw new Refusal('PROVIDER_FAILED', { cause })
      }
    },

    async comeBack(providerId, answer, caller) {
      await rates.hitFrom('approvalsFromNetworkPerMinute', caller.address, outside.now())
      const state = answer.get('state') ?? ''
      const flow = await flows.requireByState(lookup('state', state))
      const payload = read(flow)
      // Each provider has its own address here: one cannot answer for another.
      if (payload.provider !== providerId) throw new Refusal('FLOW_UNKNOWN')
      if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
      if (!(await advance(flow, 'exchange'))) throw new Refusal('ALREADY_USED')
      const provider = requireProvider(payload)
      const error = answer.get('error')
      if (error !== null) return declined(flow, payload, declines.has(error), caller)
      const ask = askOf(provider, payload, state)
      const url = new URL(`${ask.redirectUri}?${answer}`)
      const identity = await provider.exchange(ask, url).catch(async (cause: unknown) => {
        await advance(flow, 'fail')
        await audit(store.audit, caller, { event: 'login.failed', detail: { provider: providerId } }, outside.now())
        throw new Refusal('PROVIDER_FAILED', { cause })
      })
      return proven(flow, { ...payload, identity: withoutAbsent(identity) }, identity, state, provider)
    },

    async confirm({ state, token, picked, caller }) {
      const now = outside.now()
      await rates.hitFrom('approvalsFromNetworkPerMinute', caller.address, now)
      const flow = await flows.requireByState(lookup('state', state))
      if (!isSame(token, confirmToken(flow.id))) throw new Refusal('FLOW_UNKNOWN')
      if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
      const isRight = picked !== undefined && picked === flow.matchNumber
      const outcome = isRight ? 'approved' : 'denied'
      const payload = isRight ? withReturnCode(read(flow)) : read(flow)
      // Pressed twice: report the result of the first press.
      if (!(await advance(flow, isRight ? 'approve' : 'deny', payload))) return afterFirstPress(flow)
      const { provider } = payload
      await audit(store.audit, caller, { event: `login.${outcome}`, detail: { provider } }, now)
      if (!isRight && picked !== undefined && payload.returnTo === undefined) throw new Refusal('NUMBER_WRONG')
      return confirmed(flow, payload, isRight)
    },

    async look(flowId, from, { waitMs, seen, signal }) {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
      for (;;) {
        const found = await flows.requireOwn(flowId, from)
        if (found.isExpired) throw new Refusal('FLOW_EXPIRED')
        const status = seenAs(found)
        if (waitMs === 0 || status !== (seen ?? 'pending') || patience.aborted) {
          return { status, ...whoseLink(found) }
        }
        await store.waitForFlow({ flowId, status: found.status, now: outside.now, signal: patience })
      }
    },

    async complete(request, from) {
      await rates.hitFrom('codesFromNetworkPerMinute', from.caller.address, outside.now())
      const { flow, payload, identity, row } = await requireProven(request, from)
      if (payload.linksTo !== undefined) throw new Refusal('FLOW_UNKNOWN')
      const now = outside.now()
      const isKnown = (await store.accounts.findByIdentity(row)) !== undefined
      // An equal address is not proof: its account needs a proof by email, and an attacker must not be able to prepare an account for it.
      if (!isKnown && request.isSeparate !== true && identity.email !== undefined)
        if (await store.accounts.findByIdentity(emailKey(lookup, identity.email)))
          throw new Refusal('EMAIL_KNOWN', { email: identity.email })
      return store.transaction(async (tx) => {
        await requireFirst(tx, flow)
        return signIn(tx, { flow, row, payload, from, amr: 'social', now })
      })
    },

    async link(request, { live, ...from }) {
      const { flow, payload, identity, row } = await requireProven(request, from)
      const who = { live, caller: from.caller }
      const now = outside.now()
      links.requireOwn(who, payload.linksTo, now)
      if (payload.linksTo === undefined) await requireAddressOf(identity, live.session.userId)
      await store.transaction(async (tx) => {
        await requireFirst(tx, flow)
        await links.add(tx, who, { row, provider: payload.provider, now })
      })
      return { ok: true }
    },
  }

  async function begin(
    request: Omit<Request<'socialStart'>, 'returnTo'> & {
      readonly returnTo?: string | undefined
      readonly linksTo?: string
    },
    from: FromDevice,
  ) {
    const now = outside.now()
    const { projectId, hostOrigin, provider, ticket, challenge, returnTo, linksTo } = request
    const record = requireOrigin(projects, { projectId, origin: from.origin, hostOrigin })
    if (!offersSocial(record, provider) || !socials.has(provider)) throw new Refusal('PROVIDER_OFF')
    await rates.social({ projectId, from: from.caller.address, now })
    const stateHash = lookup('state', stateFor(ticket))
    if (await store.flows.findByState(stateHash, now)) throw new Refusal('BAD_REQUEST')
    const match = drawMatch(outside)
    const payload: Payload = {
      provider,
      hostOrigin,
      ...shownOf(from.caller, settings.publicUrl),
      numbers: [...match.shown],
      verifier: newToken(outside),
      nonce: newToken(outside),
      ...(returnTo === undefined ? {} : { returnTo }),
      ...(linksTo === undefined ? {} : { linksTo }),
    }
    const flowId = newId(outside)
    await store.transaction(async (tx) => {
      await flows.create(tx, {
        id: flowId,
        projectId,
        jkt: from.device.jkt,
        stateHash,
        challenge,
        payload,
        status: 'AWAIT_PROVIDER',
        matchNumber: match.right,
        now,
        lifetimeMs,
      })
      await audit(tx.audit, from.caller, { event: 'login.started', detail: { provider } }, now)
    })
    return { flowId, expiresIn: serviceLimits.socialLifetime, matchNumber: match.right }
  }

  /** The window opens during the press, so its request may arrive before the login is registered. */
  async function untilRegistered(ticket: string, signal: AbortSignal): Promise<FoundFlow> {
    const stateHash = lookup('state', stateFor(ticket))
    const until = performance.now() + registeredWithinMs
    for (;;) {
      const flow = await flows.findByState(stateHash)
      if (flow) return flow
      if (signal.aborted || performance.now() >= until) throw new Refusal('FLOW_UNKNOWN')
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  }

  async function declined(flow: Flow, payload: Payload, isByUser: boolean, caller: Caller): Promise<AfterProvider> {
    await advance(flow, isByUser ? 'decline' : 'fail')
    const { provider } = payload
    const event = isByUser ? 'login.denied' : 'login.failed'
    await audit(store.audit, caller, { event, detail: { provider } }, outside.now())
    const url = backTo(flow, payload)
    if (url !== undefined) return { next: 'return', url }
    throw new Refusal(isByUser ? 'FLOW_DENIED' : 'PROVIDER_FAILED')
  }

  async function proven(
    flow: Flow,
    payload: Payload,
    identity: Identity,
    state: string,
    provider: SocialProvider,
  ): Promise<AfterProvider> {
    const { linksTo, returnTo, hostOrigin, label, place, numbers } = payload
    const isLink = linksTo !== undefined
    const isRedirect = returnTo !== undefined
    if (!isLink && (await store.devices.isKnown(socialKey(lookup, identity), flow.jkt))) {
      const known = withReturnCode(payload)
      await requireStep(flow, 'recognise', known)
      const url = backTo(flow, known)
      return url === undefined ? { next: 'done' } : { next: 'return', url }
    }
    await requireStep(flow, 'ask', payload)
    const token = confirmToken(flow.id)
    return {
      next: 'number',
      question: { providerName: provider.name, state, token, isLink, isRedirect, hostOrigin, label, place, numbers },
    }
  }

  /** The code is drawn only when the user has confirmed the device, so that nothing before has it. */
  function withReturnCode(payload: Payload): Payload {
    return payload.returnTo === undefined ? payload : { ...payload, returnCode: newToken(outside) }
  }

  async function afterFirstPress({ id }: Flow): Promise<Confirmed> {
    const flow = await store.flows.find(id, outside.now())
    const state = flow && stateOf(flow)
    if (flow && (state === 'PROVEN' || state === 'DONE')) return confirmed(flow, read(flow), true)
    if (flow && state === 'DENIED') return confirmed(flow, read(flow), false)
    throw new Refusal('FLOW_UNKNOWN')
  }

  /** @throws {Refusal} unless the caller is the device that started it, and the user at the provider has confirmed that device. */
  async function requireProven({ flowId, verifier, returnCode }: Proof, from: FromDevice) {
    const flow = await flows.requireOwn(flowId, from)
    requireOrigin(projects, { projectId: flow.projectId, origin: from.origin })
    if (!isSame(challengeOf(verifier), flow.challenge ?? '')) throw new Refusal('VERIFIER_MISMATCH')
    if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
    const refusal = unproven[stateOf(flow)]
    if (refusal) throw new Refusal(refusal)
    const payload = read(flow)
    if (payload.returnTo !== undefined && !isSame(returnCode ?? '', payload.returnCode ?? ''))
      throw new Refusal('VERIFIER_MISMATCH')
    if (!payload.identity) throw new Error('A proven login has no identity')
    const { identity, provider } = payload
    return {
      flow,
      payload,
      identity,
      row: {
        ...socialKey(lookup, identity),
        kind: requireProvider(payload).kind,
        display: encodeDisplay(withoutAbsent({ provider, email: identity.email, name: identity.name })),
        identityId: newId(outside),
      },
    }
  }

  /**
   * A login that was begun to sign in was answered with EMAIL_KNOWN, and belongs to the account with that address alone: another account
   * that signs in on the device afterwards may be somebody else's.
   */
  async function requireAddressOf({ email }: Identity, userId: string): Promise<void> {
    const owner = email === undefined ? undefined : await store.accounts.findByIdentity(emailKey(lookup, email))
    if (owner?.id !== userId) throw new Refusal('FLOW_UNKNOWN')
  }

  async function requireFirst(tx: Repositories, flow: Flow): Promise<void> {
    if (!(await advance(flow, 'finish', undefined, tx))) throw new Refusal('ALREADY_USED')
  }

  function requireProvider({ provider }: Payload): SocialProvider {
    const found = socials.get(provider)
    // The operator has removed it since.
    if (!found) throw new Refusal('PROVIDER_OFF')
    return found
  }

  function askOf({ id }: SocialProvider, { verifier, nonce }: Payload, state: string): ProviderAsk {
    return { redirectUri: `${settings.publicUrl}/oauth/callback/${id}`, state, nonce, verifier }
  }

  async function requireStep(flow: Flow, step: 'recognise' | 'ask', payload: Payload): Promise<void> {
    if (!(await advance(flow, step, payload))) throw new Refusal('FLOW_EXPIRED')
  }
}

function confirmed(flow: Flow, payload: Payload, isRight: boolean): Confirmed {
  const approved = payload.linksTo === undefined ? 'approved' : 'link'
  return { outcome: isRight ? approved : 'denied', backTo: backTo(flow, payload) }
}

/** The page's address with the result; without a code, the result is that nobody was signed in. */
function backTo({ id }: Flow, { returnTo, returnCode }: Payload): string | undefined {
  if (returnTo === undefined) return undefined
  return withResult(returnTo, returnCode === undefined ? id : `${id}.${returnCode}`)
}

/**
 * Whose login is about to be added: the signed-in user began it and has picked its number. A login that signs in tells this only with its
 * proof (`EMAIL_KNOWN`), because anybody can begin one and send others to it.
 */
function whoseLink(flow: Flow): { readonly email?: string; readonly userName?: string } {
  const { linksTo, identity } = read(flow)
  if (stateOf(flow) !== 'PROVEN' || linksTo === undefined || !identity) return {}
  return withoutAbsent({ email: identity.email, userName: identity.name })
}

/** Why a login cannot be completed in this state. */
const unproven = {
  AWAIT_PROVIDER: 'FLOW_NOT_APPROVED',
  EXCHANGING: 'FLOW_NOT_APPROVED',
  AWAIT_NUMBER: 'FLOW_NOT_APPROVED',
  PROVEN: undefined,
  DONE: 'ALREADY_USED',
  DECLINED: 'FLOW_DENIED',
  DENIED: 'FLOW_DENIED',
  FAILED: 'PROVIDER_FAILED',
} as const

/** Provider errors that mean "the user declined"; the second is Apple's. */
const declines: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize', 'consent_required'])

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

function withResult(returnTo: string, result: string): string {
  const url = new URL(returnTo)
  url.searchParams.set(socialReturn, result)
  return url.href
}
