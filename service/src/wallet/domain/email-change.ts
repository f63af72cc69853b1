/**
 * Change of an account's email address: a code from the current address, then one from the new address. Guarantees: a session alone, or
 * either mailbox alone, changes nothing; no answer reveals whether the new address has an account; the current address can undo the change
 * for three days. An account without an address gets its first one after a fresh login.
 */
import type { RequestOf, ResponseOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { EmailUpdateAction, LoginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'
import * as z from 'zod/mini'
import type { Identity } from '../../store/contract/accounts.ts'
import type { Flow } from '../../store/contract/flows.ts'
import type { Repositories } from '../../store/store.ts'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import type { Signed } from './caller.ts'
import { createTools, type WalletContext } from './context.ts'
import { defineFlow } from './flow.ts'
import { emailKey, encodeText, readDisplay } from './identities.ts'
import { createOneTimeCodes } from './one-time-code.ts'
import { changeFailures } from './rates.ts'
import { createRemovals } from './removals.ts'
import { requireFreshLogin } from './sessions.ts'

/** A flow waits for the code of one address, then of the other. */
const change = defineFlow({
  kind: 'email-change',
  seen: { VERIFY_PRIMARY_OTP: undefined, VERIFY_SECONDARY_OTP: undefined, DONE: undefined },
  steps: {
    VERIFY_PRIMARY_OTP: { from: 'VERIFY_PRIMARY_OTP', to: 'VERIFY_SECONDARY_OTP' },
    VERIFY_SECONDARY_OTP: { from: 'VERIFY_SECONDARY_OTP', to: 'DONE' },
  },
  payload: z.object({
    userId: z.string(),
    newEmail: z.string(),
    /** The login that is replaced. Absent: an address is added. */
    replaces: z.optional(z.string()),
  }),
  unknown: 'FLOW_UNKNOWN',
})
const purposes = { VERIFY_PRIMARY_OTP: 'email-old', VERIFY_SECONDARY_OTP: 'email-new' } as const
type Handler<N extends keyof LoginEndpoints> = (
  who: Signed,
  request: RequestOf<LoginEndpoints, N>,
) => Promise<ResponseOf<LoginEndpoints, N>>

export type EmailChange = {
  readonly start: Handler<'emailUpdateStart'>
  readonly verifyPrimary: Handler<'emailUpdateVerifyPrimary'>
  readonly verifySecondary: Handler<'emailUpdateVerifySecondary'>
}

export function createEmailChange(context: WalletContext): EmailChange {
  const { store, lookup, outside, codeCost } = context
  const { rates, audit, notices } = createTools(context)
  const codes = createOneTimeCodes({ lookup, outside, cost: codeCost })
  const removals = createRemovals(context, notices)
  const flows = change.in(store, outside)
  const failuresOf = (userId: string) => ({ ...changeFailures, keyHash: lookup('user', `change|${userId}`) })

  return {
    async start(who, request) {
      const now = outside.now()
      const { userId, deviceId } = who.live.session
      const newEmail = normalizeAddress(request.newEmail)
      const present = await addressOf(store, userId)
      if (present?.email === newEmail) throw new Refusal('EMAIL_UNCHANGED')
      // Otherwise the code of the current address is the fresh proof.
      if (!present) requireFreshLogin(who.live, now)
      if (!present && (await store.accounts.identities(userId)).length >= serviceLimits.identities)
        throw new Refusal('TOO_MANY')
      await requireFewFailures(userId, now)
      await rates.hit('emailChangesOfUserPerDay', userId, now)
      const action = present ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP'
      await countMail(who, present?.email ?? newEmail, present !== undefined, now)
      const flowId = newId(outside)
      const mail = await codeMail(who, flowId, action, present?.email ?? newEmail, now)
      await store.transaction(async (tx) => {
        await flows.create(tx, {
          id: flowId,
          projectId: who.live.device.projectId,
          jkt: who.live.device.jkt,
          // One change at a time: a code ends the earlier ones of this device and account.
          addressHash: lookup('address', `change|${userId}`),
          payload: { userId, newEmail, ...(present && { replaces: present.id }) },
          status: action,
          now,
          lifetimeMs: serviceLimits.flowLifetime * 1000,
        })
        await mail(tx)
        await audit(tx.audit, who.caller, { event: 'email-change.started', userId, deviceId }, now)
      })
      return { flowId, action, expiresIn: serviceLimits.flowLifetime }
    },

    async verifyPrimary(who, request) {
      const now = outside.now()
      const { flow, payload, codeId } = await prove(who, request, 'VERIFY_PRIMARY_OTP', now)
      await countMail(who, payload.newEmail, false, now)
      const mail = await codeMail(who, flow.id, 'VERIFY_SECONDARY_OTP', payload.newEmail, now)
      await store.transaction(async (tx) => {
        await advance(tx, flow, 'VERIFY_PRIMARY_OTP', codeId, now)
        await mail(tx)
      })
      return { ok: true }
    },

    async verifySecondary(who, request) {
      const now = outside.now()
      const { flow, payload, codeId } = await prove(who, request, 'VERIFY_SECONDARY_OTP', now)
      const { userId, deviceId, familyId } = who.live.session
      const { newEmail, replaces } = payload
      const identityId = newId(outside)
      await store.transaction(async (tx) => {
        await advance(tx, flow, 'VERIFY_SECONDARY_OTP', codeId, now)
        await tx.accounts.lock(userId)
        const present = await addressOf(tx, userId)
        // Changed or removed meanwhile.
        if (present?.id !== replaces) throw new Refusal('OTP_EXPIRED')
        const added = await tx.accounts.addIdentity({
          ...emailKey(lookup, newEmail),
          kind: 'email',
          display: encodeText(newEmail),
          userId,
          identityId,
          max: serviceLimits.identities + (replaces === undefined ? 0 : 1),
          now,
        })
        if (added !== 'ADDED') throw new Refusal(refusals[added])
        if (present) await removals.remove(tx, who, { identity: present, heir: identityId, what: 'replaced' }, now)
        else {
          const mail = { kind: 'login-added', ...notices.from(who.live, who.caller) } as const
          await notices.tellAll(tx, userId, mail, now)
        }
        await tx.sessions.revokeAll(userId, now, { exceptFamily: familyId })
        await audit(
          tx.audit,
          who.caller,
          { event: present ? 'identity.replaced' : 'identity.linked', userId, deviceId },
          now,
        )
      })
      const { bucket, keyHash } = failuresOf(userId)
      await store.rates.reset(bucket, keyHash)
      return { email: newEmail }
    },
  }

  /** @returns the flow and its code, which is correct and not yet used. */
  async function prove(
    { live, caller }: Signed,
    { flowId, otp }: { readonly flowId: string; readonly otp: string },
    action: EmailUpdateAction,
    now: number,
  ) {
    const { userId, deviceId } = live.session
    await rates.hitFrom('codesFromNetworkPerMinute', caller.address, now)
    await requireFewFailures(userId, now)
    const flow = await flows.find(flowId, live)
    const payload = flow && !flow.isExpired ? change.read(flow) : undefined
    if (!flow || payload?.userId !== userId || flow.status !== action) {
      await codes.pretend()
      throw new Refusal('OTP_EXPIRED')
    }
    const { attempt, isRight } = await codes.judge(flowId, otp, () =>
      store.codes.raise({ flowId, purpose: purposes[action], now }),
    )
    if (attempt.outcome !== 'EVALUATE') throw new Refusal(attempt.outcome === 'LOCKED' ? 'OTP_LOCKED' : 'OTP_EXPIRED')
    if (!isRight) {
      await store.rates.add({ ...failuresOf(userId), now })
      await audit(store.audit, caller, { event: 'email-change.failed', userId, deviceId, detail: { action } }, now)
      throw new Refusal('OTP_INVALID', { left: attempt.left })
    }
    return { flow, payload, codeId: attempt.codeId }
  }

  /** Uses up the code, for one of several callers. */
  async function advance(tx: Repositories, flow: Flow, action: EmailUpdateAction, codeId: string, now: number) {
    const isFirst = await tx.codes.consume(codeId, now)
    if (!isFirst || !(await flows.advance(flow, action, undefined, tx))) throw new Refusal('OTP_EXPIRED')
  }

  /**
   * Prepares the code before the transaction, because its hash is slow by design. If another account has the new address, the code is made
   * and sent to nobody, and the address is told.
   */
  async function codeMail({ live }: Signed, flowId: string, action: EmailUpdateAction, to: string, now: number) {
    const drawn = await codes.draw(flowId)
    const isFree = action === 'VERIFY_PRIMARY_OTP' || (await isFreeFor(live.session.userId, to, now))
    const { topOrigin: hostOrigin, label } = live.device
    const minutes = serviceLimits.otpLifetime / 60
    const side = action === 'VERIFY_PRIMARY_OTP' ? 'old' : 'new'
    return async (tx: Repositories): Promise<void> => {
      const expiresAt = await codes.issue(tx, drawn, { flowId, purpose: purposes[action], now })
      const mail = isFree
        ? ({ kind: 'change-code', side, code: drawn.code, hostOrigin, label, minutes } as const)
        : ({ kind: 'change-refused', hostOrigin } as const)
      await notices.send(tx, to, mail, now, expiresAt)
    }
  }

  async function isFreeFor(userId: string, email: string, now: number): Promise<boolean> {
    const key = emailKey(lookup, email)
    const owner = await store.accounts.findByIdentity(key)
    const holder = await store.accounts.holderOf(key, now)
    return owner === undefined && (holder === undefined || holder === userId)
  }

  function countMail({ live, caller }: Signed, email: string, isKnown: boolean, now: number): Promise<void> {
    const { projectId, jkt } = live.device
    const addressHash = lookup('address', email)
    return rates.mail({ addressHash, projectId, jkt, isKnown, from: caller.address, now, isOfChange: true })
  }

  async function requireFewFailures(userId: string, now: number): Promise<void> {
    const failures = failuresOf(userId)
    const { count, retryAfterMs } = await store.rates.read({ ...failures, now })
    if (count >= failures.limit) throw new Refusal('RATE_LIMITED', { retryAfterMs })
  }
}

const refusals = { SAME: 'EMAIL_UNCHANGED', TAKEN: 'IDENTITY_TAKEN', TOO_MANY: 'TOO_MANY' } as const

/** The account's email login; there is at most one. */
async function addressOf(
  { accounts }: Pick<Repositories, 'accounts'>,
  userId: string,
): Promise<(Identity & { readonly email: string }) | undefined> {
  const identity = (await accounts.identities(userId)).find(({ kind }) => kind === 'email')
  const email = identity && readDisplay(identity).email
  return identity && email !== undefined ? { ...identity, email } : undefined
}
