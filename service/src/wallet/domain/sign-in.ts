/**
 * The end of a login by a proven identity: its account, which is created at the first login, this device, a session. If the account did not
 * know the device, every address of it is told, because whoever proved the identity may not be the user.
 */
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import type { NewIdentity } from '../../store/contract/accounts.ts'
import type { Repositories } from '../../store/store.ts'
import { newId } from '../outside.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from './caller.ts'
import { coarsePlace } from './client.ts'
import { createTools, type WalletContext } from './context.ts'
import { userIdOf } from './identities.ts'
import type { DeviceKey } from './proof.ts'
import { createSessionRules } from './sessions.ts'

export type ProvenLogin = {
  readonly flow: { readonly projectId: string }
  /** The identity as it is stored, without its user. */
  readonly row: Omit<NewIdentity, 'userId' | 'now'>
  /** `provider` is absent for a login by email. */
  readonly payload: { readonly provider?: string; readonly hostOrigin: string; readonly label: string }
  readonly from: { readonly device: DeviceKey; readonly caller: Caller }
  readonly amr: string
  readonly now: number
  /** The address that has just got the emails of this login, and needs no other. */
  readonly hasMail?: string
}

export function createSignIn(context: WalletContext) {
  const { lookup, outside, settings } = context
  const sessions = createSessionRules(context)
  const { audit, notices } = createTools(context)

  /** In the transaction that ends the login. @throws {Refusal} DEVICE_REVOKED. */
  return async function signIn(tx: Repositories, login: ProvenLogin): Promise<Session> {
    const { flow, row, payload, from, amr, now, hasMail } = login
    const { provider, hostOrigin, label } = payload
    const { user } = await tx.accounts.findOrCreate({ ...row, userId: userIdOf(lookup, row), now })
    const device = await tx.devices.register({
      id: newId(outside),
      userId: user.id,
      projectId: flow.projectId,
      jkt: from.device.jkt,
      jwk: from.device.jwk,
      label,
      topOrigin: hostOrigin,
      now,
    })
    if (device.status !== 'ACTIVE' || user.status !== 'ACTIVE') throw new Refusal('DEVICE_REVOKED')
    const session = await sessions.open(tx.sessions, { device, amr, now })
    const who = { userId: user.id, deviceId: device.id }
    const detail = provider === undefined ? {} : { detail: { provider } }
    await audit(tx.audit, from.caller, { event: 'login.done', ...who, ...detail }, now)
    if (device.createdAt === now) {
      const place = coarsePlace(from.caller.address, settings.publicUrl)
      await notices.tellAll(tx, user.id, { kind: 'signed-in', hostOrigin, label, place }, now, { except: hasMail })
    }
    return session
  }
}
