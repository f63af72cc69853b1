/**
 * Opens the recovery secret on a new device (`find-way.ts`, loaded there). If the wallet has a passkey or a recovery password, the user is
 * asked for it first; an email is sent only if the user requests it, or if the wallet has neither. A recovery kit works without any method.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import { createShown } from '../account-pages/shown.ts'
import type { AnsweredRecovery } from '../custody/open-wallet.ts'
import type { CustodyService, EscrowService } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { OpenRecovery } from '../key-link/surface.ts'
import { PasskeyError, type PasskeyFailure, type Passkeys } from './passkeys.ts'
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

export interface Recovery {
  ask(asked: AskedRecovery): Promise<OpenRecovery>
  /** By an approval in an email of the recovery service. @throws {AirlockError} NOT_AVAILABLE if the project record names none. */
  byMail(method: Method, walletId: string, escrow: EscrowService | undefined): Promise<OpenRecovery>
  screen(): RecoveryScreen | undefined
  subscribe(onChange: () => void): () => void
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

export function createRecovery(context: RecoveryContext): Recovery {
  const { worker, passkeys } = context
  const shown = createShown<RecoveryScreen | undefined>(undefined)
  let question: Question | undefined

  const byMail: Recovery['byMail'] = async ({ methodId, sealedR }, walletId, escrow) => {
    if (!escrow) throw new AirlockError('NOT_AVAILABLE')
    const place = { walletId, methodId, ...(await worker.call('recipient', {})) }
    return { kind: 'escrow', methodId, sealedR, sealedShare: await escrow.open(place) }
  }

  return {
    async ask(asked) {
      const { findWay } = await import('../account-pages/controls.ts')
      const prompt: Prompt = (next, screen) => {
        question = next
        shown.set(screen)
      }
      return findWay(asked, { ...context, byMail, prompt })
    },
    byMail,
    screen: shown.get,
    subscribe: shown.subscribe,
    usePasskey() {
      const asked = question
      const screen = shown.get()
      if (!asked || !screen || screen.busy) return
      const { hasMail, hasPasskey } = screen
      shown.set({ busy: true, hasMail, hasPasskey })
      passkeys.use(asked.credentialIds).then(asked.answer, (error: unknown) => {
        if (question !== asked) return
        if (error instanceof PasskeyError) shown.set({ busy: false, hasMail, hasPasskey, failure: error.code })
        else asked.refuse(error)
      })
    },
    useMail: () => question?.answer({ kind: 'mail' }),
    type(isTyping) {
      const screen = shown.get()
      if (screen && !screen.busy)
        shown.set({ ...screen, failure: undefined, typed: isTyping ? question?.startTyping() : undefined })
    },
    decline: () => question?.refuse(new AirlockError('USER_REJECTED')),
  }
}
