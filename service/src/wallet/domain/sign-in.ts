/** The end of a login by a proven identity: its account, which is created at the first login, this device, a session. */
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import type { Accounts } from '../../store/contract/accounts.ts'
import type { Repositories } from '../../store/store.ts'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import { createAuditWriter } from './audit.ts'
import type { Caller } from './caller.ts'
import type { WalletContext } from './context.ts'
import { userIdOf } from './identities.ts'
import type { DeviceKey } from './proof.ts'
import { createSessionRules } from './sessions.ts'

export type ProvenLogin = {
  readonly flow: { readonly projectId: string }
  /** The identity as it is stored, without its user. */
  readonly row: Omit<Parameters<Accounts['findOrCreate']>[0], 'userId' | 'now'>
  readonly payload: { readonly provider: string; readonly hostOrigin: string; readonly label: string }
  readonly from: { readonly device: DeviceKey; readonly caller: Caller }
  readonly amr: string
  readonly now: number
}

export function createSignIn({ store, lookup, outside }: WalletContext) {
  const sessions = createSessionRules({ sessions: store.sessions, lookup, outside })
  const audit = createAuditWriter(lookup)

  /** In the transaction that ends the login. @throws {Refusal} DEVICE_REVOKED. */
  return async function signIn(tx: Repositories, login: ProvenLogin): Promise<Session> {
    const { flow, row, payload, from, amr, now } = login
    const { user } = await tx.accounts.findOrCreate({ ...row, userId: userIdOf(lookup, row), now })
    const device = await tx.devices.register({
      id: newId(outside),
      userId: user.id,
      projectId: flow.projectId,
      jkt: from.device.jkt,
      jwk: from.device.jwk,
      label: payload.label,
      topOrigin: payload.hostOrigin,
      now,
    })
    if (device.status !== 'ACTIVE' || user.status !== 'ACTIVE') throw new Refusal('DEVICE_REVOKED')
    const session = await sessions.open(tx.sessions, { device, amr, now })
    const who = { userId: user.id, deviceId: device.id }
    await audit(tx.audit, from.caller, { event: 'login.done', ...who, detail: { provider: payload.provider } }, now)
    return session
  }
}
