/**
 * Opens the recovery secret on a new device (`find-way.ts`, loaded there). If the wallet has a passkey or a recovery password, the user is
 * asked for it first; an email is sent only if the user requests it, or if the wallet has neither. A recovery kit works without any method.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { createShown, screenOf } from '../account-pages/shown.ts'
import { PasskeyError } from './passkeys.ts'
import type { Prompt, Question, Recovery, RecoveryContext, RecoveryScreen } from './recovery.ts'

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
    ...screenOf(shown),
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
