/** The account of the user who is signed in, for requests and pages. */
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import type { Custody } from '../custody/open-wallet.ts'
import type { AnswerOf } from '../key-link/surface.ts'
import type { LockControl } from '../lock/lock.ts'
import type { Ended as EndedSession } from './session.ts'
import type { PreferredType } from './smart-accounts.ts'
import type { Ended } from './tabs.ts'

export interface Account {
  /** Whether this host origin is connected. A session begun on another origin of the site does not count. */
  isConnected(): boolean
  /** @param wanted its type counts until the user has chosen one */
  user(
    wanted: { readonly chainId?: Caip2 | undefined; readonly preferredAccountType?: PreferredType | undefined },
    signal: AbortSignal,
  ): Promise<User>
  chain(): Caip2
  /** @throws {AirlockError} CHAIN_NOT_SUPPORTED if the wallet has no account there, or the project record no node. */
  switchTo(chainId: Caip2): void
  /** Chain ids. Written to the login cache. */
  smartAccountNetworks(): number[]
  /** What the user has chosen for the accounts on eip155; `smartAccount` by default. */
  preferredType(): PreferredType
  /** @throws {AirlockError} UNAUTHORIZED; CHAIN_NOT_SUPPORTED for a smart account where the project has none. */
  prefer(type: PreferredType, signal: AbortSignal): Promise<{ readonly address: string }>
  /** For a connected host origin; needs no key if already known. @throws {AirlockError} UNAUTHORIZED. */
  addresses(signal: AbortSignal): Promise<Addresses>
  /** The keys, for a request: asks the user if locked. @throws {AirlockError} UNAUTHORIZED, USER_REJECTED. */
  open(signal: AbortSignal): Promise<Addresses>
  readonly lock: LockControl
  /**
   * The address of the account's first login, which the recovery service asks; this device may be signed in with another one. Absent if its
   * provider has verified none.
   */
  email(): Promise<string | undefined>
  signOut(): Promise<void>
  /** Whether the wallet could not be opened at all without this device. */
  isOnlyWayIn(): Promise<boolean>
  /**
   * Signs out in all tabs and erases the data on this device. `isRevoked`: the service has also removed it from the account's devices.
   * @throws {ServiceRefusal} LAST_METHOD if the wallet cannot be opened without this device.
   */
  forgetDevice(): Promise<{ readonly isRevoked: boolean; readonly isErased: boolean }>
  /** Retries only the erasing. `false`: the browser did not do it. */
  eraseDevice(): Promise<boolean>
  /** Ends locally what has ended at the service or in another tab. With `which`, a newer session is left alone. */
  end(why: Ended, which?: EndedSession): void
  /**
   * Replaces the wallet by one with a new key, which `create` makes in the Key Worker; the page and the other tabs then get its addresses.
   * @throws {ServiceRefusal} {@link KeyWorkerError}; unless the service has activated it by then, the wallet is as it was.
   */
  replace(create: (of: Pick<Custody, 'userId' | 'newRecovery'>) => Promise<AnswerOf<'rotate'>>): Promise<Addresses>
  /** Another tab has replaced the wallet: it is opened again, without the old keys. */
  openMoved(): Promise<Addresses>
  /** Called when the wallet has other addresses than before. */
  onMoved(listener: (to: Addresses) => void): void
  /** Called when the session has ended. @returns a function that unsubscribes */
  onEnd(listener: (why: Ended) => void): () => void
}
type User = WalletEnd['app']['handles']['GET_USER']['response']
