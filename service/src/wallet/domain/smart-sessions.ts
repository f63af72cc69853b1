/**
 * Smart sessions of an account: recorded before a page gets one, listed, marked as revoked. Guarantees: an account sees its own only, and
 * only for its own address. The record gives no right, and its loss takes none away.
 */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { RequestOf, ResponseOf } from '@airlock/protocol/wallet-service/endpoints.ts'
import {
  mostSessions,
  SessionAccount,
  type SessionEndpoints,
  SmartSession,
} from '@airlock/protocol/wallet-service/session-endpoints.ts'
import * as z from 'zod/mini'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import { createAuditWriter } from './audit.ts'
import type { Signed } from './caller.ts'
import type { WalletContext } from './context.ts'
import { requireOrigin } from './project.ts'

type Request<N extends keyof SessionEndpoints> = RequestOf<SessionEndpoints, N>
type Answer<N extends keyof SessionEndpoints> = Promise<ResponseOf<SessionEndpoints, N>>
type OnAccount = Signed & { readonly account: string }

const Content = z.extend(z.omit(SmartSession, { pci: true, createdAt: true, revokedAt: true }), {
  account: SessionAccount,
})

const seconds = (ms: number): number => Math.floor(ms / 1000)

export function createSmartSessions({ store, lookup, outside, projects }: WalletContext) {
  const audit = createAuditWriter(lookup)

  /** @throws {Refusal} BAD_REQUEST, WALLET_UNKNOWN */
  const requireOwn = async ({ live, account }: OnAccount): Promise<string> => {
    const id = SessionAccount.safeParse(account).data
    if (id === undefined) throw new Refusal('BAD_REQUEST')
    const { address, chainId } = parseCaip10(id)
    const wallet = await store.wallets.findActive(live.session.userId)
    if (wallet?.evmAddress.toLowerCase() !== address.toLowerCase()) throw new Refusal('WALLET_UNKNOWN')
    return `${chainId}:${address.toLowerCase()}`
  }
  const note = ({ live, caller }: Signed, event: 'smart-session.added' | 'smart-session.revoked', now: number) =>
    audit(store.audit, caller, { event, userId: live.session.userId, deviceId: live.device.id }, now)

  return {
    async list(who: OnAccount): Answer<'smartSessions'> {
      const account = await requireOwn(who)
      const stored = await store.smartSessions.ofUser(who.live.session.userId)
      return {
        pcis: stored.flatMap(({ id, content, createdAt, revokedAt }) => {
          const { account: of, ...session } = Content.parse(JSON.parse(new TextDecoder().decode(content)))
          if (of !== account) return []
          const revoked = revokedAt === undefined ? null : seconds(revokedAt)
          return [{ ...session, pci: id, createdAt: seconds(createdAt), revokedAt: revoked }]
        }),
      }
    },

    async add(who: OnAccount, { url, ...asked }: Request<'smartSessionAdd'>): Answer<'smartSessionAdd'> {
      const account = await requireOwn(who)
      const { session, device } = who.live
      requireOrigin(projects, { projectId: device.projectId, origin: undefined, hostOrigin: url })
      const now = outside.now()
      const pci = newId(outside)
      const project = { id: device.projectId, name: new URL(url).host, url, iconUrl: null }
      const added = await store.smartSessions.add({
        id: pci,
        userId: session.userId,
        content: new TextEncoder().encode(JSON.stringify({ ...asked, project, account })),
        createdAt: now,
        expiresAt: asked.expiry * 1000,
        max: mostSessions,
      })
      if (added === 'TOO_MANY') throw new Refusal('TOO_MANY')
      await note(who, 'smart-session.added', now)
      return { pci }
    },

    async revoke(who: OnAccount, { pci }: Request<'smartSessionRevoke'>): Answer<'smartSessionRevoke'> {
      await requireOwn(who)
      const now = outside.now()
      if (!(await store.smartSessions.revoke({ id: pci, userId: who.live.session.userId, now })))
        throw new Refusal('NOT_FOUND')
      await note(who, 'smart-session.revoked', now)
      return { ok: true }
    },
  }
}
