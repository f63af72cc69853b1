/**
 * Email login: start, approval from the mailbox, code, session. Guarantees: known and unknown addresses look alike; no
 * code is checked before the device is approved; at most five tries per code, counted before the check.
 */
import type { RequestOf, ResponseOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'
import * as z from 'zod/mini'
import type { Flow } from '../../store/contract/flows.ts'
import type { Repositories } from '../../store/store.ts'
import { type MailText, mailBody } from '../mail/texts.ts'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import { createAuditWriter } from './audit.ts'
import type { Caller } from './caller.ts'
import { coarsePlace, labelOf } from './client.ts'
import type { WalletContext } from './context.ts'
import { isInHalves } from './custody-level.ts'
import { emailKey, encodeText } from './identities.ts'
import { firstState, isLoginState, type LoginState, seenAs, steps } from './login-flow.ts'
import { drawMatch } from './number-match.ts'
import { createOneTimeCodes, drawCode } from './one-time-code.ts'
import { requireOrigin } from './project.ts'
import type { DeviceKey } from './proof.ts'
import { createRateKeeper, failures, waitAfter } from './rates.ts'
import { createSignIn } from './sign-in.ts'
import { answerMethod } from './wallets.ts'

const lifetimeMs = serviceLimits.flowLifetime * 1000
const codeLifetimeMs = serviceLimits.otpLifetime * 1000

/** Flow data, stored sealed. */
const Payload = z.object({
  email: z.string(),
  hostOrigin: z.string(),
  /** Browser and operating system of the device. */
  label: z.string(),
  place: z.string(),
  /** Numbers to choose from; empty when no approval is needed. */
  numbers: z.array(z.int()),
})
type Payload = z.infer<typeof Payload>

const encode = (value: unknown): Uint8Array => encodeText(JSON.stringify(value))
const readPayload = (flow: Flow): Payload => Payload.parse(JSON.parse(new TextDecoder().decode(flow.payload)))
const stateOf = ({ status }: Flow): LoginState => {
  if (!isLoginState(status)) throw new Error('A login flow has an invalid state')
  return status
}

type Of<N extends keyof WalletEndpoints> = {
  readonly request: RequestOf<WalletEndpoints, N>
  readonly response: ResponseOf<WalletEndpoints, N>
}
type FromDevice = { readonly device: DeviceKey; readonly caller: Caller; readonly origin: string | undefined }

/** Data of the approval page that the email links to. */
export type ApprovalQuestion = Omit<Payload, 'email'> & { readonly state: LoginState | 'EXPIRED' }

export type Login = {
  readonly start: (request: Of<'emailStart'>['request'], from: FromDevice) => Promise<Of<'emailStart'>['response']>
  /** With `waitMs`, waits for a change (long poll). */
  readonly look: (
    flowId: string,
    from: FromDevice,
    wait: { readonly waitMs: number; readonly signal: AbortSignal },
  ) => Promise<Of<'emailFlow'>['response']>
  readonly resend: (flowId: string, from: FromDevice) => Promise<Of<'emailResend'>['response']>
  readonly verify: (request: Of<'emailVerify'>['request'], from: FromDevice) => Promise<Session>
  /** Read-only, for the page. @throws {Refusal} FLOW_UNKNOWN. */
  readonly ask: (token: string) => Promise<ApprovalQuestion>
  /** `picked` is `undefined` for "this was not me". @throws {Refusal} FLOW_UNKNOWN, FLOW_EXPIRED, NUMBER_WRONG. */
  readonly answer: (token: string, picked: number | undefined, caller: Caller) => Promise<'approved' | 'denied'>
}

export function createLogin(context: WalletContext): Login {
  const { store, lookup, outside, codeCost, projects, settings } = context
  const rates = createRateKeeper(store, lookup, settings.limits)
  const codes = createOneTimeCodes({ lookup, outside, cost: codeCost })
  const audit = createAuditWriter(lookup)
  const signIn = createSignIn(context)

  const identityOf = (address: string) => emailKey(lookup, address)
  const isMine = (flow: Flow, { device }: FromDevice) => flow.kind === 'email' && flow.jkt === device.jkt

  return { start, look, resend, verify, ask, answer }

  async function start(request: Of<'emailStart'>['request'], from: FromDevice): Promise<Of<'emailStart'>['response']> {
    const now = outside.now()
    const { projectId, hostOrigin } = request
    requireOrigin(projects, { projectId, origin: from.origin, hostOrigin })
    const email = normalizeAddress(request.email)
    const addressHash = lookup('address', email)
    const identity = identityOf(email)
    const isKnown = await store.devices.isKnown(identity, from.device.jkt)
    const live = await store.sessions.findLive(identity, from.device.jkt, now)
    const state = firstState({ isKnown, isSignedIn: live !== undefined && !request.withoutSession })
    if (state !== 'CONNECTED') await countMail({ addressHash, projectId, isKnown, now, from })
    if (state === 'AWAIT_APPROVAL') await refuseStrangersAfterFailures(addressHash, now)

    const flowId = newId(outside)
    const match = state === 'AWAIT_APPROVAL' ? drawMatch(outside) : undefined
    const payload: Payload = {
      email,
      hostOrigin,
      label: labelOf(from.caller.userAgent),
      place: coarsePlace(from.caller.address, settings.publicUrl),
      numbers: [...(match?.shown ?? [])],
    }
    const code = state === 'AWAIT_CODE' ? await newCode(flowId) : undefined
    await store.transaction(async (tx) => {
      await tx.flows.create({
        id: flowId,
        kind: 'email',
        projectId,
        jkt: from.device.jkt,
        addressHash,
        stateHash: lookup('state', linkToken(flowId)),
        challenge: undefined,
        payload: encode(payload),
        status: state,
        matchNumber: match?.right,
        now,
        lifetimeMs,
      })
      if (code) await sendCode(tx, flowId, payload, code, now)
      if (match) await send(tx, email, approvalMail(flowId, payload), now + lifetimeMs, now)
      await audit(tx.audit, from.caller, { event: 'login.started', detail: { state } }, now)
    })
    return {
      flowId,
      action: seenAs(state).action,
      expiresIn: serviceLimits.flowLifetime,
      resendAfter: serviceLimits.resendAfter,
      ...(match ? { matchNumber: match.right } : {}),
    }
  }

  async function look(
    flowId: string,
    from: FromDevice,
    { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
  ): Promise<Of<'emailFlow'>['response']> {
    const found = await store.flows.find(flowId, outside.now())
    if (!found || !isMine(found, from)) throw new Refusal('FLOW_UNKNOWN')
    const flow =
      waitMs > 0 && !found.isExpired && stateOf(found) === 'AWAIT_APPROVAL'
        ? ((await store.waitForFlow({
            flowId,
            status: found.status,
            now: outside.now,
            signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
          })) ?? found)
        : found
    const state = stateOf(flow)
    if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
    const { status, action } = seenAs(state)
    return {
      status,
      action,
      ...(flow.matchNumber === undefined || status !== 'pending' ? {} : { matchNumber: flow.matchNumber }),
      // Sent only after the mailbox has approved, because it reveals whether an account exists.
      ...(state === 'AWAIT_CODE' || state === 'DONE' ? { recovery: await recoveryOf(readPayload(flow).email) } : {}),
    }
  }

  async function recoveryOf(email: string): Promise<'none' | 'escrow' | 'other'> {
    const user = await store.accounts.findByIdentity(identityOf(email))
    const wallet = user && (await store.wallets.findActive(user.id))
    const methods = wallet ? (await store.recoveryMethods.ofWallet(wallet.id)).map(answerMethod) : []
    if (methods.length === 0) return 'none'
    return methods.every(isInHalves) ? 'escrow' : 'other'
  }

  async function resend(flowId: string, from: FromDevice): Promise<Of<'emailResend'>['response']> {
    const now = outside.now()
    const flow = await store.flows.find(flowId, now)
    if (!flow || !isMine(flow, from) || flow.addressHash === undefined) throw new Refusal('FLOW_UNKNOWN')
    if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
    const state = stateOf(flow)
    if (state === 'DENIED') throw new Refusal('FLOW_DENIED')
    if (state === 'CONNECTED' || state === 'DONE') throw new Refusal('FLOW_UNKNOWN')
    const payload = readPayload(flow)
    const isKnown = await store.devices.isKnown(identityOf(payload.email), from.device.jkt)
    await countMail({ addressHash: flow.addressHash, projectId: flow.projectId, isKnown, now, from })
    if (state === 'AWAIT_CODE') {
      const code = await newCode(flowId)
      await store.transaction((tx) => sendCode(tx, flowId, payload, code, now))
    } else await store.transaction((tx) => send(tx, payload.email, approvalMail(flowId, payload), flow.expiresAt, now))
    return { resendAfter: serviceLimits.resendAfter }
  }

  async function verify({ flowId, otp }: Of<'emailVerify'>['request'], from: FromDevice): Promise<Session> {
    const now = outside.now()
    await rates.hitFrom('codesFromNetworkPerMinute', from.caller.address, now)
    const flow = await store.flows.find(flowId, now)
    if (!flow || !isMine(flow, from) || flow.addressHash === undefined) {
      await codes.pretend()
      throw new Refusal('OTP_EXPIRED')
    }
    if (stateOf(flow) !== 'AWAIT_CODE') {
      await codes.pretend()
      throw new Refusal(stateOf(flow) === 'AWAIT_APPROVAL' ? 'FLOW_NOT_APPROVED' : 'OTP_EXPIRED')
    }
    requireOrigin(projects, { projectId: flow.projectId, origin: from.origin })
    await slowDownAfterFailures(flow.addressHash, now)
    const { attempt, isRight } = await codes.judge(flowId, otp, () =>
      store.codes.raise({ flowId, purpose: 'login', now }),
    )
    if (attempt.outcome !== 'EVALUATE') {
      await codes.pretend()
      throw new Refusal(attempt.outcome === 'LOCKED' ? 'OTP_LOCKED' : 'OTP_EXPIRED')
    }
    if (!isRight) {
      await store.rates.add({ ...failures, keyHash: flow.addressHash, now })
      await audit(store.audit, from.caller, { event: 'login.failed', detail: { left: attempt.left } }, now)
      throw new Refusal('OTP_INVALID', { left: attempt.left })
    }
    const session = await openSession(flow, attempt.codeId, from)
    await store.rates.reset(failures.bucket, flow.addressHash)
    return session
  }

  /** Atomic: a code is used up only if a session is opened with it. */
  async function openSession(flow: Flow, codeId: string, from: FromDevice): Promise<Session> {
    const now = outside.now()
    const { email, label, hostOrigin } = readPayload(flow)
    return store.transaction(async (tx) => {
      if (!(await tx.codes.consume(codeId, now))) throw new Refusal('OTP_EXPIRED')
      if (!(await tx.flows.advance({ flowId: flow.id, ...steps.finish, now }))) throw new Refusal('OTP_EXPIRED')
      const row = {
        ...identityOf(email),
        kind: 'email',
        display: encodeText(email),
        identityId: newId(outside),
      } as const
      return signIn(tx, { flow, row, payload: { hostOrigin, label }, from, amr: 'otp', now, hasMail: email })
    })
  }

  async function findAsked(token: string): Promise<Flow & { readonly isExpired: boolean }> {
    const flow = await store.flows.findByState(lookup('state', token), outside.now())
    if (flow?.kind !== 'email') throw new Refusal('FLOW_UNKNOWN')
    return flow
  }

  async function ask(token: string): Promise<ApprovalQuestion> {
    const flow = await findAsked(token)
    const { email: _, ...shown } = readPayload(flow)
    return { ...shown, state: flow.isExpired ? 'EXPIRED' : stateOf(flow) }
  }

  async function answer(token: string, picked: number | undefined, caller: Caller): Promise<'approved' | 'denied'> {
    const now = outside.now()
    await rates.hitFrom('approvalsFromNetworkPerMinute', caller.address, now)
    const flow = await findAsked(token)
    if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
    const isRight = picked !== undefined && picked === flow.matchNumber
    // Pressed twice: report the result of the first press.
    if (stateOf(flow) !== 'AWAIT_APPROVAL') {
      if (stateOf(flow) === 'DENIED') return 'denied'
      if (!isRight) throw new Refusal('FLOW_UNKNOWN')
      return 'approved'
    }
    const code = isRight ? await newCode(flow.id) : undefined
    const payload = readPayload(flow)
    const isFirst = await store.transaction(async (tx) => {
      const step = code ? steps.approve : steps.deny
      if (!(await tx.flows.advance({ flowId: flow.id, ...step, now }))) return false
      if (code) await sendCode(tx, flow.id, payload, code, now)
      await audit(tx.audit, caller, { event: code ? 'login.approved' : 'login.denied' }, now)
      return true
    })
    if (!isFirst) return answer(token, picked, caller)
    if (!isRight && picked !== undefined) throw new Refusal('NUMBER_WRONG')
    return code ? 'approved' : 'denied'
  }

  /** Counts an unknown device alike for every address, whether or not there is an account. */
  function countMail(mail: {
    readonly addressHash: string
    readonly projectId: string
    readonly isKnown: boolean
    readonly now: number
    readonly from: FromDevice
  }): Promise<void> {
    const { from, ...rest } = mail
    return rates.mail({ ...rest, jkt: from.device.jkt, from: from.caller.address })
  }

  async function refuseStrangersAfterFailures(addressHash: string, now: number): Promise<void> {
    const { count, retryAfterMs } = await store.rates.read({ ...failures, keyHash: addressHash, now })
    if (count >= failures.limit) throw new Refusal('RATE_LIMITED', { retryAfterMs })
  }

  async function slowDownAfterFailures(addressHash: string, now: number): Promise<void> {
    const { count } = await store.rates.read({ ...failures, keyHash: addressHash, now })
    const spacingMs = waitAfter(count)
    if (spacingMs === 0) return
    const spaced = await store.rates.space({ bucket: 'triesOfAddress', keyHash: addressHash, spacingMs, now })
    if (!spaced.isAllowed) throw new Refusal('RATE_LIMITED', { retryAfterMs: spaced.retryAfterMs })
  }

  /** Hashed before the transaction that stores it, because the hash is slow by design. */
  async function newCode(flowId: string) {
    const code = drawCode(serviceLimits.otpDigits, outside)
    return { code, ...(await codes.hash(flowId, code)) }
  }

  async function sendCode(
    tx: Repositories,
    flowId: string,
    payload: Payload,
    { code, codeHash, salt }: Awaited<ReturnType<typeof newCode>>,
    now: number,
  ): Promise<void> {
    const { expiresAt } = await tx.codes.issue({
      codeId: newId(outside),
      flowId,
      purpose: 'login',
      codeHash,
      salt,
      maxTries: serviceLimits.otpTries,
      now,
      lifetimeMs: codeLifetimeMs,
    })
    const { email, hostOrigin, label } = payload
    await send(
      tx,
      email,
      { kind: 'code', code, hostOrigin, label, minutes: serviceLimits.otpLifetime / 60 },
      expiresAt,
      now,
    )
  }

  async function send(tx: Repositories, to: string, mail: MailText, expiresAt: number, now: number): Promise<void> {
    const id = newId(outside)
    await tx.outbox.add({ id, kind: mail.kind, to: encodeText(to), body: mailBody(mail), notBefore: now, expiresAt })
  }

  /** Derived from the flow id, so that a second email has the same link. Not forgeable without the pepper. */
  function linkToken(flowId: string): string {
    return lookup('state', `link|${flowId}`)
  }

  function approvalMail(flowId: string, { hostOrigin, label, place }: Payload): MailText {
    const link = `${settings.publicUrl}/device/${linkToken(flowId)}`
    return { kind: 'approve-device', link, hostOrigin, label, place, minutes: serviceLimits.flowLifetime / 60 }
  }
}
