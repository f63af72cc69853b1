/** The services that custody uses, and their error responses. The HTTP clients are in `login/services.ts`. */
import type { RequestOf, ResponseOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { ServiceErrorCode } from '@airlock/protocol/wallet-service/errors.ts'
import type { Sealed } from '@airlock/protocol/wallet-service/shapes.ts'

type Answer<N extends keyof WalletEndpoints> = Promise<ResponseOf<WalletEndpoints, N>>
type Request<N extends keyof WalletEndpoints> = RequestOf<WalletEndpoints, N>

/** The wallet service, for a signed-in device. */
export interface CustodyService {
  wallets(): Answer<'wallets'>
  createWallet(request: Request<'walletCreate'>): Answer<'walletCreate'>
  activateWallet(walletId: string, request: Request<'walletActivate'>): Promise<unknown>
  share(walletId: string, request: Request<'walletShare'>): Answer<'walletShare'>
  addSet(walletId: string, request: Request<'shareSetCreate'>): Answer<'shareSetCreate'>
  activateSet(walletId: string, setId: string, request: Request<'shareSetActivate'>): Promise<unknown>
  openRecovery(walletId: string, request: Request<'recoveryOpen'>): Answer<'recoveryOpen'>
}

/** The recovery service, which keeps halves of recovery secrets. */
export interface EscrowService {
  /**
   * If another device has deposited a half for this mailbox, the user must first approve by email; then only this device's halves are
   * released, and those of the wallet that this one `replaces`.
   * @param beforeReplacing runs after that approval; prevents the deposit by throwing
   */
  put(
    half: HalfPlace & { readonly share: string; readonly replaces?: string | undefined },
    beforeReplacing: () => Promise<void>,
  ): Promise<Sealed>
  /** @throws {ServiceRefusal} CHECK_NOT_APPROVED until the user has approved by email. */
  open(half: HalfPlace): Promise<Sealed>
}
export interface HalfPlace {
  readonly walletId: string
  readonly methodId: string
  readonly recipient: string
}

/** `code` is from the service's error table, or `UNREACHABLE` if there was no readable answer. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal'
  readonly code: ServiceErrorCode | 'UNREACHABLE'
  /** In seconds. */
  readonly retryAfter: number | undefined
  /** Remaining tries. */
  readonly left: number | undefined
  /** Of the account that has the address, with `EMAIL_KNOWN`. */
  readonly email: string | undefined

  constructor(
    code: ServiceErrorCode | 'UNREACHABLE',
    more: {
      readonly retryAfter?: number | undefined
      readonly left?: number | undefined
      readonly email?: string | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(`The service answered ${code}`, more)
    this.code = code
    this.retryAfter = more.retryAfter
    this.left = more.left
    this.email = more.email
  }
}
