/** Waits for the page until the payment or swap that it has filled in is sent. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'

export interface Awaited {
  /** The hash of this form's transaction; `undefined` if it is not sent. */
  readonly hash: () => string | undefined
  /** Another form has replaced this one. */
  readonly isReplaced: () => boolean
  /** The wallet is being asked: its answer counts even if the modal is closed. */
  readonly isUnderWay: () => boolean
  /** The atoms that these functions read. */
  readonly atoms: readonly Atom<unknown>[]
}

/** @throws AirlockError USER_CLOSED, ABORTED */
export const untilSent = (
  { store }: ModalContext,
  signal: AbortSignal,
  { hash, isReplaced, isUnderWay, atoms }: Awaited,
): Promise<{ hash: string }> =>
  new Promise((resolve, reject) => {
    const check = () => {
      const sent = hash()
      if (sent !== undefined) settle(() => resolve({ hash: sent }))
      else if (isReplaced())
        settle(() => reject(new AirlockError('ABORTED', { message: 'Another form has taken its place.' })))
      else if (!store.get(isOpenAtom) && !isUnderWay()) settle(() => reject(new AirlockError('USER_CLOSED')))
    }
    const onAbort = () => settle(() => reject(new AirlockError('ABORTED')))
    const stops = [isOpenAtom, ...atoms].map((atom) => store.sub(atom, check))
    signal.addEventListener('abort', onAbort)
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort)
      for (const stop of stops) stop()
      end()
    }
  })
