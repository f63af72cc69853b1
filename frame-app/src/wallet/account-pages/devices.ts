/**
 * The account's devices: each site that uses the wallet counts as one, in each browser. The user can remove a device after a second press,
 * including this one ("forget"): then the wallet opens here only after a new login. A device cannot be forgotten if it is the only way into
 * its wallet.
 */
import { type ResponseOf, type WalletEndpoints, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Account } from '../login/account.ts'
import type { Session } from '../login/session.ts'
import { createShown, screenOf } from './shown.ts'
import { type Reading, type SecurityTrouble, securityTrouble, showRead } from './trouble.ts'

export type Device = ResponseOf<WalletEndpoints, 'devices'>['devices'][number]

export type DevicesScreen =
  | Reading
  | {
      readonly status: 'list'
      /** This device first, then the others by last use. */
      readonly devices: readonly Device[]
      /** Nothing else opens the wallet, so this device cannot be forgotten. */
      readonly isOnlyWayIn: boolean
      /** The device to be removed, if the user confirms. */
      readonly asked?: Device | undefined
      readonly isRemoving?: boolean
      readonly trouble?: SecurityTrouble | undefined
      /** The device that has just been removed. */
      readonly removed?: Device | undefined
    }
  /** The data on this device is erased. `isRevoked`: the service has also removed the device. */
  | { readonly status: 'forgotten'; readonly isRevoked: boolean }
  /** Signed out, but the browser has not erased the data. */
  | { readonly status: 'unerased'; readonly isRevoked: boolean; readonly isErasing?: boolean }

interface DevicesContext {
  readonly session: Pick<Session, 'call'>
  readonly account: Pick<Account, 'isOnlyWayIn' | 'forgetDevice' | 'eraseDevice'>
}

export type Devices = ReturnType<typeof createDevices>

export function createDevices({ session, account }: DevicesContext) {
  const shown = createShown<DevicesScreen>({ status: 'loading' })

  const read = async (): Promise<DevicesScreen> => {
    const { devices } = await session.call(walletEndpoints.devices, { request: {} })
    return {
      status: 'list',
      devices: devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeen - a.lastSeen),
      isOnlyWayIn: await account.isOnlyWayIn(),
    }
  }

  return {
    ...screenOf(shown),
    load: () => showRead(shown, read),
    ask(deviceId: string | undefined): void {
      const screen = shown.get()
      if (screen.status !== 'list' || screen.isRemoving) return
      shown.set({ ...plain(screen), asked: screen.devices.find((each) => each.deviceId === deviceId) })
    },
    /** Removes `asked`. */
    async confirm(): Promise<void> {
      const screen = shown.get()
      if (screen.status !== 'list' || !screen.asked || screen.isRemoving) return
      const { asked, devices } = screen
      shown.set({ ...screen, isRemoving: true, trouble: undefined })
      try {
        if (asked.isCurrent) {
          const { isRevoked, isErased } = await account.forgetDevice()
          return shown.set({ status: isErased ? 'forgotten' : 'unerased', isRevoked })
        }
        const { deviceId } = asked
        await session.call(walletEndpoints.deviceRevoke, { request: {}, path: { deviceId } })
        const left = devices.filter((each) => each.deviceId !== deviceId)
        shown.set({ ...plain(screen), devices: left, removed: asked })
      } catch (error) {
        shown.set({ ...plain(screen), asked, trouble: securityTrouble(error) })
      }
    },
    /** Retries erasing the data. */
    async erase(): Promise<void> {
      const screen = shown.get()
      if (screen.status !== 'unerased' || screen.isErasing) return
      const { isRevoked } = screen
      shown.set({ ...screen, isErasing: true })
      shown.set({ status: (await account.eraseDevice()) ? 'forgotten' : 'unerased', isRevoked })
    },
  }
}

const plain = ({ status, devices, isOnlyWayIn }: Extract<DevicesScreen, { status: 'list' }>) => {
  return { status, devices, isOnlyWayIn }
}
