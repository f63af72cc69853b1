/**
 * Opens the recovery secret on a new device. If the wallet has a passkey, the user is asked for it first; an email is sent only if the user
 * requests it instead, or if there is no passkey.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import { loginError } from '../../shared/login/failure.ts'
import type { AnsweredRecovery } from '../custody/open-wallet.ts'
import type { EscrowService } from '../custody/service.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { OpenRecovery } from '../key-link/surface.ts'
import { createShown } from '../security/shown.ts'
import { PasskeyError, type PasskeyFailure, type Passkeys } from './passkeys.ts'

export interface RecoveryContext {
  readonly worker: Pick<KeyWorker, 'call'>
  readonly passkeys: Passkeys
  /** The wallet's methods with their credentials. */
  readonly methods: () => Promise<readonly RecoveryMethod[]>
}

/** The prompt on a new device. */
export interface RecoveryScreen {
  /** The passkey is being used. */
  readonly busy: boolean
  readonly failure?: PasskeyFailure | undefined
  /** An email can be requested instead. */
  readonly hasMail: boolean
}

export interface Recovery {
  ask(question: {
    readonly opened: AnsweredRecovery
    readonly escrow: EscrowService | undefined
    readonly signal: AbortSignal
  }): Promise<OpenRecovery>
  /** By an approval in an email of the recovery service. @throws {AirlockError} NOT_AVAILABLE if the project record names none. */
  byMail(method: Method, walletId: string, escrow: EscrowService | undefined): Promise<OpenRecovery>
  screen(): RecoveryScreen | undefined
  subscribe(onChange: () => void): () => void
  /** Must be called during the press. */
  usePasskey(): void
  useMail(): void
  decline(): void
}

type Method = AnsweredRecovery['methods'][number]
interface Question {
  readonly credentialIds: readonly string[]
  readonly answer: (by: { readonly kind: 'mail' } | Extract<OpenRecovery, { kind: 'passkey' }>['passkey']) => void
  readonly refuse: (error: unknown) => void
}

export function createRecovery({ worker, passkeys, methods: listMethods }: RecoveryContext): Recovery {
  const shown = createShown<RecoveryScreen | undefined>(undefined)
  let question: Question | undefined

  const byMail: Recovery['byMail'] = async ({ methodId, sealedR }, walletId, escrow) => {
    if (!escrow) throw new AirlockError('NOT_AVAILABLE')
    const place = { walletId, methodId, ...(await worker.call('recipient', {})) }
    return { kind: 'escrow', methodId, sealedR, sealedShare: await escrow.open(place) }
  }

  return {
    async ask({ opened: { set, methods }, escrow, signal }) {
      const mail = methods.find(({ kind }) => kind === 'escrow')
      const listed = methods.some(({ kind }) => kind === 'passkey') ? await listMethods() : []
      const credentials = new Map(
        listed.flatMap(({ methodId, credentialId }) => (credentialId === undefined ? [] : [[credentialId, methodId]])),
      )
      if (credentials.size === 0) {
        if (!mail) throw loginError({ reason: 'NO_WAY_IN' })
        return byMail(mail, set.walletId, escrow)
      }
      const over = new AbortController()
      const answer = new Promise<Parameters<Question['answer']>[0]>((resolve, reject) => {
        question = { credentialIds: [...credentials.keys()], answer: resolve, refuse: reject }
        signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
        shown.set({ busy: false, hasMail: mail !== undefined })
      })
      try {
        const by = await answer
        if ('kind' in by) {
          if (!mail) throw new AirlockError('WALLET_FAILED')
          return await byMail(mail, set.walletId, escrow)
        }
        const methodId = credentials.get(by.credentialId)
        const method = methods.find((each) => each.methodId === methodId)
        if (!method) throw new AirlockError('WALLET_FAILED')
        return { kind: 'passkey', methodId: method.methodId, sealedR: method.sealedR, passkey: by }
      } finally {
        over.abort()
        question = undefined
        shown.set(undefined)
      }
    },
    byMail,
    screen: shown.get,
    subscribe: shown.subscribe,
    usePasskey() {
      const asked = question
      const screen = shown.get()
      if (!asked || !screen || screen.busy) return
      const { hasMail } = screen
      shown.set({ busy: true, hasMail })
      passkeys.use(asked.credentialIds).then(asked.answer, (error: unknown) => {
        if (question !== asked) return
        if (error instanceof PasskeyError) shown.set({ busy: false, hasMail, failure: error.code })
        else asked.refuse(error)
      })
    },
    useMail: () => question?.answer({ kind: 'mail' }),
    decline: () => question?.refuse(new AirlockError('USER_REJECTED')),
  }
}
