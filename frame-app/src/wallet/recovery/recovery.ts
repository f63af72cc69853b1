/** The question of a new device, and the ways to answer it. */
import type { RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import type { Screened } from '../account-pages/shown.ts'
import type { AnsweredRecovery } from '../custody/open-wallet.ts'
import type { CustodyService, EscrowService } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { OpenRecovery } from '../key-link/surface.ts'
import type { PasskeyFailure, Passkeys } from './passkeys.ts'
import type { Typed } from './typed.ts'

export interface RecoveryContext {
  readonly worker: Pick<KeyWorker, 'call'>
  readonly passkeys: Passkeys
  /** The wallet's methods with their credentials. */
  readonly methods: () => Promise<readonly RecoveryMethod[]>
  /** Whether a recovery kit was ever made. */
  readonly hasKit: () => Promise<boolean>
  readonly openRecovery: CustodyService['openRecovery']
}

/** The prompt on a new device. */
export interface RecoveryScreen {
  /** The passkey is being used. */
  readonly busy: boolean
  readonly failure?: PasskeyFailure | undefined
  readonly hasPasskey: boolean
  /** An email can be requested instead. */
  readonly hasMail: boolean
  /** Set while the user types a recovery password, or a kit and its words. */
  readonly typed?: Typed | undefined
}

export interface AskedRecovery {
  readonly opened: AnsweredRecovery
  readonly escrow: EscrowService | undefined
  readonly signal: AbortSignal
}

export interface Recovery extends Screened<RecoveryScreen | undefined> {
  ask(asked: AskedRecovery): Promise<OpenRecovery>
  /** By an approval in an email of the recovery service. @throws {AirlockError} NOT_AVAILABLE if the project record names none. */
  byMail(method: Method, walletId: string, escrow: EscrowService | undefined): Promise<OpenRecovery>
  /** Must be called during the press. */
  usePasskey(): void
  useMail(): void
  /** Shows or leaves the input form. */
  type(isTyping: boolean): void
  decline(): void
}

type Method = AnsweredRecovery['methods'][number]
/** `credentialId`: a passkey that was used. */
export type Way =
  | { readonly kind: 'mail' }
  | Extract<OpenRecovery, { kind: 'passkey' }>['passkey']
  | Extract<OpenRecovery, { kind: 'password' | 'kit' }>

export interface Question {
  readonly credentialIds: readonly string[]
  readonly answer: (by: Way) => void
  readonly startTyping: () => Typed
  readonly refuse: (error: unknown) => void
}

/** Shows the prompt of a question, or none. */
export type Prompt = (question: Question | undefined, screen: RecoveryScreen | undefined) => void
