/**
 * Opens the recovery secret on a new device with typed input: the recovery password, which the service checks before it releases its copy,
 * or a recovery kit, which needs no copy from the service.
 */
import { PasswordParams, type RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import { createShown, screenOf } from '../account-pages/shown.ts'
import { type CustodyService, ServiceRefusal } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { OpenRecovery } from '../key-link/surface.ts'

export type TypedTrouble =
  | 'wrongWords'
  | 'notAKit'
  | 'damagedKit'
  | 'otherKit'
  | 'rateLimited'
  | 'unreachable'
  | 'failed'

export interface TypedScreen {
  readonly isBusy: boolean
  readonly trouble?: TypedTrouble | undefined
}

interface TypedContext {
  readonly walletId: string
  /** The wallet's recovery password. */
  readonly method: RecoveryMethod | undefined
  readonly worker: Pick<KeyWorker, 'call'>
  readonly openRecovery: CustodyService['openRecovery']
  readonly onOpened: (recovery: Extract<OpenRecovery, { kind: 'password' | 'kit' }>) => void
}

export type Typed = ReturnType<typeof createTyped>

export function createTyped({ walletId, method, worker, openRecovery, onOpened }: TypedContext) {
  const shown = createShown<TypedScreen>({ isBusy: false })
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (shown.get().isBusy) return
    shown.set({ isBusy: true })
    try {
      await work()
      shown.set({ isBusy: false })
    } catch (error) {
      shown.set({ isBusy: false, trouble: troubleOf(error) })
    }
  }
  return {
    ...screenOf(shown),
    hasPassword: method !== undefined,
    /** @param password a recovery password, or the words of the kit */
    open: (password: string, kit?: string) =>
      attempt(async () => {
        if (kit !== undefined) {
          const typed = { kit, password }
          await worker.call('checkKit', { walletId, kit: typed })
          return onOpened({ kind: 'kit', kit: typed })
        }
        if (!method) return
        const { methodId } = method
        const { salt } = PasswordParams.parse(method.params)
        const { access } = await worker.call('provePassword', { salt, password })
        const { recipient } = await worker.call('recipient', {})
        const opened = await openRecovery(walletId, { recipient, password: { methodId, access } })
        const released = opened.methods.find((each) => each.methodId === methodId)
        if (!released) throw new ServiceRefusal('RECOVERY_UNKNOWN')
        onOpened({ kind: 'password', methodId, sealedR: released.sealedR, salt, password })
      }),
  }
}

const troubles: Readonly<Record<string, TypedTrouble>> = {
  PASSWORD_WRONG: 'wrongWords',
  WRONG_PASSWORD: 'wrongWords',
  // The text is longer than any kit.
  BAD_CALL: 'notAKit',
  NOT_A_KIT: 'notAKit',
  DAMAGED_KIT: 'damagedKit',
  WRONG_WALLET: 'otherKit',
  RATE_LIMITED: 'rateLimited',
  UNREACHABLE: 'unreachable',
  UNAVAILABLE: 'unreachable',
}

const troubleOf = (error: unknown): TypedTrouble =>
  ((error instanceof ServiceRefusal || error instanceof KeyWorkerError) && troubles[error.code]) || 'failed'
