/** Shows a transaction before a wallet is asked to sign it. Leaving the view or closing the modal rejects it. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { holds, stackAtom } from '../../core/router/router.ts'
import { go, hide } from '../../session/navigate.ts'
import { showModal } from '../../session/show-modal.ts'
import { type PsbtQuestion, psbtAtom } from './state/psbt.ts'

const view = 'SignPsbt'

/** Resolves the question that is shown. */
const deciding = new WeakMap<PsbtQuestion, () => void>()

export function agreeToPsbt({ store }: ModalContext): void {
  const question = store.get(psbtAtom)
  if (question) deciding.get(question)?.()
}

/** @throws AirlockError USER_REJECTED, REQUEST_PENDING while another one is shown, ABORTED */
export async function askAboutPsbt(context: ModalContext, question: PsbtQuestion, signal: AbortSignal): Promise<void> {
  const { store } = context
  if (signal.aborted) throw new AirlockError('ABORTED')
  if (store.get(psbtAtom)) throw new AirlockError('REQUEST_PENDING')
  store.set(psbtAtom, question)
  const wasClosed = !store.get(isOpenAtom)
  if (wasClosed) showModal(context, { view })
  else go.push(context, { view })
  const isShown = () => store.get(isOpenAtom) && holds(store.get(stackAtom), view)
  const undos: (() => void)[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      deciding.set(question, resolve)
      const leave = () => {
        if (!isShown()) reject(new AirlockError('USER_REJECTED'))
      }
      const stop = () => reject(new AirlockError('ABORTED'))
      signal.addEventListener('abort', stop)
      undos.push(store.sub(stackAtom, leave), store.sub(isOpenAtom, leave), () =>
        signal.removeEventListener('abort', stop),
      )
    })
  } finally {
    for (const undo of undos) undo()
    store.set(psbtAtom, undefined)
    // The wallet’s own window opens next.
    if (isShown()) {
      if (wasClosed) hide(context, 'completed')
      else go.back(context)
    }
  }
}
