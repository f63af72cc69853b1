/**
 * Email login: start, approval from the mailbox, code, session. Guarantees: known and unknown addresses look alike; no
 * code is checked before the device is approved; at most five tries per code, counted before the check. The first state depends on the device
 * key alone, never on whether the account exists, so that logging in does not reveal which addresses have accounts.
 */
import type { RequestOf, ResponseOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'
import * as z from 'zod/mini'
import type { Flow } from '../../store/contract/flows.ts'
import type { Repositories } from '../../store/store.ts'
import type { MailText } from '../mail/texts.ts'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from './caller.ts'
import { shownOf } from './client.ts'
import { createTools, type WalletContext } from './context.ts'
import { isInHalves } from './custody-level.ts'
import { askedFrom, defineFlow, type FromDevice, type Waiting } from './flow.ts'
import { emailKey, encodeText } from './identities.ts'
import { drawMatch } from './number-match.ts'
import { createOneTimeCodes, type DrawnCode } from './one-time-code.ts'
import { requireOrigin } from './project.ts'
import { type AskedMail, failures, waitAfter } from './rates.ts'
import { createSignIn } from './sign-in.ts'
import { answerMethod } from './wallets.ts'

const lifetimeMs = serviceLimits.flowLifetime * 1000

const login = defineFlow({
  kind: 'email',
  seen: {
    /** The device key is not known for this address: the mailbox must approve it. */
    AWAIT_APPROVAL: { status: 'pending', action: 'VERIFY_DEVICE' },
    AWAIT_CODE: { status: 'approved', action: 'VERIFY_OTP' },
    DENIED: { status: 'denied', action: 'VERIFY_DEVICE' },
    /** This device key has a live session for this address. */
    CONNECTED: { status: 'approved', action: 'CONNECT' },
    /** The code was correct. */
    DONE: { status: 'approved', action: 'CONNECT' },
  },
  steps: {
    approve: { from: 'AWAIT_APPROVAL', to: 'AWAIT_CODE' },
    deny: { from: 'AWAIT_APPROVAL', to: 'DENIED' },
    finish: { from: 'AWAIT_CODE', to: 'DONE' },
  },
  payload: z.object({
    email: z.string(),
    ...askedFrom,
  }),
  unknown: 'FLOW_UNKNOWN',
})
const { stateOf, seenAs, read } = login
type Payload = ReturnType<typeof read>
type Answer<N extends keyof WalletEndpoints> = Promise<ResponseOf<WalletEndpoints, N>>
type Request<N extends keyof WalletEndpoints> = RequestOf<WalletEndpoints, N>

const firstState = (device: { readonly isKnown: boolean; readonly isSignedIn: boolean }) =>
  device.isSignedIn ? 'CONNECTED' : device.isKnown ? 'AWAIT_CODE' : 'AWAIT_APPROVAL'

/** Data of the approval page that the email links to. */
type ApprovalQuestion = Omit<Payload, 'email'> & { readonly state: ReturnType<typeof stateOf> | 'EXPIRED' }

export type Login = {
  readonly start: (request: Request<'emailStart'>, from: FromDevice) => Answer<'emailStart'>
  /** With `waitMs`, waits for a change (long poll). */
  readonly look: (flowId: string, from: FromDevice, wait: Waiting) => Answer<'emailFlow'>
  readonly resend: (flowId: string, from: FromDevice) => Answer<'emailResend'>
  readonly verify: (request: Request<'emailVerify'>, from: FromDevice) => Promise<Session>
  /** Read-only, for the page. @throws {Refusal} FLOW_UNKNOWN. */
  readonly ask: (token: string) => Promise<ApprovalQuestion>
  /** `picked` is `undefined` for "this was not me". @throws {Refusal} FLOW_UNKNOWN, FLOW_EXPIRED, NUMBER_WRONG. */
  readonly answer: (token: string, picked: number | undefined, caller: Caller) => Promise<'approved' | 'denied'>
}

export function createLogin(context: WalletContext): Login {
  const { store, lookup, outside, codeCost, projects, settings } = context
  const { rates, audit, notices } = createTools(context)
  const { send } = notices
  const codes = createOneTimeCodes({ lookup, outside, cost: codeCost })
  const signIn = createSignIn(context)

  const identityOf = (address: string) => emailKey(lookup, address)
  const flows = login.in(store, outside)

  return {
    answer,
    async start(request, from) {
      const now = outside.now()
      const { projectId, hostOrigin } = request
      requireOrigin(projects, { projectId, origin: from.origin, hostOrigin })
      const email = normalizeAddress(request.email)
      const addressHash = lookup('address', email)
      const identity = identityOf(email)
      const isKnown = await store.devices.isKnown(identity, from.device.jkt)
      const live = await store.sessions.findLive(identity, from.device.jkt, now)
      const state = firstState({ isKnown, isSignedIn: live !== undefined && !request.withoutSession })
      if (state !== 'CONNECTED') await countMail(from, { addressHash, projectId, isKnown, now })
      if (state === 'AWAIT_APPROVAL') await refuseStrangersAfterFailures(addressHash, now)

      const flowId = newId(outside)
      const match = state === 'AWAIT_APPROVAL' ? drawMatch(outside) : undefined
      const payload: Payload = {
        email,
        hostOrigin,
        ...shownOf(from.caller, settings.publicUrl),
        numbers: [...(match?.shown ?? [])],
      }
      const code = state === 'AWAIT_CODE' ? await codes.draw(flowId) : undefined
      await store.transaction(async (tx) => {
        await flows.create(tx, {
          id: flowId,
          projectId,
          jkt: from.device.jkt,
          addressHash,
          stateHash: lookup('state', linkToken(flowId)),
          payload,
          status: state,
          matchNumber: match?.right,
          now,
          lifetimeMs,
        })
        if (code) await sendCode(tx, flowId, payload, code, now)
        if (match) await send(tx, email, approvalMail(flowId, payload), now, now + lifetimeMs)
        await audit(tx.audit, from.caller, { event: 'login.started', detail: { state } }, now)
      })
      return {
        flowId,
        action: seenAs({ status: state }).action,
        expiresIn: serviceLimits.flowLifetime,
        resendAfter: serviceLimits.resendAfter,
        ...(match ? { matchNumber: match.right } : {}),
      }
    },

    async look(flowId, from, wait) {
      const found = await flows.requireOwn(flowId, from)
      const flow = stateOf(found) === 'AWAIT_APPROVAL' ? await flows.untilChanged(found, wait) : found
      const state = stateOf(flow)
      if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
      const { status, action } = seenAs(flow)
      return {
        status,
        action,
        ...(flow.matchNumber === undefined || status !== 'pending' ? {} : { matchNumber: flow.matchNumber }),
        // Sent only after the mailbox has approved, because it reveals whether an account exists.
        ...(state === 'AWAIT_CODE' || state === 'DONE' ? { recovery: await recoveryOf(read(flow).email) } : {}),
      }
    },

    async resend(flowId, from) {
      const now = outside.now()
      const flow = await flows.requireOwn(flowId, from)
      if (flow.addressHash === undefined) throw new Refusal('FLOW_UNKNOWN')
      if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
      const state = stateOf(flow)
      if (state === 'DENIED') throw new Refusal('FLOW_DENIED')
      if (state === 'CONNECTED' || state === 'DONE') throw new Refusal('FLOW_UNKNOWN')
      const payload = read(flow)
      const isKnown = await store.devices.isKnown(identityOf(payload.email), from.device.jkt)
      await countMail(from, { addressHash: flow.addressHash, projectId: flow.projectId, isKnown, now })
      if (state === 'AWAIT_CODE') {
        const code = await codes.draw(flowId)
        await store.transaction((tx) => sendCode(tx, flowId, payload, code, now))
      } else
        await store.transaction((tx) => send(tx, payload.email, approvalMail(flowId, payload), now, flow.expiresAt))
      return { resendAfter: serviceLimits.resendAfter }
    },

    async verify({ flowId, otp }, from) {
      const now = outside.now()
      await rates.hitFrom('codesFromNetworkPerMinute', from.caller.address, now)
      const flow = await flows.find(flowId, from)
      if (flow?.addressHash === undefined) {
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
    },

    async ask(token) {
      const flow = await flows.requireByState(lookup('state', token))
      const { email: _, ...shown } = read(flow)
      return { ...shown, state: flow.isExpired ? 'EXPIRED' : stateOf(flow) }
    },
  }

  async function recoveryOf(email: string): Promise<'none' | 'escrow' | 'other'> {
    const user = await store.accounts.findByIdentity(identityOf(email))
    const wallet = user && (await store.wallets.findActive(user.id))
    const methods = wallet ? (await store.recoveryMethods.ofWallet(wallet.id)).map(answerMethod) : []
    if (methods.length === 0) return 'none'
    return methods.every(isInHalves) ? 'escrow' : 'other'
  }

  /** Atomic: a code is used up only if a session is opened with it. */
  async function openSession(flow: Flow, codeId: string, from: FromDevice): Promise<Session> {
    const now = outside.now()
    const { email, label, hostOrigin } = read(flow)
    return store.transaction(async (tx) => {
      if (!(await tx.codes.consume(codeId, now))) throw new Refusal('OTP_EXPIRED')
      if (!(await flows.advance(flow, 'finish', undefined, tx))) throw new Refusal('OTP_EXPIRED')
      const row = {
        ...identityOf(email),
        kind: 'email',
        display: encodeText(email),
        identityId: newId(outside),
      } as const
      return signIn(tx, { flow, row, payload: { hostOrigin, label }, from, amr: 'otp', now, hasMail: email })
    })
  }

  async function answer(token: string, picked: number | undefined, caller: Caller): Promise<'approved' | 'denied'> {
    const now = outside.now()
    await rates.hitFrom('approvalsFromNetworkPerMinute', caller.address, now)
    const flow = await flows.requireByState(lookup('state', token))
    if (flow.isExpired) throw new Refusal('FLOW_EXPIRED')
    const isRight = picked !== undefined && picked === flow.matchNumber
    // Pressed twice: report the result of the first press.
    if (stateOf(flow) !== 'AWAIT_APPROVAL') {
      if (stateOf(flow) === 'DENIED') return 'denied'
      if (!isRight) throw new Refusal('FLOW_UNKNOWN')
      return 'approved'
    }
    const code = isRight ? await codes.draw(flow.id) : undefined
    const payload = read(flow)
    const isFirst = await store.transaction(async (tx) => {
      if (!(await flows.advance(flow, code ? 'approve' : 'deny', undefined, tx))) return false
      if (code) await sendCode(tx, flow.id, payload, code, now)
      await audit(tx.audit, caller, { event: code ? 'login.approved' : 'login.denied' }, now)
      return true
    })
    if (!isFirst) return answer(token, picked, caller)
    if (!isRight && picked !== undefined) throw new Refusal('NUMBER_WRONG')
    return code ? 'approved' : 'denied'
  }

  /** Counts an unknown device alike for every address, whether or not there is an account. */
  function countMail(from: FromDevice, mail: Omit<AskedMail, 'jkt' | 'from'>): Promise<void> {
    return rates.mail({ ...mail, jkt: from.device.jkt, from: from.caller.address })
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

  async function sendCode(tx: Repositories, flowId: string, to: Payload, drawn: DrawnCode, now: number): Promise<void> {
    const { email, hostOrigin, label } = to
    const minutes = serviceLimits.otpLifetime / 60
    const expiresAt = await codes.issue(tx, drawn, { flowId, purpose: 'login', now })
    await send(tx, email, { kind: 'code', code: drawn.code, hostOrigin, label, minutes }, now, expiresAt)
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
