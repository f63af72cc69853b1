/**
 * The recovery role: keeps half of each recovery secret and releases it after its own check: in an email that it sends, the user picks the
 * number that the device shows. Guarantees: a half is written once and never replaced; it is sealed to the requesting device; a mailbox's halves come from one device
 * until a press in the email permits another; its owner is told of the first half, which nobody had to approve; requesting an email reveals
 * nothing about an address. Otherwise a malicious wallet service
 * could store a half of its own wallet and offer it to the user.
 */
import type { RecoveryEndpoints, RequestOf, ResponseOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { methodPlaceText, normalizeAddress, sealingInfo } from '@airlock/protocol/wallet-service/texts.ts'
import * as z from 'zod/mini'
import type { Caller } from '../domain/caller.ts'
import { shownOf } from '../domain/client.ts'
import { createTools, type RecoveryContext } from '../domain/context.ts'
import { askedFrom, defineFlow, type FromDevice, type Waiting } from '../domain/flow.ts'
import { drawMatch } from '../domain/number-match.ts'
import { requireOrigin } from '../domain/project.ts'
import { sealTo } from '../domain/sealing.ts'
import type { MailText } from '../mail/texts.ts'
import { fromBase64url, newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'

const recovery = defineFlow({
  kind: 'recovery',
  seen: { AWAIT_TAP: 'pending', APPROVED: 'approved', DENIED: 'denied' },
  steps: { approve: { from: 'AWAIT_TAP', to: 'APPROVED' }, deny: { from: 'AWAIT_TAP', to: 'DENIED' } },
  payload: z.object({
    email: z.string(),
    ...askedFrom,
    /** If set, the check permits only a copy to this mailbox; otherwise only the release. */
    copyTo: z.optional(z.string()),
  }),
  unknown: 'CHECK_UNKNOWN',
})
const { stateOf, seenAs, read } = recovery
type Payload = ReturnType<typeof read>

type Request<N extends keyof RecoveryEndpoints> = RequestOf<RecoveryEndpoints, N>
type Answer<N extends keyof RecoveryEndpoints> = Promise<ResponseOf<RecoveryEndpoints, N>>

export type CheckQuestion = Omit<Payload, 'email'> & { readonly state: ReturnType<typeof stateOf> | 'EXPIRED' }

export type Checks = {
  readonly start: (request: Request<'checkStart'>, from: FromDevice) => Answer<'checkStart'>
  readonly look: (checkId: string, from: FromDevice, wait: Waiting) => Answer<'checkVerify'>
  readonly put: (request: Request<'sharePut'>, from: FromDevice) => Answer<'sharePut'>
  readonly open: (request: Request<'shareOpen'>, from: FromDevice) => Answer<'shareOpen'>
  readonly copy: (request: Request<'shareCopy'>, from: FromDevice) => Answer<'shareCopy'>
  /** Read-only, for the page. @throws {Refusal} CHECK_UNKNOWN. */
  readonly ask: (token: string) => Promise<CheckQuestion>
  /** `picked` is `undefined` for "this was not me". @throws {Refusal} CHECK_UNKNOWN, CHECK_EXPIRED, NUMBER_WRONG. */
  readonly answer: (token: string, picked: number | undefined, caller: Caller) => Promise<'approved' | 'denied'>
  /** Whether anything is stored for the address. For the role's own email sender only. */
  readonly isKnown: (address: string) => Promise<boolean>
}

export function createChecks(context: RecoveryContext): Checks {
  const { store, lookup, outside, projects, settings } = context
  const { rates, audit, notices } = createTools(context)
  const { send } = notices
  const flows = recovery.in(store, outside)
  const placeOf = (caller: Caller) => shownOf(caller, settings.publicUrl)
  const addressHashOf = (email: string) => lookup('address', normalizeAddress(email))

  return {
    async start({ projectId, hostOrigin, email: typed, copyTo }, from) {
      const now = outside.now()
      requireOrigin(projects, { projectId, origin: from.origin, hostOrigin })
      const email = normalizeAddress(typed)
      const addressHash = addressHashOf(email)
      const { jkt } = from.device
      await rates.mail({ addressHash, projectId, jkt, isKnown: false, from: from.caller.address, now })
      const checkId = newId(outside)
      const match = drawMatch(outside)
      const payload: Payload = {
        email,
        hostOrigin,
        ...placeOf(from.caller),
        numbers: [...match.shown],
        ...(copyTo === undefined ? {} : { copyTo: normalizeAddress(copyTo) }),
      }
      await store.transaction(async (tx) => {
        const { expiresAt } = await flows.create(tx, {
          id: checkId,
          projectId,
          jkt,
          addressHash,
          stateHash: lookup('state', linkToken(checkId)),
          payload,
          status: 'AWAIT_TAP',
          matchNumber: match.right,
          now,
          lifetimeMs: serviceLimits.flowLifetime * 1000,
        })
        await send(tx, email, recoveryMail(checkId, payload), now, expiresAt)
        await audit(tx.audit, from.caller, { event: 'escrow.asked' }, now)
      })
      return {
        checkId,
        expiresIn: serviceLimits.flowLifetime,
        resendAfter: serviceLimits.resendAfter,
        matchNumber: match.right,
      }
    },

    async look(checkId, from, wait) {
      const found = await flows.requireOwn(checkId, from)
      const check = stateOf(found) === 'AWAIT_TAP' ? await flows.untilChanged(found, wait) : found
      return { status: check.isExpired ? 'expired' : seenAs(check) }
    },

    async put({ projectId, email, walletId, methodId, replaces, share, recipient, checkId }, from) {
      const now = outside.now()
      requireOrigin(projects, { projectId, origin: from.origin })
      await rates.hitFrom('escrowsFromNetworkPerHour', from.caller.address, now)
      const addressHash = addressHashOf(email)
      const isAgreed = checkId !== undefined && (await requireApproved(checkId, from)).addressHash === addressHash
      const deviceHash = lookup('device', from.device.jkt)
      const outcome = await store.transaction(async (tx) => {
        const half = { methodId, walletId, replaces, addressHash, deviceHash, share: fromBase64url(share) }
        const isFirst = !(await tx.escrows.hasAny(addressHash))
        const put = await tx.escrows.put({ ...half, isAgreed, now })
        if (put !== 'STORED') return put
        await audit(tx.audit, from.caller, { event: 'escrow.stored' }, now)
        // Nobody has proved the mailbox yet, so its owner learns of a wallet that somebody else may have made.
        if (isFirst) await send(tx, normalizeAddress(email), { kind: 'wallet-made', ...placeOf(from.caller) }, now)
        return put
      })
      if (outcome === 'TAKEN') throw new Refusal('SHARE_EXISTS')
      if (outcome === 'HELD') throw new Refusal('CHECK_NOT_APPROVED')
      // Read again, so that the client sees what was actually stored.
      return release(addressHash, { walletId, methodId, recipient })
    },

    async open({ checkId, ...wanted }, from) {
      const now = outside.now()
      const { addressHash } = await requireApproved(checkId, from)
      const released = await release(addressHash, wanted)
      await audit(store.audit, from.caller, { event: 'escrow.released' }, now)
      return released
    },

    async copy({ checkId, ...half }, from) {
      const now = outside.now()
      const { addressHash, copyTo } = await requireApproved(checkId, from, 'copy')
      await rates.hitFrom('escrowsFromNetworkPerHour', from.caller.address, now)
      const to = addressHashOf(copyTo)
      const deviceHash = lookup('device', from.device.jkt)
      const outcome = await store.transaction(async (tx) => {
        const isFirst = !(await tx.escrows.hasAny(to))
        const copied = await tx.escrows.copy({ ...half, addressHash, to, deviceHash, now })
        if (copied !== 'COPIED') return copied
        await audit(tx.audit, from.caller, { event: 'escrow.copied' }, now)
        // The other mailbox has approved; this one has proved nothing to this role.
        if (isFirst) await send(tx, copyTo, { kind: 'wallet-copied', ...placeOf(from.caller) }, now)
        return copied
      })
      if (outcome !== 'COPIED') throw new Refusal(outcome === 'HELD' ? 'SHARE_EXISTS' : 'SHARE_UNKNOWN')
      return { ok: true }
    },

    async ask(token) {
      const check = await flows.requireByState(lookup('state', token))
      const { email: _, ...shown } = read(check)
      return { ...shown, state: check.isExpired ? 'EXPIRED' : stateOf(check) }
    },

    async answer(token, picked, caller) {
      const now = outside.now()
      await rates.hitFrom('approvalsFromNetworkPerMinute', caller.address, now)
      const check = await flows.requireByState(lookup('state', token))
      if (check.isExpired) throw new Refusal('CHECK_EXPIRED')
      const isRight = picked !== undefined && picked === check.matchNumber
      const isFirst = await store.transaction(async (tx) => {
        // Already answered: the first answer counts.
        if (!(await flows.advance(check, isRight ? 'approve' : 'deny', undefined, tx))) return false
        await audit(tx.audit, caller, { event: isRight ? 'escrow.approved' : 'escrow.denied' }, now)
        return true
      })
      if (isFirst && !isRight && picked !== undefined) throw new Refusal('NUMBER_WRONG')
      return stateOf(await flows.requireByState(lookup('state', token))) === 'APPROVED' ? 'approved' : 'denied'
    },

    isKnown: (address) => store.escrows.hasAny(addressHashOf(address)),
  }

  /** @returns the hash of the mailbox that approved; for a copy also the address of the new mailbox. */
  async function requireApproved(checkId: string, from: FromDevice, wanted: 'release' | 'copy' = 'release') {
    const check = await flows.requireOwn(checkId, from)
    requireOrigin(projects, { projectId: check.projectId, origin: from.origin })
    if (check.isExpired) throw new Refusal('CHECK_EXPIRED')
    if (stateOf(check) !== 'APPROVED' || check.addressHash === undefined) throw new Refusal('CHECK_NOT_APPROVED')
    const { copyTo = '' } = read(check)
    if ((wanted === 'copy') !== (copyTo !== '')) throw new Refusal('CHECK_NOT_APPROVED')
    return { addressHash: check.addressHash, copyTo }
  }

  /** Releases only halves stored for this mailbox. */
  async function release(
    addressHash: string,
    { walletId, methodId, recipient }: Omit<Request<'shareOpen'>, 'checkId'>,
  ) {
    const kept = await store.escrows.find({ methodId, walletId, addressHash })
    if (!kept) throw new Refusal('SHARE_UNKNOWN')
    const place = methodPlaceText(walletId, methodId)
    return { sealedShare: await sealTo(recipient, { info: sealingInfo.recoveryShare, place, open: kept.share }) }
  }

  /** Derived from the check id. Not forgeable without the pepper. */
  function linkToken(checkId: string): string {
    return lookup('state', `recovery|${checkId}`)
  }

  function recoveryMail(checkId: string, { hostOrigin, label, place, copyTo }: Payload): MailText {
    const link = `${settings.publicUrl}/recover/${linkToken(checkId)}`
    const about = { link, hostOrigin, label, place, minutes: serviceLimits.flowLifetime / 60 }
    return copyTo === undefined ? { kind: 'recovery', ...about } : { kind: 'recovery-copy', to: copyTo, ...about }
  }
}
