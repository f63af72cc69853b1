/** Browser partitions that signed in, each named by the thumbprint of its key. Every host site is a device of its own. */
import type { IdentityKey } from './accounts.ts'
import type { Id, Time } from './values.ts'

export type DeviceStatus = 'ACTIVE' | 'REVOKED'

export type Device = {
  readonly id: Id
  readonly userId: Id
  readonly projectId: string
  /** RFC 7638 thumbprint of the device key. */
  readonly jkt: string
  /** The public key as JSON text. */
  readonly jwk: string
  /** What the person recognises it by, such as "Firefox on Linux". */
  readonly label: string
  /** Origin of the host site. */
  readonly topOrigin: string
  readonly createdAt: Time
  readonly lastSeen: Time
  readonly status: DeviceStatus
}

export type Devices = {
  /**
   * Adds the device, or sees a known one (same account, same key) again and moves its `lastSeen`. A revoked one stays revoked:
   * look at the status of the answer.
   */
  readonly register: (
    device: Omit<Device, 'createdAt' | 'lastSeen' | 'status'> & { readonly now: Time },
  ) => Promise<Device>

  readonly find: (deviceId: Id) => Promise<Device | undefined>
  /** The newest first. */
  readonly ofUser: (userId: Id) => Promise<readonly Device[]>

  /** Whether this device key has signed in to the account of this identity and was not revoked. */
  readonly isKnown: (identity: IdentityKey, jkt: string) => Promise<boolean>

  readonly touch: (deviceId: Id, now: Time) => Promise<void>

  /**
   * Ends the device: its sessions are revoked and its shares erased, all or nothing. False when it is not an active device of
   * this account. The last live set of a wallet stays, for recovery alone, until another device has one: without it nobody would
   * ever open the wallet again.
   */
  readonly revoke: (device: { readonly deviceId: Id; readonly userId: Id; readonly now: Time }) => Promise<boolean>
}
