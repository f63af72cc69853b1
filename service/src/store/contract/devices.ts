/** Signed-in browser partitions, each identified by its key's thumbprint. Every host site is a separate device. */
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
  /** Label by which the user recognises it, such as "Firefox on Linux". */
  readonly label: string
  /** Origin of the host site. */
  readonly topOrigin: string
  readonly createdAt: Time
  readonly lastSeen: Time
  readonly status: DeviceStatus
}

export type Devices = {
  /**
   * Adds the device; for a known one (same account and key), updates `lastSeen`. A revoked device stays revoked: check
   * the status of the answer.
   */
  readonly register: (
    device: Omit<Device, 'createdAt' | 'lastSeen' | 'status'> & { readonly now: Time },
  ) => Promise<Device>

  readonly find: (deviceId: Id) => Promise<Device | undefined>
  /** Newest first. */
  readonly ofUser: (userId: Id) => Promise<readonly Device[]>

  /** Whether this device key has signed in to the account of this identity and was not revoked. */
  readonly isKnown: (identity: IdentityKey, jkt: string) => Promise<boolean>

  /**
   * Revokes the device and its sessions and erases its shares, atomically. False if it is not an active device of this
   * account. The last live set of a wallet is kept, for recovery only, until another device has one: without it the
   * wallet could never be opened again.
   */
  readonly revoke: (device: { readonly deviceId: Id; readonly userId: Id; readonly now: Time }) => Promise<boolean>
}
